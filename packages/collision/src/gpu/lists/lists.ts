import { encodeSteps, type Step, type Target } from '@wayfield/gpu-core';
import { NONE } from '../../constants.ts';
import { reachOf } from '../../solvers/reach.ts';
import { type ParamName, POINTS, TARGETS } from '../grid/grid.wgsl.ts';
import { createParams, floatBits } from '../params.ts';
import { createRowScan } from '../row-scan.ts';
import { encodeGrid, encodeReset, type Scene, sceneParams } from '../scene.ts';
import { workgroupsFor } from '../step-cache.ts';
import type { GpuTuning } from '../types.ts';
import { HEAVY_WORDS, SEEK_COUNTERS, type Seekers, seekWgsl } from './seek.wgsl.ts';

/** What to find, and how to write it. */
export interface ListRequest {
  readonly rows: number;
  /** Neighbours only. */
  readonly radius?: number;
  /** Explore only: uploads the queries, QUERY_WORDS words each, at the first call. */
  readonly queries?: () => GPUBuffer;
  /** Some seekers or bodies are not circles. */
  readonly withShapes: boolean;
  /**
   * `Params.masked`, a sum: 1 if groups and masks count; 2 for sightings that leave out pairs of
   * two fixed bodies.
   */
  readonly masked: number;
  /** Sightings only: pairs whose bounds touch. */
  readonly bounds?: boolean;
  /** The most entries to write. */
  readonly capacity: number;
  /** Entries are pairs of row and slot, not slots alone. */
  readonly paired: boolean;
}

/** The most workgroups that share the long runs. No measurement is recorded. */
const HEAVY_GROUPS = 1024;
/**
 * The most workgroups that share the heavy list where bodies are so few that no run is long: an
 * idle workgroup costs a software driver 0.1 ms.
 */
const FEW_GROUPS = 64;

/**
 * The most bytes of the stash, 256 MiB. It keeps neighbours found while rows are counted, so that
 * they are not sought again when rows are written.
 */
const STASH_BYTES = 2 ** 28;

/**
 * How many neighbours the stash keeps per seeker: 1.7 times the mean plus 4, so that few rows have
 * more, but at most 64 and no more than the stash holds. The mean is `capacity`, the room for the
 * entries of all rows, over the number of bodies. Returns 0, for no stash, if the result would not
 * exceed the mean. How 1.7 and 64 were found is not recorded.
 */
function keptFor(device: GPUDevice, bodies: number, capacity: number): number {
  const mean = capacity / Math.max(1, bodies);
  const most = Math.min(STASH_BYTES, device.limits.maxStorageBufferBindingSize) / 4;
  const kept = Math.min(64, Math.ceil(1.7 * mean) + 4, Math.floor(most / Math.max(1, bodies)));
  return kept > mean ? kept : 0;
}

/** Makes lists for one kind of seekers, on the GPU. */
export interface ListFinder {
  encode(target: Target, request: ListRequest): void;
  /** rows + 1 words. */
  readonly first: GPUBuffer;
  readonly entries: GPUBuffer;
  /** Word 1: items of the heavy list. If there are more than `heavyRuns`, some were not shared. */
  readonly counters: GPUBuffer;
  heavyRuns: number;
  /** Records a copy of `first[rows]` to word 0 of a buffer of its own. */
  encodeTotal(encoder: GPUCommandEncoder, rows: number): GPUBuffer;
  readonly memoryBytes: number;
  destroy(): void;
}

export function createListFinder(scene: Scene, seekers: Seekers, tuning: GpuTuning): ListFinder {
  const { device, scratch } = scene;
  const label = `collision ${seekers}`;
  const countParams = createParams(device, label);
  const writeParams = createParams(device, `${label}, writing`);
  const first = scratch.buffer(`${label}: first`);
  const entries = scratch.buffer(`${label}: entries`);
  const working = scratch.buffer(`${label}: scratch`);
  const total = scratch.buffer(`${label}: total`);
  const stash = scratch.buffer(`${label}: stash`);
  const growing = [first, entries, working, total, stash];
  const scan = createRowScan(scene, label);
  const isNeighbours = seekers === 'neighbours';

  /** The buffers that a request needs, by binding. */
  function bind({ rows, capacity, paired, queries }: ListRequest, kept: number): Bindings {
    const { grid } = scene;
    const kinds = isNeighbours ? stash.withRoom(Math.max(4, kept * scene.end)) : queries?.();
    return {
      1: scene.body,
      2: grid.plan,
      3: grid.table,
      4: grid.sorted,
      5: grid.sortedSlot,
      6: working.withRoom(SEEK_COUNTERS + rows + finder.heavyRuns * HEAVY_WORDS),
      7: first.withRoom(rows + 1),
      8: entries.withRoom(Math.max(4, capacity * (paired ? 2 : 1))),
      ...(kinds && { 9: kinds }),
    };
  }

  const finder: ListFinder = {
    heavyRuns: tuning.heavyRuns ?? 65_536,
    encode(target, request) {
      const { rows, capacity, radius = 0 } = request;
      const { heavyRuns } = finder;
      const kept = isNeighbours ? keptFor(device, scene.end, capacity) : 0;
      const words = wordsFor(scene, seekers, tuning, request);
      const common = { ...words, heavyCapacity: heavyRuns, kept };
      countParams.set({ ...common, write: 0 });
      writeParams.set({ ...common, write: 1 });
      const bindings = bind(request, kept);
      const counting = { 0: countParams.buffer, ...bindings };
      const writing = { 0: writeParams.buffer, ...bindings };
      const steps = createSeekSteps(scene, { seekers, tuning, request, heavyRuns, label });

      encodeReset(target, scene, countParams, bindings[6]);
      const pass = 'beginComputePass' in target ? target.beginComputePass({ label }) : target;
      encodeGrid(pass, scene, countParams, isNeighbours ? `points ${reachOf(radius)}` : 'targets');
      encodeSteps(pass, label, steps.seek(counting, false));
      scan.encode(pass, bindings[7], rows + 1);
      encodeSteps(pass, label, steps.seek(writing, true));
      if (kept > 0) encodeSteps(pass, label, [steps.copyKept(writing)]);
      if (pass !== target) pass.end();
    },
    encodeTotal(encoder, rows) {
      const cell = total.withRoom(4);
      encoder.copyBufferToBuffer(first.withRoom(rows + 1), rows * 4, cell, 0, 4);
      return cell;
    },
    get first() {
      return first.withRoom(1);
    },
    get entries() {
      return entries.withRoom(1);
    },
    get counters() {
      return working.withRoom(1);
    },
    get memoryBytes() {
      const own = 2 * countParams.buffer.size + scan.memoryBytes;
      return growing.reduce((sum, { bytes }) => sum + bytes, own);
    },
    destroy() {
      for (const made of [scan, countParams, writeParams, ...growing]) made.destroy();
    },
  };
  return finder;
}

/** Buffers by binding, but for the params at binding 0. */
type Bindings = Record<1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, GPUBuffer> & { 9?: GPUBuffer };
type Bound = Bindings & { 0: GPUBuffer };

/** The words of `Params` that a request decides. */
function wordsFor(
  scene: Scene,
  seekers: Seekers,
  { long = LONG, many = MANY }: GpuTuning,
  { rows, capacity, paired, radius = 0, masked }: ListRequest,
): Partial<Record<ParamName, number>> {
  const reach = reachOf(radius);
  return {
    ...sceneParams(scene),
    purpose: seekers === 'neighbours' ? POINTS : TARGETS,
    capacity,
    reachBits: floatBits(reach),
    squareBits: floatBits(reach * reach),
    rows,
    lists: paired ? 0 : 1,
    long,
    many,
    masked,
  };
}

/** Defaults of the tuning. */
const WORKGROUP = 128;
const LONG = 512;
const MANY = 64;

interface SeekOptions {
  readonly seekers: Seekers;
  readonly tuning: GpuTuning;
  readonly request: ListRequest;
  readonly heavyRuns: number;
  readonly label: string;
}

/** The steps of seek.wgsl.ts. */
function createSeekSteps(
  { makeStep, dimensions, end }: Scene,
  { seekers, tuning, request, heavyRuns, label }: SeekOptions,
) {
  const { workgroupSize: WG = WORKGROUP, long = LONG, many = MANY } = tuning;
  const { rows, withShapes, bounds = false } = request;
  const code = seekWgsl(seekers, withShapes);
  const BOUNDS = Number(bounds);
  const make = (entry: string, bound: Bound, write: boolean, workgroups: number): Step => {
    const constants = { DIM: dimensions, WG, BOUNDS };
    const name = `${label}: ${entry} ${Number(withShapes)}${BOUNDS}${Number(write)}`;
    return makeStep({ label: name, code, entry, constants }, bound, workgroups);
  };
  const all = workgroupsFor(Math.max(rows, seekers === 'neighbours' ? end : 1), WG);
  // A run is long only with more bodies than `long`. A seeker visits at most 8 + bodies / 4 rows of
  // cells (`boxOf`), so more than `many` rows only with over 4 (many − 8) bodies.
  const hasHeavy = end > long || end > 4 * (many - 8);
  const sharers = Math.min(heavyRuns, end > long ? HEAVY_GROUPS : FEW_GROUPS);
  return {
    /** Counts the entries of every row or, with `write`, writes them. */
    seek: (bound: Bound, write: boolean): Step[] => [
      make('seekAll', bound, write, all),
      ...(hasHeavy ? [make('seekHeavy', bound, write, sharers)] : []),
    ],
    /** Copies the rows whose entries are in the stash. */
    copyKept({ 0: params, 2: plan, 5: slots, 7: firsts, 8: out, 9: from }: Bound): Step {
      const kernel = { label: `${label}: copyKept`, code, entry: 'copyKept', constants: { WG } };
      const bound = { 0: params, 2: plan, 5: slots, 7: firsts, 8: out, 9: from! };
      return makeStep(kernel, bound, workgroupsFor(16 * end, WG));
    },
  };
}

/** Whether bodies may have shapes other than circles: there is an array of shapes. */
export function hasShapes(scene: Scene): boolean {
  return scene.layout.first.shape !== NONE;
}
