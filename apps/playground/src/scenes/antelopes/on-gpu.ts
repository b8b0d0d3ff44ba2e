// Antelopes and lions on the GPU: scents, animals and grass stay there and are drawn from where they are. Lives are those
// of life.ts, cell by cell; only how many there are is read back.
import { createGpuDiffusion, type GpuPursuers } from '@wayfield/diffusion/gpu';
import {
  compileKernels,
  createReadBack,
  encodeSteps,
  readBuffer,
  type Step,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu';
import type { CellAgents } from '../../draw/surface.ts';
import { countTransfer } from '../../transfers.ts';
import { createHerdOnGpu, type HerdOnGpu, LIFE_KERNELS, lifeKernel } from './herd-on-gpu.ts';
import { type Herd, makeWorld } from './life.ts';
import { COUNTS, type LifeKernel, NO_GRASS } from './life.wgsl.ts';
import {
  antelopeHabits,
  type Census,
  FADE,
  GRASS_LOOK,
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

export async function createGpuSavanna(
  device: GPUDevice,
  options: SavannaOptions,
  first: Shown,
  palettes: { grass(): Uint32Array; scent(): Uint32Array },
): Promise<SavannaSolver> {
  const { width, height } = options;
  const cells = width * height;
  const { map, grave } = scentMap(options);
  const world = makeWorld({ ...options, grave });
  const homes = Uint32Array.from(world.ripe.keys()).filter((cell) => world.ripe[cell] < Infinity);
  const model = await createGpuDiffusion(device, map, SCENTS);
  let { habits } = options;

  // all that ticks need, before the first of them: the page does not stand still for it
  const pursuersOf = ({ cell }: Pick<Herd, 'cell'>): Promise<GpuPursuers> =>
    model.pursuers({ cell, ...antelopeHabits(habits) });
  const [prey, lions, grass] = await Promise.all([
    pursuersOf(world.antelopes),
    model.pursuers({ cell: world.lions.cell, ...LION_HABITS }),
    // they never move: goals that are eaten and come again
    model.pursuers({
      cell: homes,
      weights: { grass: 1 },
      emit: { layer: 'grass', strength: STRENGTH },
    }),
    model.compile(),
    compileKernels(device, LIFE_KERNELS.map(lifeKernel)),
  ]);

  const ripe = Uint32Array.from(world.ripe, (from) => (from === Infinity ? NO_GRASS : from));
  let antelopes = prey;
  const buffer = (name: string, words: number): GPUBuffer =>
    storageBuffer(device, `antelopes: ${name}`, words);
  const counted = new Uint32Array(2 * COUNTS.words);
  const writeCensus = (herd: Herd, at: number): void =>
    counted.set([herd.alive, herd.born, herd.arrived, herd.starved, herd.caught], at);
  writeCensus(world.antelopes, 0);
  writeCensus(world.lions, COUNTS.words);
  const common = {
    counts: uploadWords(device, 'antelopes: counts', counted),
    ripe: uploadWords(device, 'antelopes: ripe', ripe),
    standing: buffer('standing', cells),
    grazing: buffer('grazing', cells),
    hunter: buffer('hunters', world.antelopes.cell.length),
    opens: uploadWords(device, 'antelopes: open cells', options.open),
    homes: uploadWords(device, 'antelopes: meadows', homes),
    tufts: buffer('tufts', homes.length),
    levels: buffer('levels of grass', Math.ceil(cells / 4)),
  };
  const herds: Herds<HerdOnGpu> = {
    antelopes: createHerdOnGpu(device, world, world.antelopes, common, homes.length),
    lions: createHerdOnGpu(device, world, world.lions, common, homes.length),
  };
  const back = createReadBack(device, 4 * counted.length, 'antelopes: counts');
  let shown = first;
  let ticks = 0;
  let owed = 0;
  let again = false;
  let looking = false;
  let destroyed = false;

  const stepsOf = (herd: HerdOnGpu, ...kernels: LifeKernel[]): Step[] => kernels.map(herd.step);

  function encodeLives(encoder: GPUCommandEncoder): void {
    for (const each of [common.standing, common.grazing, common.hunter]) encoder.clearBuffer(each);
    const pass = encoder.beginComputePass({ label: 'antelopes: lives' });
    encodeSteps(pass, '', [
      ...stepsOf(herds.antelopes, 'stand', 'graze'),
      ...stepsOf(herds.lions, 'chase', 'feast'),
      ...stepsOf(herds.antelopes, 'eaten'),
    ]);
    for (const herd of [herds.antelopes, herds.lions]) {
      encodeSteps(pass, '', stepsOf(herd, 'age'));
      herd.encodeLists(pass);
      encodeSteps(pass, '', stepsOf(herd, 'bear', 'arrive'));
    }
    encodeSteps(pass, '', stepsOf(herds.antelopes, 'paint'));
    pass.end();
  }

  function encodeTick(encoder: GPUCommandEncoder): void {
    const both = [
      [herds.antelopes, antelopes],
      [herds.lions, lions],
    ] as const;
    for (const [herd, { position }] of both) {
      encoder.copyBufferToBuffer(position, 0, herd.before, 0, 4 * herd.room);
    }
    model.encode(encoder, habits.steps);
    owed += habits.speed;
    if (owed >= 1) {
      owed -= 1;
      antelopes.encode(encoder);
    }
    lions.encode(encoder);
    for (const [herd, { position }] of both) {
      encoder.copyBufferToBuffer(position, 0, herd.cell, 0, 4 * herd.room);
    }
    encodeLives(encoder);
    for (const [herd, pursuers] of both) pursuers.encodePlace(encoder, herd.cell);
  }

  /** `tick`: the kernels are told which one it is when the commands run. */
  function submit(tick: number, encode: (encoder: GPUCommandEncoder) => void): void {
    for (const herd of [herds.antelopes, herds.lions]) herd.setTick(tick);
    const encoder = device.createCommandEncoder({ label: 'antelopes: tick' });
    encode(encoder);
    device.queue.submit([encoder.finish()]);
  }

  function sow(): void {
    submit(ticks, (encoder) => {
      encodeSteps(encoder, 'antelopes: sow', stepsOf(herds.antelopes, 'sow'));
      grass.encodePlace(encoder, common.tufts);
    });
  }

  /** Antelopes of other habits in the places of those before, who go last: where nobody is, scents would end. */
  async function changeHabits(): Promise<void> {
    again = false;
    const old = antelopes;
    antelopes = await pursuersOf({ cell: new Uint32Array(old.count).fill(grave) });
    submit(ticks, (encoder) => {
      encoder.copyBufferToBuffer(old.position, 0, herds.antelopes.cell, 0, 4 * old.count);
      antelopes.encodePlace(encoder, herds.antelopes.cell);
    });
    old.destroy();
  }

  async function look(): Promise<void> {
    looking = true;
    try {
      const encoder = device.createCommandEncoder({ label: 'antelopes: counts' });
      back.encode(encoder, common.counts, 0, 0, 4 * counted.length);
      device.queue.submit([encoder.finish()]);
      await back.read({ at: 0, into: counted });
      countTransfer(4 * counted.length);
    } catch {
      // the device went away or the scene ended: who asks next is told
    } finally {
      looking = false;
    }
  }

  function censusAt(at: number): Census {
    const [alive, born, arrived, starved, caught] = counted.subarray(at, at + COUNTS.words);
    return { alive, born, arrived, starved, caught };
  }

  const agentsOf = (herd: HerdOnGpu, { position }: GpuPursuers): CellAgents => ({
    kind: 'cells',
    count: herd.room,
    mapWidth: width,
    // those that do not live are in the rows below
    cells,
    from: herd.before,
    to: position,
    version: 0,
  });

  async function placesOf({ position, count }: GpuPursuers): Promise<Uint32Array> {
    countTransfer(4 * count);
    const all = await readBuffer(device, position, new Uint32Array(count));
    return all.filter((cell) => cell !== grave);
  }

  submit(0, (encoder) => encodeSteps(encoder, 'paint', stepsOf(herds.antelopes, 'paint')));
  return {
    backend: 'WebGPU',
    get herds() {
      return {
        antelopes: agentsOf(herds.antelopes, antelopes),
        lions: agentsOf(herds.lions, lions),
      };
    },
    get census() {
      return { antelopes: censusAt(0), lions: censusAt(COUNTS.words) };
    },
    grass: {
      width,
      height,
      index: common.levels,
      get palette() {
        return palettes.grass();
      },
      version: 0,
    },
    scent: {
      resident: () => ({
        width,
        height,
        ...model.resident(shown === 'none' ? 'grass' : shown),
        precision: 'log',
        top: TOP,
        fade: FADE,
        ramp: palettes.scent(),
      }),
    },
    get memoryBytes() {
      const held = [antelopes, lions, grass, herds.antelopes, herds.lions];
      const rest = Object.values(common).reduce((sum, { size }) => sum + size, 0);
      return held.reduce((sum, { memoryBytes }) => sum + memoryBytes, model.memoryBytes + rest);
    },
    async tick(count) {
      const began = performance.now();
      for (let i = 0; i < count; i++) {
        if (again) await changeHabits();
        if (ticks % GRASS_LOOK === 0) sow();
        ticks++;
        submit(ticks, encodeTick);
      }
      // so that a slow device is waited for instead of buried
      await device.queue.onSubmittedWorkDone();
      if (!looking && !destroyed) void look();
      return { ticks: count, ms: performance.now() - began };
    },
    async show(what) {
      shown = what;
    },
    setTerrain: (at, terrain) => model.setTerrain(at, throughOf(terrain)),
    setHabits(now) {
      again ||= now.fear !== habits.fear;
      habits = now;
    },
    async places() {
      const [a, l] = await Promise.all([placesOf(antelopes), placesOf(lions)]);
      await readBuffer(device, common.counts, counted);
      return { antelopes: a, lions: l };
    },
    destroy() {
      destroyed = true;
      for (const each of [antelopes, lions, grass]) each.destroy();
      void model.destroy();
      for (const herd of [herds.antelopes, herds.lions]) herd.destroy();
      for (const each of Object.values(common)) each.destroy();
      back.destroy();
    },
  };
}
