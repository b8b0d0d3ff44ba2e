// A wave whose paths come back as directions: see GpuCompactRoutes. Two of them take turns, so that
// the results of one are read while the device searches for the other.
import { allocate, encodeSteps, guarded, step } from '@wayfield/gpu-core';
import type { Queries } from '@wayfield/graph';
import { STEPS_PER_WORD } from './compact-routes.ts';
import type { Searcher } from './engine.ts';
import { SECTION } from './layout.ts';
import type { OrderRule } from './order.ts';
import { COUNTER, PACK_STEPS_WGSL } from './pack-steps.wgsl.ts';
import { createWaveMemory, type WaveMemory } from './wave-memory.ts';
import { submitSearches, writeQueries } from './wave.ts';

/** Most workgroups that pack paths: each loops over the rest. */
const MOST_GROUPS = 4096;
/** Words at the beginning of the staging memory: the counters, then the words of all paths. */
const HEAD_WORDS = 8;
const TOTAL = 5;
/** Least capacity, with which the staging memory has room for the words above. */
const LEAST_QUERIES = 64;

/** The grid, as far as its steps depend on it. */
export interface StepRule {
  readonly width: number;
  readonly bits: 2 | 3;
}

/** Where the results of a wave go, each with an entry per query. */
export interface CompactInto {
  readonly status: Uint8Array;
  readonly firstWord: Uint32Array;
  /** Labels, which become costs by `costsOf`. */
  readonly label: Uint32Array;
}

/** What a wave found. */
export interface CompactCounts {
  /** Words of all paths: `firstWord` counts from the first of them. */
  readonly words: number;
  /** Nodes of all paths, also of those without room. */
  readonly nodes: number;
  /** Queries whose paths found no room. */
  readonly withoutRoom: number;
  /** Queries that did not end within their bound. */
  readonly stuck: number;
}

export interface CompactWave {
  readonly capacity: number;
  readonly pathWords: number;
  readonly memoryBytes: number;
  /**
   * Submits the searches. Fulfilled once they are submitted, with a promise of the results; the
   * next `start` must come after those were read.
   */
  start(
    searcher: Searcher,
    queries: Queries,
    room: number,
    into: CompactInto,
  ): Promise<{ readonly found: Promise<CompactCounts> }>;
  /** Reads the words of the paths of the last wave. */
  readWords(into: Uint32Array): Promise<void>;
  destroy(): void;
}

export async function createCompactWave(
  device: GPUDevice,
  rule: OrderRule | undefined,
  steps: StepRule,
  queries: number,
  pathWords: number,
): Promise<CompactWave> {
  const capacity = Math.max(LEAST_QUERIES, queries);
  const memory = await createWaveMemory(device, rule, capacity, pathWords);
  const statusWords = Math.ceil(capacity / 4);
  const { statuses } = await allocate(device, 'search', { statuses: statusWords }).catch(
    (error: unknown) => {
      memory.destroy();
      throw error;
    },
  );
  const { back, nodesAt } = memory;
  return {
    capacity,
    pathWords,
    memoryBytes: memory.bytes + statuses.size,
    async start(searcher, asked, room, { status, firstWord, label }) {
      const { count } = asked;
      const at = layOut(count);
      const head = new Uint32Array(HEAD_WORDS);
      let reading: Promise<void> | undefined;
      await guarded(device, 'search', () => {
        writeQueries(device, memory, asked);
        submitSearches(device, memory, { searcher, queries: asked, result: 'routes', room }, [
          0,
          count,
        ]);
        submitSteps(device, { memory, statuses, steps, count, room });
        // the map begins with the submit; its failure is seen by `found`
        reading = back.read(
          { at: 0, into: head },
          { at: at.status, into: status },
          { at: at.label, into: label },
          { at: at.firstWord, into: firstWord },
        );
        reading.catch(() => {});
      });
      const counted = async (): Promise<CompactCounts> => {
        await reading;
        const withoutRoom = head[COUNTER.noRoom];
        return {
          words: head[TOTAL],
          nodes: withoutRoom > 0 ? room + head[COUNTER.wanted] : head[1],
          withoutRoom,
          stuck: head[COUNTER.stuck],
        };
      };
      const found = counted();
      found.catch(() => {});
      return { found };
    },
    readWords: (into) => back.read({ at: nodesAt, into }),
    destroy() {
      memory.destroy();
      statuses.destroy();
    },
  };
}

const toEight = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** Bytes of the staging memory where statuses, labels and first words of `count` queries are. */
function layOut(count: number): { status: number; label: number; firstWord: number } {
  const status = 4 * HEAD_WORDS;
  const label = status + toEight(count);
  return { status, label, firstWord: label + toEight(4 * count) };
}

/** A wave whose paths are packed. */
interface Packing {
  readonly memory: WaveMemory;
  readonly statuses: GPUBuffer;
  readonly steps: StepRule;
  readonly count: number;
  /** Words that the paths could take. */
  readonly room: number;
}

/** Packs the paths as directions and copies what is read back. */
function submitSteps(device: GPUDevice, { memory, statuses, steps, count, room }: Packing): void {
  const { width, bits } = steps;
  const { buffers, packParams: params, scan, back, nodesAt } = memory;
  const { results, lengths, firstNode: firstWord, paths, packed, counters } = buffers;
  const constants = { BITS: bits, STEPS: STEPS_PER_WORD[bits] };
  const kernel = (entry: string) => ({
    label: `search: ${entry}`,
    code: PACK_STEPS_WGSL,
    entry,
    constants,
  });
  const groups = Math.min(MOST_GROUPS, Math.ceil((count + 1) / 256));
  const encoder = device.createCommandEncoder({ label: 'search: steps' });
  device.queue.writeBuffer(params, 0, Uint32Array.of(count, width));
  scan.setLength(count + 1);
  const toLengths = { 0: params, 1: results, 5: lengths, 6: statuses, 7: counters };
  const toPacked = { 0: params, 1: results, 2: firstWord, 3: paths, 4: packed };
  encodeSteps(encoder, 'search: lengths', [step(device, kernel('lengthsOf'), toLengths, groups)]);
  scan.encode(encoder);
  encodeSteps(encoder, 'search: steps', [step(device, kernel('packSteps'), toPacked, groups)]);
  const at = layOut(count);
  back.encode(encoder, counters, 0, 0, 4 * TOTAL);
  back.encode(encoder, firstWord, 4 * count, 4 * TOTAL, 4);
  back.encode(encoder, statuses, 0, at.status, 4 * Math.ceil(count / 4));
  back.encode(encoder, results, SECTION.label * 4 * count, at.label, 4 * count);
  back.encode(encoder, firstWord, 0, at.firstWord, 4 * count);
  // a path has at most one word that is not full
  const most = Math.min(room, Math.ceil(room / STEPS_PER_WORD[bits]) + count);
  back.encode(encoder, packed, 0, nodesAt, 4 * most);
  device.queue.submit([encoder.finish()]);
}
