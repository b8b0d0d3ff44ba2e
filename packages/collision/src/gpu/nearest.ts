import { createScan, encodeSteps, type Primitive, storageBuffer } from '@wayfield/gpu';
import { POINTS } from './grid.ts';
import { growingBuffer } from './growing.ts';
import { nearestWgsl, packNearestWgsl } from './nearest.wgsl.ts';
import { createParams, floatBits } from './params.ts';
import { encodeGrid, encodeReset, type Scene, sceneParams } from './scene.ts';
import { workgroupsFor } from './step-cache.ts';

/** The k nearest of all bodies, round by round. */
export interface NearestFinder {
  /** Records a round; the first of a search makes all rows unknown. Afterwards `open[0]` rows still are. */
  encodeRound(
    encoder: GPUCommandEncoder,
    round: number,
    k: number,
    radius: number | undefined,
  ): void;
  /** Records, when no row is unknown, the lists: `first` and at most `capacity` entries. */
  encodePack(encoder: GPUCommandEncoder, capacity: number): void;
  readonly open: GPUBuffer;
  readonly first: GPUBuffer;
  readonly entries: GPUBuffer;
  readonly memoryBytes: number;
  destroy(): void;
}

const WG = 128;
const INFINITE = 3.4028234663852886e38;

export function createNearestFinder(scene: Scene): NearestFinder {
  const { device, makeStep, dimensions } = scene;
  const label = 'collision nearest';
  const params = createParams(device, label);
  const heaps = growingBuffer(device, `${label}: heaps`);
  const first = growingBuffer(device, `${label}: first`);
  const entries = growingBuffer(device, `${label}: entries`);
  const open = storageBuffer(device, `${label}: open`, 4);
  let scan: Primitive | undefined;
  let scanned: readonly unknown[] = [];
  const constants = { DIM: dimensions, WG };
  const kernel = (entry: string, code: string) => ({
    label: `${label}: ${entry}`,
    code,
    entry,
    constants,
  });

  return {
    encodeRound(encoder, round, k, radius) {
      const rows = scene.end;
      const reach = radius === undefined ? 0 : Math.max(Math.fround(radius), 2 ** -48);
      params.set({
        ...sceneParams(scene),
        purpose: POINTS,
        most: k,
        masked: scene.unmasked ? 0 : 1,
        rows,
        reachBits: 0,
        scaleBits: floatBits(Math.min(4 ** round, 1e38)),
        squareBits: floatBits(radius === undefined ? INFINITE : reach * reach),
      });
      const counts = first.withRoom(rows + 1);
      encodeReset(encoder, scene, params, open);
      const pass = encoder.beginComputePass({ label });
      encodeGrid(pass, scene, params, `nearest ${k} ${round}`);
      if (round === 0) {
        const all = { 0: params.buffer, 1: scene.body, 9: counts };
        const clear = kernel('openRows', packNearestWgsl);
        encodeSteps(pass, label, [makeStep(clear, all, workgroupsFor(rows, WG))]);
      }
      const { grid } = scene;
      const resources = {
        0: params.buffer,
        1: scene.body,
        2: grid.plan,
        3: grid.table,
        4: grid.sorted,
        5: grid.sortedSlot,
        6: heaps.withRoom(Math.max(4, 2 * rows * k)),
        7: counts,
        8: open,
      };
      const find = kernel('findNearest', nearestWgsl);
      encodeSteps(pass, label, [makeStep(find, resources, workgroupsFor(rows, WG))]);
      pass.end();
    },
    encodePack(encoder, capacity) {
      const rows = scene.end;
      params.set({ capacity });
      const counts = first.withRoom(rows + 1);
      if (scanned[0] !== counts || scanned[1] !== rows) {
        scan?.destroy();
        scan = createScan(device, { label, output: counts, length: rows + 1 });
        scanned = [counts, rows];
      }
      const resources = {
        0: params.buffer,
        6: heaps.withRoom(4),
        7: counts,
        8: entries.withRoom(Math.max(4, capacity)),
      };
      const pass = encoder.beginComputePass({ label });
      scan!.encode(pass);
      const pack = kernel('packNearest', packNearestWgsl);
      encodeSteps(pass, label, [makeStep(pack, resources, workgroupsFor(rows, WG))]);
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
      return params.buffer.size + heaps.bytes + first.bytes + entries.bytes + open.size;
    },
    destroy() {
      scan?.destroy();
      for (const made of [params, heaps, first, entries, open]) made.destroy();
    },
  };
}
