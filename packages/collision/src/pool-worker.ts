// One thread of a pool: an instance of the kernels, with an answer of its own, on the memory of the pool.
// Runs as a web worker and as a Node worker thread.
import {
  type Blocks,
  createArena,
  createBlocks,
  instantiateKernels,
  serveThread,
} from '@wayfield/wasm';
import { type Answer, createAnswer } from './answer.ts';
import type { Areas } from './areas.ts';
import { bindStore } from './body-store.ts';
import { APART, bindGrid, COUNT, type GridLayout, plainStep, SCATTER } from './grids.ts';
import type { Kernels } from './kernel-exports.ts';
import { findPairs, type PairTask } from './pair-finder.ts';
import { checkStopped, meetAll, NEXT } from './pool-barrier.ts';
import type { StoreLayout } from './store-columns.ts';

export interface StartMessage {
  readonly type: 'start';
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly three: boolean;
  /** Where the arena of this thread lists its blocks. */
  readonly ledger: number;
}

/** What all threads work at together: runs of rows that each takes from a common counter. */
export type Work =
  | { readonly type: 'sort' }
  | { readonly type: 'pairs'; readonly task: PairTask }
  | ({ readonly type: 'neighbours'; readonly square: number } & Rows)
  | ({ readonly type: 'nearest'; readonly square: number; readonly k: number } & Rows)
  | ({ readonly type: 'explore'; readonly areas: Areas } & Rows)
  | Placing;

/** Where rows are noted: assembly/neighbours.ts. */
interface Rows {
  readonly begins: number;
  readonly lengths: number;
}

/** Rows of the last work, each to where it belongs. */
interface Placing {
  readonly type: 'place';
  /** Rows are of bodies, in the order of places. */
  readonly places: boolean;
  readonly begins: number;
  readonly first: number;
  readonly out: number;
  readonly sorted: boolean;
}

export interface WorkMessage {
  readonly type: 'work';
  readonly work: Work;
  readonly store: StoreLayout;
  readonly grid: GridLayout;
  /** Bodies in places. */
  readonly end: number;
  /** Places, or queries. */
  readonly rows: number;
  /** The address of the control block. */
  readonly control: number;
  readonly thread: number;
  readonly threads: number;
  /** Most pairs or entries to keep. */
  readonly capacity: number;
}

/** Where this thread's answer lies, until its next message that begins another. */
export interface WorkerReply {
  readonly type: 'ready' | 'done';
  readonly address: number;
  readonly bytes: number;
  readonly lost: number;
}

const READY: WorkerReply = { type: 'ready', address: 0, bytes: 0, lost: 0 };

function createServer(): (message: StartMessage | WorkMessage) => WorkerReply {
  let memory: WebAssembly.Memory;
  let kernels: Kernels;
  let answer: Answer;
  let three = false;
  /** Runs of rows that this thread took: first, end. */
  let taken: number[] = [];

  function start(message: StartMessage): void {
    ({ memory, three } = message);
    const blocks: Blocks = createBlocks(createArena(memory, message.ledger));
    kernels = instantiateKernels<Kernels>(message.module, memory, blocks.reallocate);
    kernels.touchBind(three ? 1 : 0);
    answer = createAnswer(kernels, blocks);
  }

  /** Together with the other threads: each a part of the slots, then of the places. */
  function sort({ grid, end, thread, threads }: WorkMessage, control: Int32Array): void {
    const { plan } = grid;
    if (!plan || grid.sorted) return;
    const part = Math.ceil(end / threads / 4) * 4;
    const from = Math.min(end, thread * part);
    const to = Math.min(end, from + part);
    const step = (what: typeof COUNT | typeof SCATTER | typeof APART): void => {
      if (from < to) plainStep(kernels, plan, three, what, true, from, to);
    };
    step(COUNT);
    meetAll(control, threads, () => kernels.prefixSum(plan.cells));
    step(SCATTER);
    meetAll(control, threads);
    step(APART);
    meetAll(control, threads);
  }

  function find(
    work: Exclude<Work, Placing>,
    grid: GridLayout,
    scratch: number,
    from: number,
    to: number,
  ): void {
    if (work.type === 'pairs') findPairs(kernels, grid, work.task, three, from, to);
    else if (work.type === 'neighbours') {
      kernels.listNeighbours(from, to, work.square, work.begins, work.lengths);
    } else if (work.type === 'nearest') {
      const { k, square, begins, lengths } = work;
      kernels.listNearest(from, to, k, square, scratch, begins, lengths);
    } else if (work.type === 'explore') {
      const { areas, begins, lengths } = work;
      const { shapes, masks, selves } = areas;
      const columns = [shapes + 32 * from, masks + 4 * from, selves + 4 * from] as const;
      const rows = [begins + 4 * from, lengths + 4 * from] as const;
      kernels.exploreAreas(...columns, to - from, scratch, ...rows);
    }
  }

  function takeRows(work: Exclude<Work, Placing>, message: WorkMessage, control: Int32Array): void {
    const { grid, rows, threads } = message;
    taken = [];
    if (work.type === 'nearest') kernels.treeBind(grid.count);
    const scratch = answer.scratch(work.type === 'nearest' ? 8 * work.k : 64);
    const chunk = Math.max(work.type === 'explore' ? 16 : 512, Math.ceil(rows / threads / 16));
    for (;;) {
      checkStopped(control);
      const from = Atomics.add(control, NEXT, chunk);
      if (from >= rows) break;
      const to = Math.min(rows, from + chunk);
      find(work, grid, scratch, from, to);
      taken.push(from, to);
    }
  }

  function place({ places, begins, first, out, sorted }: Placing): void {
    const { address } = answer.end();
    const [where, order] = [places ? 1 : 0, sorted ? 1 : 0];
    for (let i = 0; i < taken.length; i += 2) {
      kernels.placeSome(taken[i], taken[i + 1], where, address, begins, first, out, order);
    }
  }

  function run(message: WorkMessage): WorkerReply {
    const { work, store, grid, capacity } = message;
    const control = new Int32Array(memory.buffer, message.control, 4);
    bindStore(kernels, store);
    bindGrid(kernels, grid, three);
    if (work.type === 'place') {
      place(work);
      return READY;
    }
    sort(message, control);
    if (work.type === 'sort') return READY;
    answer.begin(capacity, work.type === 'pairs' ? 8 : 4);
    takeRows(work, message, control);
    return { type: 'done', ...answer.end() };
  }

  return (message) => {
    if (message.type === 'work') return run(message);
    start(message);
    return READY;
  };
}

serveThread(createServer());
