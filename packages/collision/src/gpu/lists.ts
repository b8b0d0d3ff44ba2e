import { createScan, encodeSteps, type Primitive, type Target } from '@wayfield/gpu';
import { NONE } from '../constants.ts';
import { growingBuffer } from './growing.ts';
import { createParams, floatBits } from './params.ts';
import { POINTS, TARGETS } from './grid.ts';
import { encodeGrid, encodeReset, type Scene, sceneParams } from './scene.ts';
import { HEAVY_WORDS, SEEK_COUNTERS, type Seekers, seekWgsl } from './seek.wgsl.ts';
import { workgroupsFor } from './step-cache.ts';
import type { GpuTuning } from './types.ts';

/** What to find, and how to write it. */
export interface ListRequest {
  readonly rows: number;
  /** Neighbours only. */
  readonly radius?: number;
  /** Explore only: 12 words a query. */
  readonly queries?: GPUBuffer;
  /** Seekers or bodies that are no circles. */
  readonly withShapes: boolean;
  /** Bodies or queries have groups or masks: 1. Sightings without those of two fixed bodies: 2 more. */
  readonly masked: number;
  /** Sightings only: the broad phase alone. */
  readonly bounds?: boolean;
  /** Entries to write at most. */
  readonly capacity: number;
  /** Entries are (row, slot), not slots alone. */
  readonly paired: boolean;
}

/** Workgroups that share the long runs, at most. */
const HEAVY_GROUPS = 1024;

/** Memory for neighbours that need not be looked for twice, at most. */
const STASH_BYTES = 2 ** 28;

/** How many neighbours of each seeker to remember, where there is room for `capacity` of all; 0: none. */
function keptFor(device: GPUDevice, bodies: number, capacity: number): number {
  const mean = capacity / Math.max(1, bodies);
  const most = Math.min(STASH_BYTES, device.limits.maxStorageBufferBindingSize) / 4;
  const kept = Math.min(64, Math.ceil(1.7 * mean) + 4, Math.floor(most / Math.max(1, bodies)));
  return kept > mean ? kept : 0;
}

/** Lists of one kind of seekers, on the GPU. */
export interface ListFinder {
  encode(target: Target, request: ListRequest): void;
  /** rows + 1 words. */
  readonly first: GPUBuffer;
  readonly entries: GPUBuffer;
  /** Word 1: long runs there were; more than `heavyRuns`: some were not shared. */
  readonly counters: GPUBuffer;
  heavyRuns: number;
  /** Records a copy of `first[rows]` to the word 0 of a buffer of its own. */
  encodeTotal(encoder: GPUCommandEncoder, rows: number): GPUBuffer;
  readonly memoryBytes: number;
  destroy(): void;
}

export function createListFinder(scene: Scene, seekers: Seekers, tuning: GpuTuning): ListFinder {
  const { device, makeStep, dimensions } = scene;
  const WG = tuning.workgroupSize ?? 128;
  const { long = 512, many = 64 } = tuning;
  const label = `collision ${seekers}`;
  const params = createParams(device, label);
  const writeParams = createParams(device, `${label}, writing`);
  const first = growingBuffer(device, `${label}: first`);
  const entries = growingBuffer(device, `${label}: entries`);
  const scratch = growingBuffer(device, `${label}: scratch`);
  const total = growingBuffer(device, `${label}: total`);
  const stash = growingBuffer(device, `${label}: stash`);
  let scan: Primitive | undefined;
  let scanned: GPUBuffer | undefined;
  let scanLength = -1;

  const finder: ListFinder = {
    heavyRuns: tuning.heavyRuns ?? 65_536,
    encode(target, request) {
      const { rows, withShapes, capacity, paired, radius = 0, bounds = false } = request;
      const reach = Math.max(Math.fround(radius), 2 ** -48);
      const { heavyRuns } = finder;
      const isNeighbours = seekers === 'neighbours';
      const kept = isNeighbours ? keptFor(device, scene.end, capacity) : 0;
      const words = {
        ...sceneParams(scene),
        purpose: isNeighbours ? POINTS : TARGETS,
        capacity,
        heavyCapacity: heavyRuns,
        reachBits: floatBits(reach),
        squareBits: floatBits(reach * reach),
        rows,
        lists: paired ? 0 : 1,
        long,
        many,
        masked: request.masked,
        kept,
      };
      params.set({ ...words, write: 0 });
      writeParams.set({ ...words, write: 1 });
      const firstBuffer = first.withRoom(rows + 1);
      const scratchBuffer = scratch.withRoom(SEEK_COUNTERS + rows + heavyRuns * HEAVY_WORDS);
      const entriesBuffer = entries.withRoom(Math.max(4, capacity * (paired ? 2 : 1)));
      if (scanned !== firstBuffer || scanLength !== rows + 1) {
        scan?.destroy();
        scan = createScan(device, { label, output: firstBuffer, length: rows + 1 });
        scanned = firstBuffer;
        scanLength = rows + 1;
      }

      encodeReset(target, scene, params, scratchBuffer);
      const pass = 'beginComputePass' in target ? target.beginComputePass({ label }) : target;
      const purpose = isNeighbours ? `points ${reach}` : 'targets';
      encodeGrid(pass, scene, params, purpose);
      const { grid } = scene;
      const code = seekWgsl(seekers, withShapes);
      const resources = {
        0: params.buffer,
        1: scene.body,
        2: grid.plan,
        3: grid.table,
        4: grid.sorted,
        5: grid.sortedSlot,
        6: scratchBuffer,
        7: firstBuffer,
        8: entriesBuffer,
        ...(request.queries ? { 9: request.queries } : {}),
        ...(isNeighbours ? { 9: stash.withRoom(Math.max(4, kept * scene.end)) } : {}),
      };
      const make = (entry: string, write: boolean, workgroups: number) => {
        const BOUNDS = Number(bounds);
        const constants = { DIM: dimensions, WG, BOUNDS };
        const name = `${label}: ${entry} ${Number(withShapes)}${BOUNDS}${Number(write)}`;
        const bound = write ? { ...resources, 0: writeParams.buffer } : resources;
        return makeStep({ label: name, code, entry, constants }, bound, workgroups);
      };
      const all = workgroupsFor(Math.max(rows, isNeighbours ? scene.end : 1), WG);
      // with few bodies no run is long, and more rows than a quarter of the bodies are never walked
      const heavy = scene.end > long || scene.end > 4 * (many - 8);
      const steps = (write: boolean) => [
        make('seekAll', write, all),
        ...(heavy ? [make('seekHeavy', write, Math.min(heavyRuns, HEAVY_GROUPS))] : []),
      ];
      encodeSteps(pass, label, steps(false));
      scan!.encode(pass);
      encodeSteps(pass, label, steps(true));
      if (kept > 0) {
        const kernel = { label: `${label}: copyKept`, code, entry: 'copyKept', constants: { WG } };
        const { 2: plan, 5: slots, 7: firsts, 8: out, 9: from } = resources;
        const bound = { 0: writeParams.buffer, 2: plan, 5: slots, 7: firsts, 8: out, 9: from! };
        encodeSteps(pass, label, [makeStep(kernel, bound, workgroupsFor(16 * scene.end, WG))]);
      }
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
      return scratch.withRoom(1);
    },
    get memoryBytes() {
      const buffers = first.bytes + entries.bytes + scratch.bytes + total.bytes + stash.bytes;
      return buffers + 2 * params.buffer.size;
    },
    destroy() {
      scan?.destroy();
      const own = [params, writeParams, first, entries, scratch, total, stash];
      for (const made of own) made.destroy();
    },
  };
  return finder;
}

/** Do bodies, as their arrays are, hold others than circles? */
export function hasShapes(scene: Scene): boolean {
  return scene.layout.first.shape !== NONE;
}
