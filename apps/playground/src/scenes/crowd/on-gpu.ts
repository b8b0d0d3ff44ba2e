// The crowd on the GPU: scent and agents stay there, and are drawn from where they are.
import { createGpuDiffusion } from '@wayfield/diffusion/gpu';
import {
  compileKernels,
  encodeSteps,
  readBuffer,
  step,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu';
import type { CellAgents } from '../../draw/surface.ts';
import { countTransfer } from '../../transfers.ts';
import { RESPAWN } from './respawn.wgsl.ts';
import { type CrowdOptions, type CrowdSolver, FADE, TOP } from './solver.ts';

/** Ticks between looks at how many have arrived: four bytes are read. */
const LOOK = 30;

export async function createGpuCrowd(
  device: GPUDevice,
  options: CrowdOptions,
  ramp: () => Uint32Array,
): Promise<CrowdSolver> {
  const { width, height, terrain, start, again, exclusive } = options;
  const map = { width, height, neighbours: 8 as const, terrain };
  const model = await createGpuDiffusion(device, map, { precision: 'log' });
  // all that ticks need, before the first of them: the page does not stand still for it
  const kernel = { label: 'crowd: respawn', code: RESPAWN };
  const [crowd] = await Promise.all([
    model.pursuers({ cell: start, weights: { goal: 1 }, exclusive }),
    model.compile(),
    compileKernels(
      device,
      ['respawn', 'advance'].map((entry) => ({ ...kernel, entry })),
    ),
  ]);
  model.setGoals('goal', { cell: options.goals });

  const count = start.length;
  const before = uploadWords(device, 'crowd: before', start);
  const params = uploadWords(device, 'crowd: params', Uint32Array.of(count, again.length));
  const places = uploadWords(device, 'crowd: again', again);
  const goalBits = storageBuffer(device, 'crowd: goals', Math.ceil((width * height) / 32));
  const tally = storageBuffer(device, 'crowd: tally', 2);
  const own = [before, params, places, goalBits, tally];
  const respawn = [
    step(
      device,
      { ...kernel, entry: 'respawn' },
      { 0: params, 1: goalBits, 2: places, 3: crowd.position, 4: tally },
      Math.min(1024, Math.ceil(count / 64)),
    ),
    step(device, { ...kernel, entry: 'advance' }, { 4: tally }, 1),
  ];

  let { steps } = options;
  let arrived = 0;
  let ticks = 0;
  let looking = false;
  let destroyed = false;

  function markGoals(cells: Uint32Array): void {
    const bits = new Uint32Array(Math.ceil((width * height) / 32));
    for (const cell of cells) bits[cell >> 5] |= 1 << (cell & 31);
    device.queue.writeBuffer(goalBits, 0, bits);
  }
  markGoals(options.goals);

  async function look(): Promise<void> {
    looking = true;
    try {
      const [sum] = await readBuffer(device, tally, new Uint32Array(1));
      arrived = sum;
      countTransfer(4);
    } catch {
      // the device went away or the scene ended: who asks next is told
    } finally {
      looking = false;
    }
  }

  const agents: CellAgents = {
    kind: 'cells',
    count,
    mapWidth: width,
    from: before,
    to: crowd.position,
    version: 0,
  };
  return {
    backend: 'WebGPU',
    agents,
    field: {
      resident: () => ({
        width,
        height,
        ...model.resident('goal'),
        precision: 'log',
        top: TOP,
        fade: FADE,
        ramp: ramp(),
      }),
    },
    get arrived() {
      return arrived;
    },
    get memoryBytes() {
      return model.memoryBytes + crowd.memoryBytes + own.reduce((sum, { size }) => sum + size, 0);
    },
    async tick(times) {
      const began = performance.now();
      for (let i = 0; i < times; i++) {
        const encoder = device.createCommandEncoder({ label: 'crowd: tick' });
        encoder.copyBufferToBuffer(crowd.position, 0, before, 0, 4 * count);
        model.encode(encoder, steps);
        crowd.encode(encoder);
        encodeSteps(encoder, 'crowd: respawn', respawn);
        device.queue.submit([encoder.finish()]);
      }
      ticks += times;
      // so that a slow device is waited for instead of buried
      await device.queue.onSubmittedWorkDone();
      if (ticks % LOOK < times && !looking && !destroyed) void look();
      return { ticks: times, ms: performance.now() - began };
    },
    setGoals(cells) {
      model.setGoals('goal', { cell: cells });
      markGoals(cells);
    },
    setTerrain: (cells, values) => model.setTerrain(cells, values),
    setSteps(value) {
      steps = value;
    },
    async places() {
      countTransfer(4 * count);
      return readBuffer(device, crowd.position, new Uint32Array(count));
    },
    destroy() {
      destroyed = true;
      crowd.destroy();
      void model.destroy();
      for (const buffer of own) buffer.destroy();
    },
  };
}
