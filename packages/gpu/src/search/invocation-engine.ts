// The engine in which an invocation answers a query: queues or a heap, memory, parameters. The
// kernels are invocation-queues.wgsl.ts and invocation-heap.wgsl.ts; choose-engine.ts makes the
// engine.
import { largestBinding, uploadWords } from '@wayfield/gpu-core';
import { checkBinding, makeGuarded } from '@wayfield/gpu-core/internal';
import { type Graph, type Grid, isGrid, weakComponents } from '@wayfield/graph';
import {
  checkWorkspaces,
  type Engine,
  type EngineOptions,
  WORKSPACE_SHARE,
  workgroupSizeOf,
} from './engine.ts';
import { legalMoves } from '../sssp/grid-tiles.ts';
import { successorsOf } from './grid-moves.ts';
import { HEURISTICS } from './heuristic.ts';
import { HEAP_PARAMS, INVOCATION_HEAP_WGSL } from './invocation-heap.wgsl.ts';
import { invocationQueuesWgsl, QUEUE_PARAMS, risesOf } from './invocation-queues.wgsl.ts';
import { PARAM_WORDS, RESULT_CODE } from './layout.ts';
import { ROUNDING } from './lower-bound.wgsl.ts';
import type { Problem } from './problem.ts';
import { createWorkspaces } from './workspaces.ts';

/** Generations that a record counts: 32 bits, less the 5 of flags and direction. */
const GENERATIONS = 2 ** 27;
/** Searches under way at a time: Dijkstra touches more memory for each. Measured on an H200. */
const USUAL_WORKSPACES = { dijkstra: 32768, other: 65536 } as const;
/** Words of the table `successorsOf`. */
const SUCCESSOR_WORDS = 512;
/** What the kernels `invocation heap` and `invocation queues` differ in. */
interface KernelKind {
  readonly code: string;
  /** The map as the kernel reads it. */
  readonly words: Uint32Array;
  readonly constants: Readonly<Record<string, number>>;
  /** Bytes of a workspace: records, then queues or heap. */
  readonly recordBytes: number;
  readonly listBytes: number;
  /** Fills the words of `Params` after the first five, which come with each dispatch. */
  fill(words: Uint32Array, floats: Float32Array): void;
}

/** Most workspaces, by the options, the device's limits and the budget. */
function mostWorkspaces(
  device: GPUDevice,
  { words, recordBytes, listBytes }: KernelKind,
  workgroupSize: number,
  { algorithm, budget, tuning }: EngineOptions,
): number {
  const { limits } = device;
  const binding = largestBinding(limits);
  const workspaceBytes = recordBytes + listBytes;
  const mapBytes = words.byteLength;
  checkBinding(limits, 'map', mapBytes);
  const workspaces = Math.min(
    tuning.workspaces ?? USUAL_WORKSPACES[algorithm === 'dijkstra' ? 'dijkstra' : 'other'],
    limits.maxComputeWorkgroupsPerDimension * workgroupSize,
    Math.floor(binding / Math.max(recordBytes, listBytes)),
    Math.floor(((budget - mapBytes) * WORKSPACE_SHARE) / workspaceBytes),
  );
  checkWorkspaces({ workspaces, workspaceBytes, mapBytes, budget, binding });
  return workspaces;
}

/**
 * An engine in which an invocation answers a query. Rejects where the map, or one search beside it,
 * does not fit the memory.
 */
export async function createInvocationEngine(
  device: GPUDevice,
  data: Graph | Grid,
  problem: Problem,
  options: EngineOptions,
): Promise<Engine> {
  const { algorithm, heuristic, tuning, internals } = options;
  const nodes = Math.max(1, problem.nodeCount);
  const kind = kindFor(data, problem, options);
  const { recordBytes, listBytes } = kind;
  const workgroupSize = workgroupSizeOf(device, tuning.workgroupSize, 64);
  const most = mostWorkspaces(device, kind, workgroupSize, options);
  const map = await makeGuarded(device, 'map', (keep) =>
    keep(uploadWords(device, 'map', kind.words)),
  );
  const state = createWorkspaces(device, {
    most,
    words: { records: recordBytes / 4, lists: listBytes / 4 },
  });
  const generations = internals.generations ?? GENERATIONS;
  let generation = internals.generation ?? 1;
  const params = new Uint32Array(PARAM_WORDS);
  kind.fill(params, new Float32Array(params.buffer));
  return {
    variant: 'invocation',
    map,
    kernel: (result) => ({
      label: `search: ${algorithm}, by invocations`,
      code: kind.code,
      entry: 'answer',
      constants: {
        WORKGROUP_SIZE: workgroupSize,
        HEURISTIC: HEURISTICS.indexOf(heuristic),
        RESULT: RESULT_CODE[result],
        INTERLEAVED: (tuning.interleaved ?? tuning.heap) ? 1 : 0,
        ...kind.constants,
      },
    }),
    get resources() {
      const { records, lists } = state.buffers!;
      return { 1: map, 6: records, 7: lists };
    },
    units: problem,
    reserve: (queries) => state.reserve(queries),
    params({ count, begin, limit, pathWords }) {
      // the first words of `Params` of both kernels
      params.set([count, limit, pathWords, state.made, generation]);
      // one invocation could answer all queries of the dispatch, each with a generation of its own
      generation += limit - begin;
      return params;
    },
    workgroups: (count) => Math.ceil(Math.min(state.made, count) / workgroupSize),
    // Bounds the time of a dispatch to about 2^29 settled nodes, if every search settles all nodes.
    // At least 1,024 queries, which keep the device busy: on maps of over 2^19 nodes these settle
    // more. At most 2^20, the queries of the largest wave.
    perDispatch:
      tuning.queriesPerDispatch ?? Math.max(1024, Math.min(2 ** 20, Math.ceil(2 ** 29 / nodes))),
    order: {
      width: isGrid(data) ? data.width : 0,
      height: isGrid(data) ? data.height : 0,
      area: algorithm === 'dijkstra',
    },
    prepare(encoder, count) {
      if (generation + count <= generations) return;
      encoder.clearBuffer(state.buffers!.records);
      generation = 1;
    },
    // the records may have kept what was to be cleared: the next dispatch clears them
    submitFailed: () => void (generation = generations),
    get memoryBytes() {
      return map.size + state.bytes;
    },
    // 32: allocations are rounded up to 16 bytes, and workspaces are two of them
    mostBytes: map.size + most * (recordBytes + listBytes) + 32,
    destroy() {
      map.destroy();
      state.destroy();
    },
  };
}

/** Queues on uniform grids where the key rises by few amounts, else a heap. */
function kindFor(
  data: Graph | Grid,
  problem: Problem,
  { algorithm, heuristic, tuning }: EngineOptions,
): KernelKind {
  const suits = isGrid(data) && problem.integer && algorithm !== 'greedy' && !tuning.heap;
  const rises = suits ? risesOf(data.neighbours, heuristic, problem.ticks) : undefined;
  return rises ? queues(data as Grid, problem, rises) : heap(problem, algorithm === 'greedy');
}

/** The map: a byte of moves per cell, the table of successors, a word of component per cell. */
function queues(grid: Grid, { ticks }: Problem, rises: readonly number[]): KernelKind {
  const cells = grid.cost.length;
  const moveWords = Math.ceil(cells / 4);
  const componentAt = moveWords + SUCCESSOR_WORDS;
  const words = new Uint32Array(componentAt + cells);
  const bytes = new Uint8Array(words.buffer);
  bytes.set(legalMoves(grid));
  bytes.set(successorsOf(grid.corners), moveWords * 4);
  words.set(weakComponents(grid).component, componentAt);
  return {
    code: invocationQueuesWgsl(rises),
    words,
    constants: { EIGHT: grid.neighbours === 8 ? 1 : 0 },
    recordBytes: cells * 8,
    listBytes: cells * 8 * rises.length,
    fill(params) {
      params[QUEUE_PARAMS.width] = grid.width;
      params[QUEUE_PARAMS.cells] = cells;
      params[QUEUE_PARAMS.moves] = 0;
      params[QUEUE_PARAMS.successors] = moveWords;
      params[QUEUE_PARAMS.component] = componentAt;
      params[QUEUE_PARAMS.straight] = ticks[0];
      params[QUEUE_PARAMS.diagonal] = ticks[1];
    },
  };
}

function heap(problem: Problem, greedy: boolean): KernelKind {
  const { nodeCount, arcCount, offsets, integer, ticks } = problem;
  const nodes = Math.max(1, nodeCount);
  // each arc pushes at most one entry; greedy search pushes a node once
  const heapSize = greedy ? nodes : Math.max(1, arcCount);
  return {
    code: INVOCATION_HEAP_WGSL,
    words: problem.words,
    constants: { TICKS: integer ? 1 : 0, GREEDY: greedy ? 1 : 0 },
    recordBytes: nodes * 16,
    listBytes: heapSize * 8,
    fill(params, floats) {
      params[HEAP_PARAMS.nodeCount] = nodes;
      params[HEAP_PARAMS.firstOut] = offsets.firstOut;
      params[HEAP_PARAMS.outArcs] = offsets.out;
      params[HEAP_PARAMS.x] = offsets.x;
      params[HEAP_PARAMS.y] = offsets.y;
      params[HEAP_PARAMS.component] = offsets.component;
      params[HEAP_PARAMS.original] = offsets.original;
      params[HEAP_PARAMS.nodeOf] = offsets.nodeOf;
      params[HEAP_PARAMS.heapSize] = heapSize;
      floats[HEAP_PARAMS.scale] = problem.heuristicScale * ROUNDING;
      params[HEAP_PARAMS.straight] = ticks[0];
      params[HEAP_PARAMS.diagonal] = ticks[1];
    },
  };
}
