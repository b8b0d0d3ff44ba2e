// The kernels of `pairs` and `candidates` in their order, and the buffers that connect them.
// Binding 0 is `params`, the words from the host; binding 1 is `body`, the bodies by slot.
//
// | kernel         | file               | reads (binding)             | writes (binding)          |
// |----------------|--------------------|-----------------------------|---------------------------|
// | clearBuffer or | scene.ts           |                             | counters (6; 3 in         |
// | resetCounters  |                    |                             | resetCounters)            |
// | measure        | grid/build.wgsl.ts | body                        | tally (3), table := 0 (4) |
// | planGrid       | grid/build.wgsl.ts | tally (3)                   | plan (2), tally := 0 (3)  |
// | countKeys      | grid/build.wgsl.ts | body, plan (2)              | table: counts (3),        |
// |                |                    |                             | placing (4)               |
// | the scan       | gpu-core           | table, its length from plan | table: first places       |
// | scatter        | grid/build.wgsl.ts | body, table, placing (4)    | sorted (5),               |
// |                |                    |                             | sortedSlot (6)            |
// | findPairs      | pairs.wgsl.ts      | body, plan (2), table (3),  | counters (6), pairs (7),  |
// |                |                    | sorted (4), sortedSlot (5)  | heavy (8)                 |
// | findHeavy      | pairs.wgsl.ts      | as findPairs, no table;     | counters (6), pairs (7)   |
// |                |                    | counters (6), heavy (8)     |                           |
//
// measure to scatter are skipped if the grid was built for contacts since the bodies changed, and
// findHeavy if there are fewer bodies than a long run has. With few bodies (`direct`) one kernel
// replaces all after the reset: findDirect of pairs.wgsl.ts reads body, writes counters and pairs.
// Canonical order is made afterwards, by canonical.ts.
import { encodeSteps, type Kernel, type Target } from '@wayfield/gpu-core';
import { NONE } from '../../constants.ts';
import { CONTACTS } from '../grid/grid.wgsl.ts';
import { DIRECT_CHUNK, directPairsWgsl, pairsWgsl } from './pairs.wgsl.ts';
import { createParams } from '../params.ts';
import { encodeGrid, encodeReset, maskedBits, type Scene, sceneParams } from '../scene.ts';
import { workgroupsFor } from '../step-cache.ts';
import type { GpuTuning } from '../types.ts';

/** Pairs of massive bodies, on the GPU. */
export interface GpuPairFinder {
  /**
   * Records the search: afterwards `counters[0]` is the number of pairs that touch or, with
   * `bounds`, whose bounds touch. At most `capacity` are written. `skipFixed`: without pairs of two
   * fixed bodies.
   */
  encode(target: Target, capacity: number, bounds: boolean, skipFixed: boolean): void;
  /** The kernels that `encode` runs for the current bodies, but `resetCounters`. */
  kernels(bounds: boolean): readonly Kernel[];
  /** There are so few bodies that all are compared with all, without a grid. */
  readonly direct: boolean;
  /** Two words per pair, the smaller slot first. A larger `capacity` makes another buffer. */
  readonly pairs: GPUBuffer;
  readonly counters: GPUBuffer;
  readonly memoryBytes: number;
  destroy(): void;
}

/** Words of a long run in its list: see `heavy` in pairs.wgsl.ts. */
const HEAVY_WORDS = 8;
/** The most workgroups that share the long runs. No measurement is recorded. */
const HEAVY_GROUPS = 1024;
const LABEL = 'collision pairs';

export function createGpuPairFinder(scene: Scene, tuning: GpuTuning): GpuPairFinder {
  const { makeStep, scratch } = scene;
  const { workgroupSize: WG = 128, long = 512, direct = 12_288, heavyRuns = 65_536 } = tuning;
  const params = createParams(scene.device, LABEL);
  const counters = scratch.buffer(`${LABEL}: counters`);
  const pairs = scratch.buffer(LABEL);
  const heavy = scratch.buffer(`${LABEL}: long runs`);
  counters.withRoom(4);
  const kernel = createPairKernels(scene, tuning);
  const isDirect = (): boolean => scene.end <= direct;
  /** With fewer bodies than a long run has there is none. */
  const hasLong = (): boolean => scene.end > long;

  /** Records the search without a grid: tiles of bodies against chunks of bodies. */
  function encodeDirect(pass: GPUComputePassEncoder, bounds: boolean, out: Output): void {
    const tiles = workgroupsFor(scene.end, WG) * workgroupsFor(scene.end, DIRECT_CHUNK);
    const resources = { 0: params.buffer, 1: scene.body, ...out };
    const step = makeStep(kernel('findDirect', bounds), resources, Math.min(tiles, 65_535));
    encodeSteps(pass, LABEL, [step]);
  }

  function encodeInGrid(pass: GPUComputePassEncoder, bounds: boolean, out: Output): void {
    encodeGrid(pass, scene, params, 'contacts');
    const { plan, table, sorted, sortedSlot } = scene.grid;
    const runs = heavy.withRoom(heavyRuns * HEAVY_WORDS);
    const head = { 0: params.buffer, 1: scene.body, 2: plan };
    const resources = { ...head, 4: sorted, 5: sortedSlot, ...out, 8: runs };
    const each = workgroupsFor(scene.end, WG);
    const find = kernel('findPairs', bounds);
    const steps = [makeStep(find, { ...resources, 3: table }, each)];
    if (hasLong()) {
      const groups = Math.min(heavyRuns, HEAVY_GROUPS);
      steps.push(makeStep(kernel('findHeavy', bounds), resources, groups));
    }
    encodeSteps(pass, LABEL, steps);
  }

  return {
    kernels(bounds) {
      if (isDirect()) return [kernel('findDirect', bounds)];
      const found = [...scene.grid.kernels, kernel('findPairs', bounds)];
      return hasLong() ? [...found, kernel('findHeavy', bounds)] : found;
    },
    encode(target, capacity, bounds, skipFixed) {
      const masked = maskedBits(scene, skipFixed);
      const words = { purpose: CONTACTS, capacity, heavyCapacity: heavyRuns, long, masked };
      params.set({ ...sceneParams(scene), ...words });
      const out = { 6: counters.withRoom(4), 7: pairs.withRoom(Math.max(2 * capacity, 4)) };
      encodeReset(target, scene, params, out[6]);
      const pass =
        'beginComputePass' in target ? target.beginComputePass({ label: LABEL }) : target;
      if (isDirect()) encodeDirect(pass, bounds, out);
      else encodeInGrid(pass, bounds, out);
      if (pass !== target) pass.end();
    },
    get direct() {
      return isDirect();
    },
    get pairs() {
      return pairs.withRoom(4);
    },
    get counters() {
      return counters.withRoom(4);
    },
    get memoryBytes() {
      return params.buffer.size + counters.bytes + pairs.bytes + heavy.bytes;
    },
    destroy() {
      for (const made of [params, counters, pairs, heavy]) made.destroy();
    },
  };
}

/** Counters and pairs, by binding. */
type Output = Record<6 | 7, GPUBuffer>;

/** The kernels of pairs.wgsl.ts for the shapes that the bodies have now. */
function createPairKernels(scene: Scene, tuning: GpuTuning) {
  const { workgroupSize: WG = 128 } = tuning;
  const { gather: GATHER = 4 * WG } = tuning;
  return (entry: 'findDirect' | 'findPairs' | 'findHeavy', bounds: boolean): Kernel => {
    const withShapes = scene.layout.first.shape !== NONE;
    return {
      label: `${LABEL}: ${entry} ${Number(withShapes)}${Number(bounds)}`,
      code: entry === 'findDirect' ? directPairsWgsl(withShapes) : pairsWgsl(withShapes),
      entry,
      constants: { DIM: scene.dimensions, WG, GATHER, BOUNDS: bounds ? 1 : 0 },
    };
  };
}
