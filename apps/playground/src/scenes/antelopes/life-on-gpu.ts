// Life of both herds on the GPU: animals, grass and counts. The results equal those of life.ts.
// Only the counts are read back.
import { type GpuPursuers } from '@wayfield/diffusion/gpu';
import {
  createReadBack,
  encodeSteps,
  readBuffer,
  type Step,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu-core';
import { countTransfer } from '../../common/transfers.ts';
import { createOccasional } from '../occasional.ts';
import { type Common, createHerdOnGpu, type HerdOnGpu } from './herd-on-gpu.ts';
import type { Herd, World } from './life.ts';
import { COUNTS, type LifeKernel, NO_GRASS } from './life.wgsl.ts';
import type { Census, Herds } from './solver.ts';

export interface LifeOnGpu {
  readonly herds: Herds<HerdOnGpu>;
  /** Levels of grass, and the cells of ripe tufts. */
  readonly levels: GPUBuffer;
  readonly tufts: GPUBuffer;
  readonly census: Herds<Census>;
  readonly memoryBytes: number;
  /** Records a copy of the cells before `pursuers` move. */
  encodeBefore(encoder: GPUCommandEncoder, pursuers: Herds<GpuPursuers>): void;
  /** Records the lives of both herds after `pursuers` have moved. */
  encodeLives(encoder: GPUCommandEncoder, pursuers: Herds<GpuPursuers>): void;
  /** Finds the tufts that are ripe. */
  encodeSow(encoder: GPUCommandEncoder): void;
  /** Submits commands, with the number of the tick for the kernels. */
  submit(tick: number, encode: (encoder: GPUCommandEncoder) => void): void;
  /** Reads the counts from time to time. */
  look(): Promise<void>;
  readCounts(): Promise<void>;
  destroy(): void;
}

/** `homes`: the cells on which grass grows. */
export function createLifeOnGpu(
  device: GPUDevice,
  world: World,
  open: Uint32Array,
  homes: Uint32Array<ArrayBuffer>,
): LifeOnGpu {
  const counted = new Uint32Array(2 * COUNTS.words);
  counted.set(censusWords(world.antelopes));
  counted.set(censusWords(world.lions), COUNTS.words);
  const common = makeCommon(device, world, open, homes, counted);
  const both: HerdOnGpu[] = [world.antelopes, world.lions].map((herd) =>
    createHerdOnGpu(device, world, herd, common, homes.length),
  );
  const [antelopes, lions] = both;
  const back = createReadBack(device, 4 * counted.length, 'antelopes: counts');
  const counts = createOccasional(async () => {
    const encoder = device.createCommandEncoder({ label: 'antelopes: counts' });
    back.encode(encoder, common.counts, 0, 0, 4 * counted.length);
    device.queue.submit([encoder.finish()]);
    await back.read({ at: 0, into: counted });
    countTransfer(4 * counted.length);
  });
  function submit(tick: number, encode: (encoder: GPUCommandEncoder) => void): void {
    for (const herd of both) herd.setTick(tick);
    const encoder = device.createCommandEncoder({ label: 'antelopes: tick' });
    encode(encoder);
    device.queue.submit([encoder.finish()]);
  }
  const pairsOf = (pursuers: Herds<GpuPursuers>) =>
    [
      [antelopes, pursuers.antelopes],
      [lions, pursuers.lions],
    ] as const;
  submit(0, (encoder) => encodeSteps(encoder, 'paint', stepsOf(antelopes, 'paint')));

  return {
    herds: { antelopes, lions },
    levels: common.levels,
    tufts: common.tufts,
    get census() {
      return { antelopes: censusAt(counted, 0), lions: censusAt(counted, COUNTS.words) };
    },
    memoryBytes:
      Object.values(common).reduce((sum, { size }) => sum + size, 0) +
      both.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    encodeBefore(encoder, pursuers) {
      for (const [herd, { position }] of pairsOf(pursuers)) {
        encoder.copyBufferToBuffer(position, 0, herd.before, 0, 4 * herd.room);
      }
    },
    encodeLives(encoder, pursuers) {
      const pairs = pairsOf(pursuers);
      for (const [herd, { position }] of pairs) {
        encoder.copyBufferToBuffer(position, 0, herd.cell, 0, 4 * herd.room);
      }
      encodeLives(encoder, common, antelopes, lions);
      for (const [herd, each] of pairs) each.encodePlace(encoder, herd.cell);
    },
    encodeSow: (encoder) => encodeSteps(encoder, 'antelopes: sow', stepsOf(antelopes, 'sow')),
    submit,
    look: counts.look,
    async readCounts() {
      await readBuffer(device, common.counts, counted);
    },
    destroy() {
      counts.end();
      for (const herd of both) herd.destroy();
      for (const each of Object.values(common)) each.destroy();
      back.destroy();
    },
  };
}

const stepsOf = (herd: HerdOnGpu, ...kernels: LifeKernel[]): Step[] => kernels.map(herd.step);

/** Animals graze and hunt, age, starve, have young and arrive; then grass is painted. */
function encodeLives(
  encoder: GPUCommandEncoder,
  { standing, grazing, hunter }: Common,
  antelopes: HerdOnGpu,
  lions: HerdOnGpu,
): void {
  for (const each of [standing, grazing, hunter]) encoder.clearBuffer(each);
  const pass = encoder.beginComputePass({ label: 'antelopes: lives' });
  encodeSteps(pass, '', [
    ...stepsOf(antelopes, 'stand', 'graze'),
    ...stepsOf(lions, 'chase', 'feast'),
    ...stepsOf(antelopes, 'eaten'),
  ]);
  for (const herd of [antelopes, lions]) {
    encodeSteps(pass, '', stepsOf(herd, 'age'));
    herd.encodeLists(pass);
    encodeSteps(pass, '', stepsOf(herd, 'bear', 'arrive'));
  }
  encodeSteps(pass, '', stepsOf(antelopes, 'paint'));
  pass.end();
}

function makeCommon(
  device: GPUDevice,
  world: World,
  open: Uint32Array,
  homes: Uint32Array<ArrayBuffer>,
  counts: Uint32Array<ArrayBuffer>,
): Common {
  const cells = world.width * world.height;
  const ripe = Uint32Array.from(world.ripe, (from) => (from === Infinity ? NO_GRASS : from));
  const buffer = (name: string, words: number): GPUBuffer =>
    storageBuffer(device, `antelopes: ${name}`, words);
  return {
    counts: uploadWords(device, 'antelopes: counts', counts),
    ripe: uploadWords(device, 'antelopes: ripe', ripe),
    standing: buffer('standing', cells),
    grazing: buffer('grazing', cells),
    hunter: buffer('hunters', world.antelopes.cell.length),
    opens: uploadWords(device, 'antelopes: open cells', open),
    homes: uploadWords(device, 'antelopes: meadows', homes),
    tufts: buffer('tufts', homes.length),
    levels: buffer('levels of grass', Math.ceil(cells / 4)),
  };
}

const censusWords = ({ alive, born, arrived, starved, caught }: Herd): number[] => [
  alive,
  born,
  arrived,
  starved,
  caught,
];

function censusAt(counted: Uint32Array, at: number): Census {
  const [alive, born, arrived, starved, caught] = counted.subarray(at, at + COUNTS.words);
  return { alive, born, arrived, starved, caught };
}
