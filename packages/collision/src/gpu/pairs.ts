import { encodeSteps, type Target } from '@wayfield/gpu';
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

  return {
    encode(target, capacity, bounds, moving) {
      params.set({
        ...sceneParams(scene),
        purpose: CONTACTS,
        capacity,
        heavyCapacity: heavyRuns,
        long,
        masked: maskedBits(scene, moving),
      });
      const label = 'collision pairs';
      const counting = counters.withRoom(4);
      const writing = pairs.withRoom(Math.max(2 * capacity, 4));
      encodeReset(target, scene, params, counting);
      const pass = 'beginComputePass' in target ? target.beginComputePass({ label }) : target;
      const withShapes = scene.layout.first.shape !== NONE;
      const constants = { DIM: dimensions, WG, GATHER, BOUNDS: bounds ? 1 : 0 };
      const variant = `${Number(withShapes)}${Number(bounds)}`;
      if (isDirect()) {
        const tiles = workgroupsFor(scene.end, WG) * workgroupsFor(scene.end, DIRECT_CHUNK);
        const kernel = {
          label: `${label}: findDirect ${variant}`,
          code: directPairsWgsl(withShapes),
          entry: 'findDirect',
          constants,
        };
        const resources = { 0: params.buffer, 1: scene.body, 6: counting, 7: writing };
        encodeSteps(pass, label, [makeStep(kernel, resources, Math.min(tiles, 65_535))]);
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
        const kernel = (entry: string) => ({
          label: `${label}: ${entry} ${variant}`,
          code: pairsWgsl(withShapes),
          entry,
          constants,
        });
        const { 3: _, ...withoutTable } = resources;
        const groups = Math.min(heavyRuns, HEAVY_GROUPS);
        const steps = [makeStep(kernel('findPairs'), resources, workgroupsFor(scene.end, WG))];
        // fewer bodies than a long run has: there is none
        if (scene.end > long) steps.push(makeStep(kernel('findHeavy'), withoutTable, groups));
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
