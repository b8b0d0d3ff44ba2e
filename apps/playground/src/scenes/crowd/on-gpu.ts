// The crowd on the GPU: agents stay there, and are drawn from where they are. A worker finds the
// fields of the goals.
import { createGpuCrowd, type GpuCrowd } from '@wayfield/crowd/gpu';
import {
  compileKernels,
  encodeSteps,
  readBuffer,
  type Step,
  step,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu-core';
import { breathe } from '../../common/breathe.ts';
import { latest } from '../../common/latest.ts';
import { countTransfer } from '../../common/transfers.ts';
import type { Discs } from '../../draw/surface.ts';
import { createOccasional } from '../occasional.ts';
import { leaveWalls } from './leave-walls.ts';
import type { CrowdSolver } from './solver.ts';
import { STEER } from './steer.wgsl.ts';
import { wallsOf } from './walk.ts';
import type { Goal, World } from './worlds.ts';

/** Ticks between looks at how many have arrived: eight bytes are read. */
const LOOK = 30;
const ALL = 0xffffffff;
const NOBODY = 0;
/** Agents that are added before the page may do something else. */
const BATCH = 5000;

/** The headings of the goals of a world, and of the same world after changes. */
export interface Fields {
  begin(world: World): Promise<Float32Array>;
  change(cells: Uint32Array, values: Float32Array, goals: readonly Goal[]): Promise<Float32Array>;
  end(): void;
}

export async function createGpuCrowdSolver(
  device: GPUDevice,
  world: World,
  beside: readonly [number, number] | undefined,
  fields: Fields,
): Promise<CrowdSolver> {
  const crowds: GpuCrowd[] = [];
  const headings = await fields.begin(world);
  for (const mask of beside ? [ALL, NOBODY] : [ALL]) crowds.push(await open(device, world, mask));
  const shown = await createShown(device, world, crowds, beside ?? [0, 0]);
  shown.setHeadings(headings);
  shown.setGoals(world.goals);
  shown.showNow();
  let seconds = 0.05;
  let ticks = 0;
  let arrived: number[] = [0];
  let problem: unknown;
  const arrivals = createOccasional(async () => {
    arrived = await shown.countArrived();
    countTransfer(8);
  });
  /** Cells that were painted since the worker was asked last. */
  const painted = new Map<number, number>();
  let goals: readonly Goal[] = world.goals;
  const refresh = latest(
    async () => {
      const [cells, values] = [
        Uint32Array.from(painted.keys()),
        Float32Array.from(painted.values()),
      ];
      painted.clear();
      const answer = await fields.change(cells, values, goals);
      shown.setGoals(goals);
      shown.setHeadings(answer);
    },
    (error) => (problem = error),
  );

  async function changeWalls(): Promise<void> {
    const walls = wallsOf(world);
    for (const crowd of crowds) {
      crowd.setWalls(walls);
      await crowd.read();
      leaveWalls(world, crowd);
    }
  }
  /** Walls change between two ticks. */
  let wallsAreOld = false;

  return {
    backend: 'WebGPU',
    discs: shown.discs,
    get memoryBytes() {
      return crowds.reduce((sum, crowd) => sum + crowd.memoryBytes, shown.memoryBytes);
    },
    get facts() {
      return { arrived: arrived.slice(0, crowds.length), overlaps: [] };
    },
    setSeconds(value) {
      seconds = value;
    },
    async tick(times) {
      if (problem !== undefined) throw problem;
      const began = performance.now();
      if (wallsAreOld) {
        wallsAreOld = false;
        await changeWalls();
      }
      for (let i = 0; i < times; i++) {
        const encoder = device.createCommandEncoder({ label: 'crowd: tick' });
        shown.encodeTick(encoder, seconds);
        device.queue.submit([encoder.finish()]);
      }
      ticks += times;
      // so that a slow device is waited for instead of buried
      await device.queue.onSubmittedWorkDone();
      if (ticks % LOOK < times) void arrivals.look();
      return { ticks: times, ms: performance.now() - began };
    },
    setGoals(places) {
      goals = places.map(({ x, y }) => ({ x, y }));
      void refresh();
    },
    setTerrain(cells, values) {
      for (const [i, cell] of cells.entries()) painted.set(cell, values[i]);
      wallsAreOld = true;
      void refresh();
    },
    places: shown.places,
    destroy() {
      arrivals.end();
      fields.end();
      for (const crowd of crowds) crowd.destroy();
      shown.destroy();
    },
  };
}

async function open(device: GPUDevice, world: World, mask: number): Promise<GpuCrowd> {
  const { x, y, terrain } = world;
  const crowd = await createGpuCrowd(
    device,
    { walls: wallsOf(world) },
    {
      capacity: x.length,
      wallCapacity: 2 * terrain.length,
      defaults: { mask, radius: 0.25 },
      preferred: 'resident',
    },
  );
  for (let k = 0; k < x.length; k++) {
    crowd.add({ x: x[k], y: y[k], maxSpeed: 1.2 + 0.05 * (k % 9) });
    if (k % BATCH === BATCH - 1) await breathe();
  }
  return crowd;
}

/** What the scene keeps on the device beside the crowds. */
interface Shown {
  readonly discs: Discs;
  readonly memoryBytes: number;
  setHeadings(headings: Float32Array): void;
  setGoals(goals: readonly Goal[]): void;
  /** Records a tick of all crowds. */
  encodeTick(encoder: GPUCommandEncoder, seconds: number): void;
  showNow(): void;
  countArrived(): Promise<number[]>;
  places(): Promise<{ x: Float32Array; y: Float32Array }>;
  destroy(): void;
}

async function createShown(
  device: GPUDevice,
  { x, width, height, goals, terrain }: World,
  crowds: readonly GpuCrowd[],
  beside: readonly [number, number],
): Promise<Shown> {
  const each = x.length;
  const total = each * crowds.length;
  const words = new Uint32Array(14);
  const floats = new Float32Array(words.buffer);
  words.set([each, width, height, goals.length]);
  floats.set(beside, 12);
  const params = uploadWords(device, 'crowd: params', words);
  const heads = storageBuffer(
    device,
    'crowd: headings of goals',
    2 * terrain.length * goals.length,
  );
  const goalOf = uploadWords(
    device,
    'crowd: goals',
    Uint32Array.from({ length: total }, (_, k) => (k % each) % goals.length),
  );
  const arrived = storageBuffer(device, 'crowd: arrived', 2);
  const data = storageBuffer(device, 'crowd: discs', 3 * total);
  const own = [params, heads, goalOf, arrived, data];
  const kernelOf = (entry: string, i: number) => ({
    label: `crowd: ${entry}`,
    code: STEER,
    entry,
    constants: entry === 'aim' ? { first: i * each, capacity: each } : { first: i * each, total },
  });
  const entries = crowds.flatMap((_, i) => [kernelOf('aim', i), kernelOf('show', i)]);
  await compileKernels(device, entries);
  const groups = Math.min(1024, Math.ceil(each / 64));
  const stepsOf = (crowd: GpuCrowd, i: number): readonly [aim: Step, show: Step] => {
    const { position, preferred } = crowd.resident;
    const shared = { 0: params, 1: position };
    return [
      step(
        device,
        kernelOf('aim', i),
        { ...shared, 2: heads, 3: goalOf, 4: preferred, 5: arrived },
        groups,
      ),
      step(device, kernelOf('show', i), { ...shared, 6: data }, groups),
    ];
  };
  const steps = crowds.map(stepsOf);
  const encodeShow = (encoder: GPUCommandEncoder): void =>
    encodeSteps(
      encoder,
      'crowd: show',
      steps.map(([, show]) => show),
    );
  const read = (): Promise<Float32Array> => readBuffer(device, data, new Float32Array(3 * total));

  return {
    discs: {
      count: total,
      data,
      first: { x: 0, y: total, radius: 2 * total },
      touches: goalOf,
      firstTouch: 0,
      version: 0,
    },
    memoryBytes: own.reduce((sum, { size }) => sum + size, 0),
    setHeadings: (headings) =>
      device.queue.writeBuffer(heads, 0, headings as Float32Array<ArrayBuffer>),
    setGoals(places) {
      for (const [i, goal] of places.entries()) floats.set([goal.x + 0.5, goal.y + 0.5], 4 + 2 * i);
      device.queue.writeBuffer(params, 0, words);
    },
    encodeTick(encoder, seconds) {
      for (const [i, crowd] of crowds.entries()) {
        encodeSteps(encoder, 'crowd: aim', [steps[i][0]]);
        crowd.encodeStep(encoder, seconds);
      }
      encodeShow(encoder);
    },
    showNow() {
      const encoder = device.createCommandEncoder({ label: 'crowd: begin' });
      encodeShow(encoder);
      device.queue.submit([encoder.finish()]);
    },
    countArrived: async () => [...(await readBuffer(device, arrived, new Uint32Array(2)))],
    async places() {
      countTransfer(12 * total);
      const all = await read();
      return { x: all.slice(0, total), y: all.slice(total, 2 * total) };
    },
    destroy() {
      for (const buffer of own) buffer.destroy();
    },
  };
}
