// One thread of a pool: an instance of the kernels, with an answer of its own, on the memory of the
// pool. Runs as a web worker and as a Node worker thread.
import { type KernelReply, type KernelStart, serveKernels } from '@wayfield/wasm';
import { type StoreLayout } from './bodies/store-columns.ts';
import { bindStore } from './bodies/store-memory.ts';
import { bindGrid, type GridLayout } from './grid/grid-layout.ts';
import { type Part, type PlainStep, plainStep } from './grid/plain-grid.ts';
import type { Host } from './host.ts';
import { APART, COUNT, type Kernels, SCATTER, SHAPE_BYTES } from './kernels.gen.ts';
import { type Answer, createAnswer } from './lists/answer.ts';
import type { Areas } from './lists/areas.ts';
import { findPairs, type PairTask } from './pairs/tasks.ts';
import { checkStopped, meetAll, NEXT } from './pool/barrier.ts';

export interface StartMessage extends KernelStart {
  readonly three: boolean;
}

/** What all threads do together. */
export type Work =
  | { readonly type: 'sort' }
  | { readonly type: 'pairs'; readonly task: PairTask }
  | ({ readonly type: 'neighbours'; readonly square: number } & Rows)
  | ({ readonly type: 'nearest'; readonly square: number; readonly k: number } & Rows)
  | ({ readonly type: 'explore'; readonly areas: Areas } & Rows)
  | Placing;

/** Addresses of one word per row, which threads write: see `listNeighbours` of neighbours.ts. */
interface Rows {
  /** The word of the thread's answer where the row begins. */
  readonly begins: number;
  /** The entries of the row. */
  readonly lengths: number;
}

/**
 * Copies the rows that this thread found in its last work into the common list: see `placeSome` of
 * assembly/lists/neighbours.ts. Numbers are addresses.
 */
interface Placing {
  readonly type: 'place';
  /** Rows belong to bodies and were found in the order of places. False: rows of areas. */
  readonly places: boolean;
  /** As in `Rows`. */
  readonly begins: number;
  /** `Lists.first`: where each row begins in the common list. */
  readonly first: number;
  /** `Lists.slots`: the common list. */
  readonly out: number;
  /** Sort each row. */
  readonly sorted: boolean;
}

export interface WorkMessage {
  readonly type: 'work';
  readonly work: Work;
  readonly store: StoreLayout;
  readonly grid: GridLayout;
  /**
   * Bodies that have places. A plain grid that threads sort has no free slots: this is then the
   * number of slots too.
   */
  readonly end: number;
  /** Rows of the work: places, or areas of `explore`. */
  readonly rows: number;
  /** The address of the control block: pool/barrier.ts. */
  readonly control: number;
  readonly thread: number;
  readonly threads: number;
  /** The most pairs or entries that this thread keeps. */
  readonly capacity: number;
}

/** The answer of this thread, valid until its next work that finds pairs or rows. */
export interface WorkerReply extends KernelReply, Written {}

/** What a thread wrote; all 0 for `sort` and `place`. */
interface Written {
  readonly address: number;
  readonly bytes: number;
  /** Entries that were found and not written. */
  readonly lost: number;
}

const NOTHING: Written = { address: 0, bytes: 0, lost: 0 };

/** What a thread works with. */
interface Thread {
  readonly host: Host;
  readonly answer: Answer;
}

type Finding = Exclude<Work, Placing>;

/**
 * Sorts a plain grid together with the other threads. Each thread takes one equal part, a multiple
 * of 4 because kernels work on vectors of 4: of the slots in COUNT and SCATTER, of the places in
 * APART. All threads meet after each step.
 */
function sort({ host }: Thread, message: WorkMessage, control: Int32Array): void {
  const { grid, end, thread, threads } = message;
  const { plan } = grid;
  if (!plan || grid.sorted) return;
  const size = Math.ceil(end / threads / 4) * 4;
  const from = Math.min(end, thread * size);
  const to = Math.min(end, from + size);
  const step = (what: PlainStep): void => {
    if (from < to) plainStep(host, plan, what, true, { from, to });
  };
  step(COUNT);
  meetAll(control, threads, () => host.kernels.prefixSum(plan.cells));
  step(SCATTER);
  meetAll(control, threads);
  step(APART);
  meetAll(control, threads);
}

/** Searches for the rows from `from` to `to` − 1. */
function find(
  { host }: Thread,
  work: Finding,
  grid: GridLayout,
  scratch: number,
  { from, to }: Part,
): void {
  const { kernels } = host;
  if (work.type === 'pairs') findPairs(host, grid, work.task, from, to);
  else if (work.type === 'neighbours') {
    kernels.listNeighbours(from, to, work.square, work.begins, work.lengths);
  } else if (work.type === 'nearest') {
    const { k, square, begins, lengths } = work;
    kernels.listNearest(from, to, k, square, scratch, begins, lengths);
  } else if (work.type === 'explore') {
    const { areas, begins, lengths } = work;
    const { shapes, masks, selves } = areas;
    const columns = [shapes + SHAPE_BYTES * from, masks + 4 * from, selves + 4 * from] as const;
    const rows = [begins + 4 * from, lengths + 4 * from] as const;
    kernels.exploreAreas(...columns, to - from, scratch, ...rows);
  }
}

/** Takes runs of rows from the common counter, until there are none, and returns those it took. */
function takeRuns(
  thread: Thread,
  work: Finding,
  message: WorkMessage,
  control: Int32Array,
): readonly Part[] {
  const { grid, rows, threads } = message;
  const runs: Part[] = [];
  if (work.type === 'nearest') thread.host.kernels.treeBind(grid.count);
  // the heap of the k nearest, or two shape records of 32 bytes for `exploreAreas`
  const scratch = thread.answer.scratch(work.type === 'nearest' ? 8 * work.k : 64);
  // 16 runs per thread even out the work; shorter runs would not pay for the atomic addition
  const size = Math.max(work.type === 'explore' ? 16 : 512, Math.ceil(rows / threads / 16));
  for (;;) {
    checkStopped(control);
    const from = Atomics.add(control, NEXT, size);
    if (from >= rows) return runs;
    const run = { from, to: Math.min(rows, from + size) };
    find(thread, work, grid, scratch, run);
    runs.push(run);
  }
}

/** Copies the rows of the runs that this thread took into the common list. */
function place(thread: Thread, work: Placing, runs: readonly Part[]): void {
  const { begins, first, out } = work;
  const { address } = thread.answer.end();
  const [places, sorted] = [work.places ? 1 : 0, work.sorted ? 1 : 0];
  for (const { from, to } of runs) {
    thread.host.kernels.placeSome(from, to, places, address, begins, first, out, sorted);
  }
}

serveKernels<Kernels, StartMessage, WorkMessage, Written>((kernelHost, { three }) => {
  const { kernels, arena, blocks } = kernelHost;
  kernels.touchBind(three ? 1 : 0);
  const thread: Thread = {
    host: { ...kernelHost, three },
    answer: createAnswer(kernels, blocks),
  };
  /** The runs that this thread took in the last work. */
  let runs: readonly Part[] = [];

  return (message) => {
    const { work, store, grid, capacity } = message;
    const control = new Int32Array(arena.memory.buffer, message.control, 4);
    bindStore(kernels, store);
    bindGrid(kernels, grid, three);
    if (work.type === 'place') {
      place(thread, work, runs);
      return NOTHING;
    }
    sort(thread, message, control);
    if (work.type === 'sort') return NOTHING;
    thread.answer.begin(capacity, work.type === 'pairs' ? 8 : 4);
    runs = takeRuns(thread, work, message, control);
    return thread.answer.end();
  };
});
