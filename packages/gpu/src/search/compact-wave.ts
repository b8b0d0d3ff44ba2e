// A wave whose paths come back as directions: see GpuCompactRoutes. Two of them take turns, so that
// the results of one are read while the device searches for the other.
import { encodeSteps, guarded, step } from '@wayfield/gpu-core';
import type { Queries } from '@wayfield/graph';
import { awaitSubmit } from '../await-submit.ts';
import { answersStep, HEAD_WORDS, needsLabels, TOTAL } from './answers.ts';
import { COUNTER } from './answers.wgsl.ts';
import { STEPS_PER_WORD } from './compact-routes.ts';
import type { Searcher } from './engine.ts';
import { SECTION } from './layout.ts';
import type { OrderRule } from './order.ts';
import { PACK_STEPS_WGSL } from './pack-steps.wgsl.ts';
import { createWaveMemory, toEight, type WaveMemory } from './wave-memory.ts';
import { submitSearches, writeQueries } from './wave.ts';

/** Most workgroups that pack paths; each loops over several paths. */
const MOST_GROUPS = 4096;
/**
 * Least capacity, so that small batches that grow do not make a wave's memory again. Chosen, not
 * measured.
 */
const LEAST_QUERIES = 64;

/** The grid, as far as its steps depend on it. */
export interface StepRule {
  readonly width: number;
  readonly bits: 2 | 3;
}

/** Where the results of a wave go, each with an entry per query. */
export interface CompactInto {
  readonly status: Uint8Array;
  readonly cost: Float32Array;
  readonly firstWord: Uint32Array;
  /** Takes the labels, only where the device has not made all costs: `costsOf` makes them then. */
  label(): Uint32Array;
  /** An array for the `words` words of the paths; called only where all paths found room. */
  word(words: number): Uint32Array;
}

/** What a wave found. */
export interface CompactCounts {
  /** Words of all paths: `firstWord` counts from the first of them. */
  readonly words: number;
  /**
   * Nodes of all paths. If some paths found no room, a number that is at least as large: the room
   * of the next try follows from it.
   */
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
   * Submits the searches. Fulfilled once they are submitted, with a promise of the results. Call
   * `start` again only after these results were read.
   */
  start(
    searcher: Searcher,
    queries: Queries,
    room: number,
    into: CompactInto,
  ): Promise<{ readonly found: Promise<CompactCounts> }>;
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
  const { back, nodesAt } = memory;
  return {
    capacity,
    pathWords,
    memoryBytes: memory.bytes,
    async start(searcher, asked, room, { status, cost, firstWord, label, word }) {
      const { count } = asked;
      const at = stagingLayout(count);
      const head = new Uint32Array(HEAD_WORDS);
      const none = new Uint32Array(0);
      const inLabels = (): boolean => needsLabels(searcher.units, head);
      const isWhole = (): boolean => head[COUNTER.noRoom] === 0 && head[COUNTER.stuck] === 0;
      let reading: Promise<void> | undefined;
      const submitted = guarded(device, 'search', () => {
        writeQueries(device, memory, asked);
        submitSearches(device, memory, { searcher, queries: asked, result: 'routes', room }, [
          0,
          count,
        ]);
        submitSteps(device, { memory, searcher, steps, count, room });
        // mapping begins with the submit; if it fails, `found` rejects
        reading = back.read(
          { at: 0, into: head },
          { at: at.status, into: status },
          { at: at.cost, into: cost },
          { at: at.label, into: () => (inLabels() ? label() : none) },
          { at: at.firstWord, into: firstWord },
          { at: nodesAt, into: () => (isWhole() ? word(head[TOTAL]) : none) },
        );
        reading.catch(() => {});
      });
      submitted.catch(() => searcher.submitFailed?.());
      await awaitSubmit(submitted, () => reading);
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
    destroy: () => memory.destroy(),
  };
}

/** Bytes of the staging memory where the parts of `count` queries are. */
function stagingLayout(count: number): Record<'status' | 'cost' | 'label' | 'firstWord', number> {
  const status = 4 * HEAD_WORDS;
  const cost = status + toEight(count);
  const label = cost + toEight(4 * count);
  return { status, cost, label, firstWord: label + toEight(4 * count) };
}

/** A wave whose paths are packed. */
interface Packing {
  readonly memory: WaveMemory;
  readonly searcher: Searcher;
  readonly steps: StepRule;
  readonly count: number;
  /** Words that the paths could take. */
  readonly room: number;
}

/** Packs the paths as directions and copies what is read back. */
function submitSteps(device: GPUDevice, packing: Packing): void {
  const { memory, searcher, steps, count, room } = packing;
  const { width, bits } = steps;
  const { buffers, packParams: params, scan, back, nodesAt } = memory;
  const { results, statuses, costs, lengths, paths, packed, counters } = buffers;
  const firstWord = buffers.firstNode;
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
  const toLengths = { 0: params, 1: results, 5: lengths };
  const toPacked = { 0: params, 1: results, 2: firstWord, 3: paths, 4: packed };
  encodeSteps(encoder, 'search: lengths', [
    answersStep(device, memory, searcher.units, count),
    step(device, kernel('lengthsOf'), toLengths, groups),
  ]);
  scan.encode(encoder);
  encodeSteps(encoder, 'search: steps', [step(device, kernel('packSteps'), toPacked, groups)]);
  const at = stagingLayout(count);
  back.encode(encoder, counters, 0, 0, 4 * TOTAL);
  back.encode(encoder, firstWord, 4 * count, 4 * TOTAL, 4);
  back.encode(encoder, statuses, 0, at.status, 4 * Math.ceil(count / 4));
  back.encode(encoder, costs, 0, at.cost, 4 * count);
  back.encode(encoder, results, SECTION.label * 4 * count, at.label, 4 * count);
  back.encode(encoder, firstWord, 0, at.firstWord, 4 * count);
  // a path has at most one word that is not full
  const most = Math.min(room, Math.ceil(room / STEPS_PER_WORD[bits]) + count);
  back.encode(encoder, packed, 0, nodesAt, 4 * most);
  device.queue.submit([encoder.finish()]);
}
