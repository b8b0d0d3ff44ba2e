import { encodeSteps, type Resources, storageBuffer } from '@wayfield/gpu-core';
import { reachOf } from '../../solvers/reach.ts';
import { POINTS } from '../grid/grid.wgsl.ts';
import { createParams, floatBits } from '../params.ts';
import { createRowScan } from '../row-scan.ts';
import { encodeGrid, encodeReset, type Scene, sceneParams } from '../scene.ts';
import { workgroupsFor } from '../step-cache.ts';
import { nearestWgsl, packNearestWgsl } from './nearest.wgsl.ts';

/** The k nearest of all bodies, round by round: see nearest.wgsl.ts. */
export interface NearestFinder {
  /**
   * Records a round; round 0 opens all rows. Afterwards `open[0]` rows are not done yet.
   */
  encodeRound(
    encoder: GPUCommandEncoder,
    round: number,
    k: number,
    radius: number | undefined,
  ): void;
  /** Once all rows are done: records the lists, `first` and at most `capacity` entries. */
  encodePack(encoder: GPUCommandEncoder, capacity: number): void;
  readonly open: GPUBuffer;
  readonly first: GPUBuffer;
  readonly entries: GPUBuffer;
  readonly memoryBytes: number;
  destroy(): void;
}

const WG = 128;
/** The largest f32: no distance is larger. */
const INFINITE = 3.4028234663852886e38;

export function createNearestFinder(scene: Scene): NearestFinder {
  const { device, makeStep, dimensions, scratch } = scene;
  const label = 'collision nearest';
  const params = createParams(device, label);
  const heaps = scratch.buffer(`${label}: heaps`);
  const first = scratch.buffer(`${label}: first`);
  const entries = scratch.buffer(`${label}: entries`);
  const open = storageBuffer(device, `${label}: open`, 4);
  const scan = createRowScan(scene, label);
  const constants = { DIM: dimensions, WG };

  /** Records a kernel with an invocation per row. */
  function encodeRows(
    pass: GPUComputePassEncoder,
    entry: string,
    code: string,
    resources: Resources,
  ): void {
    const kernel = { label: `${label}: ${entry}`, code, entry, constants };
    encodeSteps(pass, label, [makeStep(kernel, resources, workgroupsFor(scene.end, WG))]);
  }

  return {
    encodeRound(encoder, round, k, radius) {
      const rows = scene.end;
      const reach = radius === undefined ? 0 : reachOf(radius);
      const square = radius === undefined ? INFINITE : reach * reach;
      params.set({
        ...sceneParams(scene),
        purpose: POINTS,
        most: k,
        masked: scene.unmasked ? 0 : 1,
        rows,
        reachBits: 0,
        scaleBits: floatBits(Math.min(4 ** round, 1e38)),
        squareBits: floatBits(square),
      });
      const counts = first.withRoom(rows + 1);
      encodeReset(encoder, scene, params, open);
      const pass = encoder.beginComputePass({ label });
      encodeGrid(pass, scene, params, `nearest ${k} ${round}`);
      const head = { 0: params.buffer, 1: scene.body };
      if (round === 0) encodeRows(pass, 'openRows', packNearestWgsl, { ...head, 9: counts });
      const { plan, table, sorted, sortedSlot } = scene.grid;
      const heapBuffer = heaps.withRoom(Math.max(4, 2 * rows * k));
      const sources = { ...head, 2: plan, 3: table, 4: sorted, 5: sortedSlot };
      const out = { 6: heapBuffer, 7: counts, 8: open };
      encodeRows(pass, 'findNearest', nearestWgsl, { ...sources, ...out });
      pass.end();
    },
    encodePack(encoder, capacity) {
      const rows = scene.end;
      params.set({ capacity });
      const counts = first.withRoom(rows + 1);
      const pass = encoder.beginComputePass({ label });
      scan.encode(pass, counts, rows + 1);
      const out = entries.withRoom(Math.max(4, capacity));
      const resources = { 0: params.buffer, 6: heaps.withRoom(4), 7: counts, 8: out };
      encodeRows(pass, 'packNearest', packNearestWgsl, resources);
      pass.end();
    },
    open,
    get first() {
      return first.withRoom(1);
    },
    get entries() {
      return entries.withRoom(1);
    },
    get memoryBytes() {
      const own = params.buffer.size + open.size + scan.memoryBytes;
      return own + heaps.bytes + first.bytes + entries.bytes;
    },
    destroy() {
      for (const made of [scan, params, heaps, first, entries, open]) made.destroy();
    },
  };
}
