// Antelopes and lions on the GPU. Scents, animals and grass stay on the device and are drawn from
// its buffers.
import { createGpuDiffusion, type GpuPursuers } from '@wayfield/diffusion/gpu';
import { compileKernels, readBuffer } from '@wayfield/gpu-core';
import { countTransfer } from '../../common/transfers.ts';
import type { CellAgents, Raster } from '../../draw/surface.ts';
import { type HerdOnGpu, LIFE_KERNELS, lifeKernel } from './herd-on-gpu.ts';
import { createLifeOnGpu, type LifeOnGpu } from './life-on-gpu.ts';
import { makeWorld } from './life.ts';
import {
  antelopeHabits,
  FADE,
  GRASS_LOOK,
  type Habits,
  type Herds,
  LION_HABITS,
  type SavannaOptions,
  type SavannaSolver,
  SCENTS,
  scentMap,
  type Shown,
  STRENGTH,
  throughOf,
  TOP,
} from './solver.ts';

type Model = Awaited<ReturnType<typeof createGpuDiffusion>>;

export async function createGpuSavanna(
  device: GPUDevice,
  options: SavannaOptions,
  first: Shown,
  palettes: { grass(): Uint32Array; scent(): Uint32Array },
): Promise<SavannaSolver> {
  const { width, height } = options;
  const { map, grave } = scentMap(options);
  const world = makeWorld({ ...options, grave });
  const homes = Uint32Array.from(world.ripe.keys()).filter((cell) => world.ripe[cell] < Infinity);
  const model = await createGpuDiffusion(device, map, SCENTS);
  // make everything that ticks need before the first one, asynchronously: the page stays free
  const [scents] = await Promise.all([
    openScents(model, { antelopes: world.antelopes.cell, lions: world.lions.cell, homes }, options),
    model.compile(),
    compileKernels(device, LIFE_KERNELS.map(lifeKernel)),
  ]);
  const life = createLifeOnGpu(device, world, options.open, homes);
  const ticks = createTicks(life, scents, grave);
  let shown = first;

  async function placesOf({ position, count }: GpuPursuers): Promise<Uint32Array> {
    countTransfer(4 * count);
    const all = await readBuffer(device, position, new Uint32Array(count));
    return all.filter((cell) => cell !== grave);
  }
  const look = { width, height, precision: 'log', top: TOP, fade: FADE } as const;

  return {
    backend: 'WebGPU',
    get herds() {
      const { antelopes, lions } = life.herds;
      return {
        antelopes: agentsOf(antelopes, scents.antelopes, options),
        lions: agentsOf(lions, scents.lions, options),
      };
    },
    get census() {
      return life.census;
    },
    grass: rasterOf(life, options, palettes.grass),
    scent: {
      resident: () => ({
        ...model.resident(shown === 'none' ? 'grass' : shown),
        ...look,
        ramp: palettes.scent(),
      }),
    },
    get memoryBytes() {
      return scents.memoryBytes + life.memoryBytes;
    },
    async tick(count) {
      const began = performance.now();
      for (let i = 0; i < count; i++) await ticks.tick();
      // wait for the device, so that ticks do not pile up on a slow one
      await device.queue.onSubmittedWorkDone();
      void life.look();
      return { ticks: count, ms: performance.now() - began };
    },
    async show(what) {
      shown = what;
    },
    setTerrain: (at, terrain) => model.setTerrain(at, throughOf(terrain)),
    setHabits: scents.setHabits,
    async places() {
      const herds = [scents.antelopes, scents.lions];
      const [antelopes, lions] = await Promise.all(herds.map(placesOf));
      await life.readCounts();
      return { antelopes, lions };
    },
    destroy() {
      life.destroy();
      scents.destroy();
    },
  };
}

const rasterOf = (
  life: LifeOnGpu,
  { width, height }: SavannaOptions,
  palette: () => Uint32Array,
): Raster => ({
  width,
  height,
  index: life.levels,
  get palette() {
    return palette();
  },
  version: 0,
});

const agentsOf = (
  herd: HerdOnGpu,
  { position }: GpuPursuers,
  { width, height }: SavannaOptions,
): CellAgents => ({
  kind: 'cells',
  count: herd.room,
  mapWidth: width,
  // free places are in rows below the map
  cells: width * height,
  from: herd.before,
  to: position,
  version: 0,
});

/** The scents and the pursuers that climb them: both herds, and the grass, which never moves. */
interface Scents extends Herds<GpuPursuers> {
  readonly grass: GpuPursuers;
  readonly model: Model;
  readonly habits: Habits;
  readonly memoryBytes: number;
  /** The antelopes must be made again, because `fear` has changed. */
  readonly isOutdated: boolean;
  setHabits(habits: Habits): void;
  /** Makes antelopes with the current habits, all on one cell; returns the old ones. */
  renewAntelopes(cell: number): Promise<GpuPursuers>;
  destroy(): void;
}

async function openScents(
  model: Model,
  cells: {
    readonly antelopes: Uint32Array;
    readonly lions: Uint32Array;
    readonly homes: Uint32Array;
  },
  options: SavannaOptions,
): Promise<Scents> {
  let { habits } = options;
  let isOutdated = false;
  const antelopesAt = (cell: Uint32Array): Promise<GpuPursuers> =>
    model.pursuers({ cell, ...antelopeHabits(habits) });
  const made = await Promise.all([
    antelopesAt(cells.antelopes),
    model.pursuers({ cell: cells.lions, ...LION_HABITS }),
    // tufts are goals that do not move, are eaten and grow again
    model.pursuers({
      cell: cells.homes,
      weights: { grass: 1 },
      emit: { layer: 'grass', strength: STRENGTH },
    }),
  ]);
  let [antelopes] = made;
  const [, lions, grass] = made;
  const all = (): GpuPursuers[] => [antelopes, lions, grass];
  return {
    get antelopes() {
      return antelopes;
    },
    lions,
    grass,
    model,
    get habits() {
      return habits;
    },
    get memoryBytes() {
      return all().reduce((sum, { memoryBytes }) => sum + memoryBytes, model.memoryBytes);
    },
    get isOutdated() {
      return isOutdated;
    },
    setHabits(now) {
      isOutdated ||= now.fear !== habits.fear;
      habits = now;
    },
    async renewAntelopes(cell) {
      isOutdated = false;
      const old = antelopes;
      antelopes = await antelopesAt(new Uint32Array(old.count).fill(cell));
      return old;
    },
    destroy() {
      for (const each of all()) each.destroy();
      void model.destroy();
    },
  };
}

/** Runs ticks: scents spread, herds move, eat, die and bear, grass grows. */
function createTicks(life: LifeOnGpu, scents: Scents, grave: number): { tick(): Promise<void> } {
  let ticks = 0;
  /** Moves of antelopes that are due, as a fraction. */
  let owed = 0;

  /**
   * Moves new antelopes to the cells of the old ones. The old ones are destroyed last: without any
   * antelopes their scent would end.
   */
  async function changeHabits(): Promise<void> {
    const old = await scents.renewAntelopes(grave);
    const { cell } = life.herds.antelopes;
    life.submit(ticks, (encoder) => {
      encoder.copyBufferToBuffer(old.position, 0, cell, 0, 4 * old.count);
      scents.antelopes.encodePlace(encoder, cell);
    });
    old.destroy();
  }
  function encodeTick(encoder: GPUCommandEncoder): void {
    life.encodeBefore(encoder, scents);
    scents.model.encode(encoder, scents.habits.steps);
    owed += scents.habits.speed;
    if (owed >= 1) {
      owed -= 1;
      scents.antelopes.encode(encoder);
    }
    scents.lions.encode(encoder);
    life.encodeLives(encoder, scents);
  }

  return {
    async tick() {
      if (scents.isOutdated) await changeHabits();
      if (ticks % GRASS_LOOK === 0) {
        life.submit(ticks, (encoder) => {
          life.encodeSow(encoder);
          scents.grass.encodePlace(encoder, life.tufts);
        });
      }
      ticks++;
      life.submit(ticks, encodeTick);
    },
  };
}
