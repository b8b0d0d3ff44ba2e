import { allocate, uploadWords } from '../buffers.ts';
import { guarded } from '../guard.ts';
import { checkBinding, largestBinding } from '../memory-plan.ts';
import { checkSlots, type Engine, type EngineOptions, lanesOf, slotsFor } from './engine.ts';
import { HEURISTICS } from './heuristic.ts';
import type { Problem } from './problem.ts';
import { searchWgsl } from './search.wgsl.ts';
import { clearLabels, RESULT_CODE } from './wave.ts';

/** Words of one slot: a label per node and a bit per node. */
const labelWords = (nodes: number): number => nodes + Math.ceil(nodes / 32);
/** Words of one slot: the near ring (2), the far pile and the touched nodes. */
const listWords = (nodes: number): number => 4 * nodes;
/** Width of the near queue's window, in mean weights. */
export const WINDOW = 2;

/**
 * Rounds and windows after which a search is given up. With a consistent heuristic every window settles
 * the node of its first key, and all but two of its rounds settle one more, so three per node suffice.
 * Rounding and heuristics that overestimate can open nodes again.
 */
function mostRounds(nodes: number, loose: boolean): number {
  return Math.min(2 ** 32 - 1, loose ? 1024 * nodes + 2 ** 16 : 16 * nodes + 1024);
}
/** Workgroup memory, in bytes, beside the arrays by node. */
const SMALL_REST = 256;

/** Queries answered by one workgroup each. Rejects where the map does not fit the memory. */
export async function createWorkgroupEngine(
  device: GPUDevice,
  problem: Problem,
  { algorithm, heuristic, budget, tuning, loose, internals }: EngineOptions,
): Promise<Engine> {
  const { limits } = device;
  const nodes = Math.max(1, problem.nodeCount);
  const rounded = Math.ceil(nodes / 32) * 32;
  const smallBytes = (rounded * 4 + rounded / 32) * 4 + SMALL_REST;
  const small = !tuning.large && smallBytes <= limits.maxComputeWorkgroupStorageSize;
  const lanes = lanesOf(device, tuning.workgroupSize, small ? 64 : 128);
  const slotBytes = small ? 0 : (labelWords(nodes) + listWords(nodes)) * 4;
  const mapBytes = problem.words.byteLength;
  const binding = largestBinding(limits);
  checkBinding(limits, 'map', mapBytes);
  const slots = Math.min(
    tuning.slots ?? 2048,
    limits.maxComputeWorkgroupsPerDimension,
    small ? Infinity : Math.floor(binding / (listWords(nodes) * 4)),
    small ? Infinity : Math.floor(((budget - mapBytes) * 0.6) / slotBytes),
  );
  checkSlots(slots, slotBytes, mapBytes, budget, binding);
  const map = await guarded(device, 'map', () => uploadWords(device, 'map', problem.words));
  let state: Record<number, GPUBuffer> = {};
  /** Searches that there is memory for. */
  let made = small ? slots : 0;
  let destroyed = false;
  const free = (): void => {
    for (const buffer of Object.values(state)) buffer.destroy();
    state = {};
    if (!small) made = 0;
  };
  async function reserve(queries: number): Promise<void> {
    const wanted = slotsFor(queries, made, slots);
    if (wanted <= made) return;
    free();
    const { labels, lists } = await allocate(device, 'search', {
      labels: wanted * labelWords(nodes),
      lists: wanted * listWords(nodes),
    });
    state = { 6: labels, 7: lists };
    await clearLabels(device, labels, nodes, wanted);
    if (destroyed) free();
    else made = wanted;
  }
  const greedy = algorithm === 'greedy';
  const perNode = problem.degree > 4 ? 8 : problem.degree > 2 ? 4 : 2;
  const words = paramsOf(problem, tuning.window ?? WINDOW, greedy);
  words[17] = internals.rounds ?? mostRounds(nodes, loose);
  return {
    variant: 'workgroup',
    map,
    kernel: (result) => ({
      label: `search: ${algorithm}, by workgroups`,
      code: searchWgsl({ smallNodes: small ? rounded : undefined }),
      entry: 'answer',
      constants: {
        LANES: lanes,
        LANES_PER_NODE: tuning.lanesPerNode ?? perNode,
        INTEGER: problem.integer && !greedy ? 1 : 0,
        TICKS: problem.integer ? 1 : 0,
        HEURISTIC: HEURISTICS.indexOf(heuristic),
        GREEDY: greedy ? 1 : 0,
        RESULT: RESULT_CODE[result],
      },
    }),
    get resources() {
      return { 1: map, ...state };
    },
    units: problem,
    reserve,
    params(count, _, limit, pathWords) {
      words.set([count, limit, pathWords], 10);
      return words;
    },
    workgroups: (count) => Math.min(made, count),
    perDispatch: tuning.queriesPerDispatch ?? (small ? 2 ** 18 : Math.max(256, slots * 8)),
    get memoryBytes() {
      return Object.values(state).reduce((sum, buffer) => sum + buffer.size, map.size);
    },
    mostBytes: map.size + slots * slotBytes + 32,
    destroy() {
      destroyed = true;
      map.destroy();
      free();
    },
  };
}

/** The words of the kernel's Params; three of them come with each dispatch. */
function paramsOf(problem: Problem, window: number, greedy: boolean): Uint32Array<ArrayBuffer> {
  const { offsets, integer } = problem;
  const words = new Uint32Array(20);
  const floats = new Float32Array(words.buffer);
  words.set([problem.nodeCount, offsets.firstOut, offsets.out, offsets.firstIn]);
  words.set([offsets.in, offsets.x, offsets.y, offsets.component], 4);
  words.set([offsets.original, offsets.compact], 8);
  const width = window * problem.meanWeight;
  if (greedy) floats[13] = window / 4;
  else if (integer) words[13] = Math.ceil(width);
  else floats[13] = width;
  // f32 sums may fall short of the true length: the heuristic must not overtake them
  floats[14] = greedy ? 1 : problem.heuristicScale * (1 - 2 ** -18);
  words.set(problem.ticks, 15);
  return words;
}
