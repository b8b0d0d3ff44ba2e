// The crowd on the GPU. Agents stay on the device, and are drawn from its buffers. A worker
// computes the fields of the goals.
import { createGpuCrowd, type GpuCrowd } from '@wayfield/crowd/gpu';
import { breathe } from '../../common/breathe.ts';
import { latest } from '../../common/latest.ts';
import { countTransfer } from '../../common/transfers.ts';
import { createOccasional } from '../occasional.ts';
import { leaveWalls } from './leave-walls.ts';
import type { CrowdSolver } from './solver.ts';
import { createShown } from './on-gpu-shown.ts';
import { wallsOf } from './walk.ts';
import type { Goal, World } from './worlds.ts';

/** Ticks between reads of the number of arrivals: eight bytes. */
const LOOK = 30;
const ALL = 0xffffffff;
const NOBODY = 0;
/** Agents that are added in one task. */
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
  const arrivals = createOccasional(async () => {
    arrived = await shown.countArrived();
    countTransfer(8);
  });
  const answers = createAnswers(fields, world.goals, (places, answer) => {
    shown.setGoals(places);
    shown.setHeadings(answer);
  });

  async function changeWalls(): Promise<void> {
    wallsAreOld = false;
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
      answers.throwProblem();
      const began = performance.now();
      if (wallsAreOld) await changeWalls();
      for (let i = 0; i < times; i++) {
        const encoder = device.createCommandEncoder({ label: 'crowd: tick' });
        shown.encodeTick(encoder, seconds);
        device.queue.submit([encoder.finish()]);
      }
      ticks += times;
      // wait for the device, so that ticks do not pile up on a slow one
      await device.queue.onSubmittedWorkDone();
      if (ticks % LOOK < times) void arrivals.look();
      return { ticks: times, ms: performance.now() - began };
    },
    setGoals(places) {
      answers.setGoals(places);
    },
    setTerrain(cells, values) {
      wallsAreOld = true;
      answers.paint(cells, values);
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

/** The newest fields of the worker, asked for again whenever goals or walls have changed. */
function createAnswers(
  fields: Fields,
  first: readonly Goal[],
  show: (goals: readonly Goal[], headings: Float32Array) => void,
): {
  setGoals(places: readonly Goal[]): void;
  paint(cells: Uint32Array, values: Float32Array): void;
  throwProblem(): void;
} {
  let goals = first;
  let problem: unknown;
  /** Cells that were painted since the worker was asked last. */
  const painted = new Map<number, number>();
  const refresh = latest(
    async () => {
      const cells = Uint32Array.from(painted.keys());
      const values = Float32Array.from(painted.values());
      painted.clear();
      const asked = goals;
      show(asked, await fields.change(cells, values, asked));
    },
    (error) => (problem = error),
  );
  return {
    setGoals(places) {
      goals = places.map(({ x, y }) => ({ x, y }));
      void refresh();
    },
    paint(cells, values) {
      for (const [i, cell] of cells.entries()) painted.set(cell, values[i]);
      void refresh();
    },
    throwProblem() {
      if (problem !== undefined) throw problem;
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
