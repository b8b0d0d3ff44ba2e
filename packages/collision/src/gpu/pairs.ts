import { encodeSteps, type Kernel, type Target } from '@wayfield/gpu';
import { NONE } from '../constants.ts';
import { CONTACTS } from './grid.ts';
import { growingBuffer } from './growing.ts';
import { DIRECT_CHUNK, directPairsWgsl, pairsWgsl } from './pairs.wgsl.ts';
import { createParams } from './params.ts';
import { encodeGrid, encodeReset, maskedBits, type Scene, sceneParams } from './scene.ts';
import { workgroupsFor } from './step-cache.ts';
import type { GpuTuning } from './types.ts';

/** Pairs of massive bodies, on the GPU. */
export interface PairFinder {
  /**
   * Records the search: afterwards `counters[0]` pairs that touch (or whose bounds do), at most
   * `capacity` of them written. `moving`: without pairs of two fixed bodies.
   */
  encode(target: Target, capacity: number, bounds: boolean, moving: boolean): void;
  /** What `encode` runs for the bodies that there are, but for the grid's scan. */
  kernels(bounds: boolean): readonly Kernel[];
  /** All bodies are compared with all, without a grid: there are so few. */
  readonly direct: boolean;
  /** Two words a pair: the smaller slot first. Another one after a larger `capacity`. */
  readonly pairs: GPUBuffer;
  readonly counters: GPUBuffer;
  readonly memoryBytes: number;
  destroy(): void;
}

/** Words of one run in the heavy list. */
const HEAVY_WORDS = 8;
/** Workgroups that share the long runs, at most. */
const HEAVY_GROUPS = 1024;

export function createPairFinder(scene: Scene, tuning: GpuTuning): PairFinder {
  const { device, makeStep, dimensions } = scene;
  const WG = tuning.workgroupSize ?? 128;
  const GATHER = tuning.gather ?? 4 * WG;
  const long = tuning.long ?? 512;
  const direct = tuning.direct ?? 12_288;
  const isDirect = (): boolean => scene.end <= direct;
  const heavyRuns = tuning.heavyRuns ?? 65_536;
  const params = createParams(device, 'collision pairs');
  const counters = growingBuffer(device, 'collision pairs: counters');
  const pairs = growingBuffer(device, 'collision pairs');
  const heavy = growingBuffer(device, 'collision pairs: long runs');
  counters.withRoom(4);

  const label = 'collision pairs';
  function kernel(entry: 'findDirect' | 'findPairs' | 'findHeavy', bounds: boolean): Kernel {
    const withShapes = scene.layout.first.shape !== NONE;
    return {
      label: `${label}: ${entry} ${Number(withShapes)}${Number(bounds)}`,
      code: entry === 'findDirect' ? directPairsWgsl(withShapes) : pairsWgsl(withShapes),
      entry,
      constants: { DIM: dimensions, WG, GATHER, BOUNDS: bounds ? 1 : 0 },
    };
  }
  /** With fewer bodies than a long run has there is none. */
  const hasLong = (): boolean => scene.end > long;

  return {
    kernels(bounds) {
      if (isDirect()) return [kernel('findDirect', bounds)];
      const found = [...scene.grid.kernels, kernel('findPairs', bounds)];
      return hasLong() ? [...found, kernel('findHeavy', bounds)] : found;
    },
    encode(target, capacity, bounds, moving) {
      params.set({
        ...sceneParams(scene),
        purpose: CONTACTS,
        capacity,
        heavyCapacity: heavyRuns,
        long,
        masked: maskedBits(scene, moving),
      });
      const counting = counters.withRoom(4);
      const writing = pairs.withRoom(Math.max(2 * capacity, 4));
      encodeReset(target, scene, params, counting);
      const pass = 'beginComputePass' in target ? target.beginComputePass({ label }) : target;
      if (isDirect()) {
        const tiles = workgroupsFor(scene.end, WG) * workgroupsFor(scene.end, DIRECT_CHUNK);
        const resources = { 0: params.buffer, 1: scene.body, 6: counting, 7: writing };
        const groups = Math.min(tiles, 65_535);
        encodeSteps(pass, label, [makeStep(kernel('findDirect', bounds), resources, groups)]);
      } else {
        encodeGrid(pass, scene, params, 'contacts');
        const { grid } = scene;
        const resources = {
          0: params.buffer,
          1: scene.body,
          2: grid.plan,
          3: grid.table,
          4: grid.sorted,
          5: grid.sortedSlot,
          6: counting,
          7: writing,
          8: heavy.withRoom(heavyRuns * HEAVY_WORDS),
        };
        const { 3: _, ...withoutTable } = resources;
        const each = workgroupsFor(scene.end, WG);
        const groups = Math.min(heavyRuns, HEAVY_GROUPS);
        const steps = [makeStep(kernel('findPairs', bounds), resources, each)];
        if (hasLong()) steps.push(makeStep(kernel('findHeavy', bounds), withoutTable, groups));
        encodeSteps(pass, label, steps);
      }
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
