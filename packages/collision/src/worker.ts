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
import { bindStore } from './body-store.ts';
import { APART, bindGrid, COUNT, type GridLayout, plainStep, SCATTER } from './grids.ts';
import type { Kernels } from './kernel-exports.ts';
import { findPairs, type PairTask } from './pair-finder.ts';
import { meetAll, NEXT } from './pool-barrier.ts';
import type { StoreLayout } from './store-columns.ts';

export interface StartMessage {
  readonly type: 'start';
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly three: boolean;
}

export interface PairsMessage {
  readonly type: 'pairs';
  readonly store: StoreLayout;
  readonly grid: GridLayout;
  readonly task: PairTask;
  readonly end: number;
  /** The address of the control block. */
  readonly control: number;
  readonly thread: number;
  readonly threads: number;
  /** Most pairs to keep. */
  readonly capacity: number;
}

/** Where this thread's pairs lie, until its next message. */
export interface WorkerReply {
  readonly type: 'ready' | 'done';
  readonly address: number;
  readonly bytes: number;
  readonly lost: number;
}

const READY: WorkerReply = { type: 'ready', address: 0, bytes: 0, lost: 0 };

function createServer(): (message: StartMessage | PairsMessage) => WorkerReply {
  let memory: WebAssembly.Memory;
  let kernels: Kernels;
  let answer: Answer;
  let three = false;

  function start(message: StartMessage): void {
    ({ memory, three } = message);
    const blocks: Blocks = createBlocks(createArena(memory));
    kernels = instantiateKernels<Kernels>(message.module, memory, blocks.reallocate);
    kernels.touchBind(three ? 1 : 0);
    answer = createAnswer(kernels, blocks);
  }

  /** Together with the other threads: each a part of the slots, then of the places. */
  function sort({ grid, end, thread, threads }: PairsMessage, control: Int32Array): void {
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

  function find(message: PairsMessage): WorkerReply {
    const { store, grid, task, end, threads, capacity } = message;
    const control = new Int32Array(memory.buffer, message.control, 4);
    bindStore(kernels, store);
    bindGrid(kernels, grid, three);
    sort(message, control);
    answer.begin(capacity, 8);
    const chunk = Math.max(512, Math.ceil(end / threads / 16));
    for (;;) {
      const from = Atomics.add(control, NEXT, chunk);
      if (from >= end) break;
      findPairs(kernels, grid, task, three, from, Math.min(end, from + chunk));
    }
    return { type: 'done', ...answer.end() };
  }

  return (message) => {
    if (message.type === 'pairs') return find(message);
    start(message);
    return READY;
  };
}

serveThread(createServer());
