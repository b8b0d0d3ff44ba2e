// The buffers that search kernels and the host share, and the files that describe their words where
// this one does not. The solver owns all of them; `destroy` frees them.
//
//   map       the sections of problem.ts. Made with the engine, kept until `destroy`
//   labels, lists, records
//             the workspaces of searches under way: see workgroup-state.wgsl.ts and
//             invocation-*.wgsl.ts, whose kernels call `lists` the queues or the heap. Made by
//             workspaces.ts; made again where a batch needs more
//   queries, results, counters, paths, and what else wave-memory.ts lists
//             Kept from wave to wave; made again where a wave needs more
//   labels, parents of trees
//             those of `ResidentTrees` (sssp/types.ts), valid until the next trees are found
//
// `queries` holds the sources of all queries of the wave, then the targets. For answers from trees
// (tree-walk.wgsl.ts) they are the leaf, then the number of the tree. WGSL reserves the word
// `target`, so kernels call the target node `goal`. `counters` holds the number of the next query,
// then the first free word of `paths`, then what answers.wgsl.ts counts. `paths` holds the nodes of
// paths where kernels found room.
//
// `results` has SECTIONS sections of one word per query of the wave:
//
//   STATUS       a status code of `Routes`, or NO_ROOM or STUCK below
//   LABEL        the cost of the path: ticks or the bits of an f32. Kernels that count steps
//                instead of labels put the straight steps here
//   SETTLED      nodes that the search settled; workgroups count a node each time they relax it.
//                From trees 0, or the diagonal steps where kernels count steps
//   PATH_AT      where the path begins in `paths`; with result 'next' the node after the source;
//                with status NO_ROOM the number of nodes of the path
//   PATH_LENGTH  nodes of the path in `paths`, 0 where there is none
//
// The first sections are copied to staging memory, as many as the kind of result needs
// (SECTIONS_BACK). `run` and `hold` of wave.ts read them, and for result 'routes' firstNode, as in
// `Routes`. `answer` reads SETTLED, and the statuses and costs that answers.wgsl.ts makes of the
// sections. It reads LABEL only where the device cannot make all costs. compact-wave.ts copies only
// LABEL of the sections, and reads LABEL in the same case.
import { FOUND, NO_PATH, NONE, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';

/** Status of a kernel: the path found no room in this wave, the query is asked again. */
export const NO_ROOM = 250;
/**
 * Status of a kernel: the search did not end within its bound. `stuckError` is thrown by `toCosts`
 * (costs.ts) and `readAnswers` (wave.ts) for runs, `hold` (wave.ts) for agents, compact-runner.ts.
 */
export const STUCK = 251;

/** Label of a greedy path that has this number of ticks or more. */
export const TOO_LONG = 0xfffffffe;

/** Sections of `results`, in their order. */
export const SECTION = { status: 0, label: 1, settled: 2, pathAt: 3, pathLength: 4 } as const;
export const SECTIONS = 5;

/** Sections that are read back, by kind of result. */
export const SECTIONS_BACK = { cost: 3, next: 4, routes: 4 } as const;

/** What a run is asked for. */
export type Result = keyof typeof SECTIONS_BACK;
/** The value of the kernels' override RESULT. */
export const RESULT_CODE: Readonly<Record<Result, number>> = { cost: 0, next: 1, routes: 2 };

/** The words of a section for `count` queries: a view. */
export function sectionOf(
  results: Uint32Array,
  count: number,
  name: keyof typeof SECTION,
): Uint32Array {
  return results.subarray(SECTION[name] * count, (SECTION[name] + 1) * count);
}

/** The error for a query with status STUCK. */
export const stuckError = (): Error =>
  new Error(
    'a search was given up: it took more rounds than are allowed on a map of this size. Take ' +
      "another heuristic ('zero' always ends); where it does not overestimate, this is a defect " +
      'of @wayfield/gpu',
  );

/** Words of the largest `Params` of a search kernel. */
export const PARAM_WORDS = 20;

/**
 * What every search kernel begins with: constants, bindings 0 and 2 to 5, and `report`. Follows
 * `struct Params`, of which it reads queryCount.
 */
export const SEARCH_BINDINGS: string = /* wgsl */ `
const INF = 0xffffffffu;
const NONE = ${NONE}u;
const FOUND = ${FOUND}u;
const NO_PATH = ${NO_PATH}u;
const SOURCE_BLOCKED = ${SOURCE_BLOCKED}u;
const TARGET_BLOCKED = ${TARGET_BLOCKED}u;
/** The path found no room in this wave: the host asks again. */
const NO_ROOM = ${NO_ROOM}u;
/** The search did not end within its bound. */
const STUCK = ${STUCK}u;
/** Places in the counters. */
const NEXT_QUERY = 0u;
const PATH_TOP = 1u;

/** 0: costs alone, 1: the node after the source, 2: whole paths. */
override RESULT: u32 = 2;

@group(0) @binding(0) var<uniform> params: Params;
/** Sources, then targets. */
@group(0) @binding(2) var<storage, read> queries: array<u32>;
/** Sections of queryCount words: see layout.ts. */
@group(0) @binding(3) var<storage, read_write> results: array<u32>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> paths: array<u32>;

fn report(q: u32, status: u32, label: u32, settledCount: u32, pathAt: u32, pathLength: u32) {
  results[q] = status;
  results[${SECTION.label}u * params.queryCount + q] = label;
  results[${SECTION.settled}u * params.queryCount + q] = settledCount;
  results[${SECTION.pathAt}u * params.queryCount + q] = pathAt;
  results[${SECTION.pathLength}u * params.queryCount + q] = pathLength;
}
`;

/** What a wave brought back. All arrays but `node` are views that the next wave writes over. */
export interface WaveResult {
  readonly count: number;
  /** The sections that were read back, of `count` words each: all but the path lengths. */
  readonly results: Uint32Array;
  /** Result 'routes' only: count + 1 words, as in `Routes`. */
  readonly firstNode: Uint32Array;
  /** Result 'routes' only: the nodes of all paths. */
  readonly node: Uint32Array;
}
