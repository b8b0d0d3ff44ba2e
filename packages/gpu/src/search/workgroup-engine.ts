// The engine in which a workgroup answers a query: memory, bound on rounds, parameters. The kernel
// is workgroup-search.wgsl.ts; choose-engine.ts makes the engine.
import { largestBinding, uploadWords } from '@wayfield/gpu-core';
import { checkBinding, makeGuarded } from '@wayfield/gpu-core/internal';
import { clearLabels } from './clear-labels.wgsl.ts';
import {
  checkWorkspaces,
  type Engine,
  type EngineOptions,
  WORKSPACE_SHARE,
  workgroupSizeOf,
} from './engine.ts';
import { HEURISTICS } from './heuristic.ts';
import { PARAM_WORDS, RESULT_CODE } from './layout.ts';
import { ROUNDING } from './lower-bound.wgsl.ts';
import type { Problem } from './problem.ts';
import { WORKGROUP_PARAMS as AT, workgroupSearchWgsl } from './workgroup-search.wgsl.ts';
import { createWorkspaces } from './workspaces.ts';

/** Words of `labels` per workspace: a label per node and a waiting bit per node. */
const labelWords = (nodes: number): number => nodes + Math.ceil(nodes / 32);
/** Words of `lists` per workspace and node: near ring 2, far pile 1, touched nodes 1. */
const listWords = (nodes: number): number => 4 * nodes;
/**
 * Workgroup memory, in bytes, for the kernel's variables beside the arrays by node: 12 words, and
 * room for their alignment. With the 16.1 bytes per node of the arrays, 32 KiB hold 2,016 nodes.
 */
const WORKGROUP_REST = 256;
/** Searches under way at a time: enough to fill the largest device measured (H200). */
const USUAL_WORKSPACES = 2048;
/**
 * Width of the near queue's window, in mean weights: the default of `tuning.window`. A wider window
 * fills rounds, and relaxes more nodes before their labels are final.
 */
export const WINDOW = 2;
/**
 * The largest bound, so that a u32 can count the rounds: the kernel adds at most two more before it
 * sees that it passed the bound. `mostRounds` is cut to this from 16,382 nodes on. Up to 65,534
 * nodes it still exceeds n (n + 2), the proven bound. On larger maps it rejects no search in
 * practice: at 1 µs per round, an estimate, 2^32 rounds take 72 minutes, and browsers and most
 * drivers end a dispatch long before.
 */
const MOST_ROUNDS = 2 ** 32 - 3;
/** Near nodes times INVOCATIONS_PER_NODE: a u32, to which the kernel adds up to a workgroup. */
const MOST_SHARES = 2 ** 32 - 2 ** 16;
/**
 * Factor on the proven bound for windows that f32 rounding adds: a node is relaxed again when its
 * label falls by a rounding error. Chosen, not measured.
 */
const ROUNDING_ROOM = 16;
/**
 * Rounds per node with a heuristic that overestimates, and nodes that are added so that the
 * smallest maps have some thousand rounds too. Chosen, not measured: with such a heuristic nodes
 * can be relaxed exponentially often, so some searches have to be given up.
 */
const ROUNDS_PER_NODE = 1024;
const SPARE_NODES = 64;

/**
 * Rounds and windows after which a search on n nodes is given up.
 *
 * With a consistent heuristic n (n + 2) suffice. Every window settles the node of its first key, so
 * there are at most n windows. Round k of a window makes the labels final that are k arcs away from
 * the nodes at the window's start. So the last labels fall in round n - 1, and round n relaxes
 * their nodes. With an empty round, and the window itself, n + 2 are counted for each window. A
 * smaller order than n^2 does not suffice: a node whose key falls below the end of the window stays
 * in the far pile until the next window, which may then relax all others again. In f32 rounding may
 * add windows, so 16 times as many are allowed. Seen for A* in f32: at most 0.24 n rounds and
 * windows on random grids and graphs of 400 to 1,870 nodes.
 */
function mostRounds(nodes: number, mayOverestimate: boolean): number {
  const rounds = mayOverestimate
    ? ROUNDS_PER_NODE * (nodes + SPARE_NODES)
    : ROUNDING_ROOM * (nodes + 2) ** 2;
  return Math.min(MOST_ROUNDS, rounds);
}

/** The memory of the searches on this map and device. */
interface SearchPlan {
  /** Workgroup memory holds the state of a search; else storage does. */
  readonly small: boolean;
  /** Nodes, rounded up so that the waiting bits are whole words. */
  readonly rounded: number;
  /** Searches under way at a time. */
  readonly workspaces: number;
  /** Bytes of storage for each. */
  readonly workspaceBytes: number;
}

/** @throws RangeError where the map or one search does not fit. */
function planSearches(
  device: GPUDevice,
  problem: Problem,
  { budget, tuning }: EngineOptions,
): SearchPlan {
  const { limits } = device;
  const nodes = Math.max(1, problem.nodeCount);
  const rounded = Math.ceil(nodes / 32) * 32;
  // per node a label, two words of the near ring, one of the far pile, and a waiting bit
  const smallBytes = (rounded * 4 + rounded / 32) * 4 + WORKGROUP_REST;
  const small = !tuning.large && smallBytes <= limits.maxComputeWorkgroupStorageSize;
  const workspaceBytes = small ? 0 : (labelWords(nodes) + listWords(nodes)) * 4;
  const mapBytes = problem.words.byteLength;
  const binding = largestBinding(limits);
  checkBinding(limits, 'map', mapBytes);
  const workspaces = Math.min(
    tuning.workspaces ?? USUAL_WORKSPACES,
    limits.maxComputeWorkgroupsPerDimension,
    small ? Infinity : Math.floor(binding / (listWords(nodes) * 4)),
    small ? Infinity : Math.floor(((budget - mapBytes) * WORKSPACE_SHARE) / workspaceBytes),
  );
  checkWorkspaces({ workspaces, workspaceBytes, mapBytes, budget, binding });
  return { small, rounded, workspaces, workspaceBytes };
}

/**
 * An engine in which a workgroup answers a query. Rejects where the map, or one search beside it,
 * does not fit the memory.
 */
export async function createWorkgroupEngine(
  device: GPUDevice,
  problem: Problem,
  options: EngineOptions,
): Promise<Engine> {
  const { algorithm, heuristic, tuning, mayOverestimate, internals } = options;
  const nodes = Math.max(1, problem.nodeCount);
  const plan = planSearches(device, problem, options);
  const { small, workspaces: most } = plan;
  const workgroupSize = workgroupSizeOf(device, tuning.workgroupSize, small ? 64 : 128);
  const map = await makeGuarded(device, 'map', (keep) =>
    keep(uploadWords(device, 'map', problem.words)),
  );
  const state = createWorkspaces(device, {
    most,
    words: { labels: labelWords(nodes), lists: listWords(nodes) },
    fill: ({ labels }, count) => clearLabels(device, labels, nodes, count),
  });
  const greedy = algorithm === 'greedy';
  // the least of 2, 4 and 8 that covers the arcs of every node, or 8
  const suited = problem.degree > 4 ? 8 : problem.degree > 2 ? 4 : 2;
  // at most the workgroup; the near nodes times this number must stay below 2^32
  const perNode = Math.min(
    tuning.invocationsPerNode ?? suited,
    workgroupSize,
    Math.floor(MOST_SHARES / nodes),
  );
  const params = paramsOf(problem, tuning.window ?? WINDOW, greedy);
  params[AT.rounds] = internals.rounds ?? mostRounds(nodes, mayOverestimate);
  return {
    variant: 'workgroup',
    map,
    kernel: (result) => ({
      label: `search: ${algorithm}, by workgroups`,
      code: workgroupSearchWgsl(small ? plan.rounded : undefined),
      entry: 'answer',
      constants: {
        WORKGROUP_SIZE: workgroupSize,
        INVOCATIONS_PER_NODE: perNode,
        INTEGER: problem.integer && !greedy ? 1 : 0,
        TICKS: problem.integer ? 1 : 0,
        HEURISTIC: HEURISTICS.indexOf(heuristic),
        GREEDY: greedy ? 1 : 0,
        RESULT: RESULT_CODE[result],
      },
    }),
    get resources() {
      const { buffers } = state;
      return buffers ? { 1: map, 6: buffers.labels, 7: buffers.lists } : { 1: map };
    },
    units: problem,
    reserve: async (queries) => (small ? undefined : state.reserve(queries)),
    params({ count, limit, pathWords }) {
      params[AT.queryCount] = count;
      params[AT.limit] = limit;
      params[AT.pathWords] = pathWords;
      return params;
    },
    workgroups: (count) => Math.min(small ? most : state.made, count),
    // Bounds the time of a dispatch. On small maps a search takes microseconds; on large maps there
    // are eight searches per workspace.
    perDispatch: tuning.queriesPerDispatch ?? (small ? 2 ** 18 : Math.max(256, most * 8)),
    get memoryBytes() {
      return map.size + state.bytes;
    },
    // 32: allocations are rounded up to 16 bytes, and workspaces are two of them
    mostBytes: map.size + most * plan.workspaceBytes + 32,
    destroy() {
      map.destroy();
      state.destroy();
    },
  };
}

/** The kernel's `Params`; queryCount, limit and pathWords come with each dispatch. */
function paramsOf(problem: Problem, window: number, greedy: boolean): Uint32Array<ArrayBuffer> {
  const { offsets, integer, ticks } = problem;
  const words = new Uint32Array(PARAM_WORDS);
  const floats = new Float32Array(words.buffer);
  words[AT.nodeCount] = problem.nodeCount;
  words[AT.firstOut] = offsets.firstOut;
  words[AT.outArcs] = offsets.out;
  words[AT.firstIn] = offsets.firstIn;
  words[AT.inArcs] = offsets.in;
  words[AT.x] = offsets.x;
  words[AT.y] = offsets.y;
  words[AT.component] = offsets.component;
  words[AT.original] = offsets.original;
  words[AT.nodeOf] = offsets.nodeOf;
  const width = window * problem.meanWeight;
  // keys of greedy search are distances in cells or metres, whatever the weights: half a cell keeps
  // the order nearly exact
  if (greedy) floats[AT.delta] = window / 4;
  else if (integer) words[AT.delta] = Math.ceil(width);
  else floats[AT.delta] = width;
  floats[AT.scale] = greedy ? 1 : problem.heuristicScale * ROUNDING;
  words[AT.straight] = ticks[0];
  words[AT.diagonal] = ticks[1];
  return words;
}
