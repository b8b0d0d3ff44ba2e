// The crowd on the GPU. Scent and agents stay on the device, and are drawn from its buffers.
import { createGpuDiffusion, type GpuPursuers } from '@wayfield/diffusion/gpu';
import {
  compileKernels,
  encodeSteps,
  readBuffer,
  step,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu-core';
import type { CellAgents } from '../../draw/surface.ts';
import { createOccasional } from '../occasional.ts';
import { countTransfer } from '../../common/transfers.ts';
import { RESPAWN } from './respawn.wgsl.ts';
import { type ScentOptions, type ScentSolver, FADE, TOP } from './solver.ts';

/** Ticks between reads of the number of arrivals: four bytes. */
const LOOK = 30;

const KERNEL = { label: 'scent: respawn', code: RESPAWN };

export async function createGpuScent(
  device: GPUDevice,
  options: ScentOptions,
  ramp: () => Uint32Array,
): Promise<ScentSolver> {
  const { width, height, start } = options;
  const { model, crowd } = await openModel(device, options);
  const respawn = createRespawn(device, options, crowd);
  const before = uploadWords(device, 'scent: before', start);
  const count = start.length;
  let { steps } = options;
  let arrived = 0;
  let ticks = 0;
  const arrivals = createOccasional(async () => {
    arrived = await respawn.countArrived();
    countTransfer(4);
  });
  function setGoals(cells: Uint32Array): void {
    model.setGoals('goal', { cell: cells });
    respawn.setGoals(cells);
  }
  setGoals(options.goals);

  function encodeTick(encoder: GPUCommandEncoder): void {
    encoder.copyBufferToBuffer(crowd.position, 0, before, 0, 4 * count);
    model.encode(encoder, steps);
    crowd.encode(encoder);
    respawn.encode(encoder);
  }
  const agents: CellAgents = {
    kind: 'cells',
    count,
    mapWidth: width,
    from: before,
    to: crowd.position,
    version: 0,
  };
  const look = { width, height, precision: 'log', top: TOP, fade: FADE } as const;
  return {
    backend: 'WebGPU',
    agents,
    field: { resident: () => ({ ...model.resident('goal'), ...look, ramp: ramp() }) },
    get arrived() {
      return arrived;
    },
    get memoryBytes() {
      return model.memoryBytes + crowd.memoryBytes + before.size + respawn.memoryBytes;
    },
    async tick(times) {
      const began = performance.now();
      for (let i = 0; i < times; i++) {
        const encoder = device.createCommandEncoder({ label: 'scent: tick' });
        encodeTick(encoder);
        device.queue.submit([encoder.finish()]);
      }
      ticks += times;
      // wait for the device, so that ticks do not pile up on a slow one
      await device.queue.onSubmittedWorkDone();
      if (ticks % LOOK < times) void arrivals.look();
      return { ticks: times, ms: performance.now() - began };
    },
    setGoals,
    setTerrain: (cells, values) => model.setTerrain(cells, values),
    setSteps(value) {
      steps = value;
    },
    async places() {
      countTransfer(4 * count);
      return readBuffer(device, crowd.position, new Uint32Array(count));
    },
    destroy() {
      arrivals.end();
      crowd.destroy();
      void model.destroy();
      before.destroy();
      respawn.destroy();
    },
  };
}

/** Makes everything that ticks need before the first one, asynchronously: the page stays free. */
async function openModel(device: GPUDevice, options: ScentOptions) {
  const { width, height, terrain, start, exclusive } = options;
  const map = { width, height, neighbours: 8 as const, terrain };
  const model = await createGpuDiffusion(device, map, { precision: 'log' });
  const kernels = ['respawn', 'advance'].map((entry) => ({ ...KERNEL, entry }));
  const [crowd] = await Promise.all([
    model.pursuers({ cell: start, weights: { goal: 1 }, exclusive }),
    model.compile(),
    compileKernels(device, kernels),
  ]);
  return { model, crowd };
}

/** The kernel by which agents that have arrived begin again elsewhere; it counts arrivals. */
interface Respawn {
  readonly memoryBytes: number;
  setGoals(cells: Uint32Array): void;
  encode(encoder: GPUCommandEncoder): void;
  countArrived(): Promise<number>;
  destroy(): void;
}

function createRespawn(
  device: GPUDevice,
  { width, height, start, again }: ScentOptions,
  crowd: GpuPursuers,
): Respawn {
  const goalWords = Math.ceil((width * height) / 32);
  const params = uploadWords(device, 'scent: params', Uint32Array.of(start.length, again.length));
  const places = uploadWords(device, 'scent: again', again);
  const goalBits = storageBuffer(device, 'scent: goals', goalWords);
  const tally = storageBuffer(device, 'scent: tally', 2);
  const own = [params, places, goalBits, tally];
  const steps = [
    step(
      device,
      { ...KERNEL, entry: 'respawn' },
      { 0: params, 1: goalBits, 2: places, 3: crowd.position, 4: tally },
      Math.min(1024, Math.ceil(start.length / 64)),
    ),
    step(device, { ...KERNEL, entry: 'advance' }, { 4: tally }, 1),
  ];
  return {
    memoryBytes: own.reduce((sum, { size }) => sum + size, 0),
    setGoals(cells) {
      const bits = new Uint32Array(goalWords);
      for (const cell of cells) bits[cell >> 5] |= 1 << (cell & 31);
      device.queue.writeBuffer(goalBits, 0, bits);
    },
    encode: (encoder) => encodeSteps(encoder, 'scent: respawn', steps),
    async countArrived() {
      const [sum] = await readBuffer(device, tally, new Uint32Array(1));
      return sum;
    },
    destroy() {
      for (const buffer of own) buffer.destroy();
    },
  };
}
