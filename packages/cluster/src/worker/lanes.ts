// The threads of a worker. A lane that hangs or dies is replaced; its chunk fails with the reason.
import { Worker as Thread } from 'node:worker_threads';
import { reasonOf } from '../limits.ts';
import type { Json } from '../types.ts';
import type { Inputs } from './inputs.ts';
import type { FromLane, LaneStart, ToLane } from './messages.ts';

/** A chunk for a lane. */
export interface LaneTask {
  readonly kind: string;
  readonly spec: Json;
  readonly shape: Json;
  /** Threads that the chunk may use. */
  readonly threads: number;
  /** Seconds after which the lane is ended. */
  readonly limitSeconds: number;
}

/** What a lane made of a chunk. */
export interface LaneAnswer {
  readonly bytes: Uint8Array;
  readonly seconds: number;
}

/** Threads that compute chunks. */
export interface Lanes {
  /**
   * Computes a chunk in a free lane; `parallel`: in the lane that all parallel chunks share. An
   * aborted chunk ends its lane.
   */
  run(task: LaneTask, parallel: boolean, signal: AbortSignal): Promise<LaneAnswer>;
  destroy(): Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: LaneAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Lane {
  readonly thread: Thread;
  readonly waiting: Map<number, Waiting>;
  /** Ends the lane; chunks that wait fail with this reason. */
  end(reason: string): void;
}

async function answer(
  thread: Thread,
  inputs: Inputs,
  { question, sha, range }: Extract<FromLane, { type: 'ask' }>,
): Promise<void> {
  const say = (message: ToLane): void => thread.postMessage(message);
  try {
    const bytes = await (range === undefined ? inputs.whole(sha) : inputs.slice(sha, range));
    say({ type: 'reply', question, bytes });
  } catch (error) {
    say({ type: 'refused', question, reason: reasonOf(error) });
  }
}

/** Lanes that are opened when there is work for them. */
export function createLanes(start: LaneStart, inputs: Inputs): Lanes {
  const entry = new URL(import.meta.resolve('@wayfield/cluster/lane-worker'));
  const free: Lane[] = [];
  const all = new Set<Lane>();
  let shared: Lane | undefined;
  let tickets = 0;

  function open(): Lane {
    const thread = new Thread(entry, { workerData: start, name: 'wayfield lane' });
    const waiting = new Map<number, Waiting>();
    const end = (reason: string): void => {
      if (!all.delete(lane)) return;
      if (shared === lane) shared = undefined;
      const at = free.indexOf(lane);
      if (at >= 0) free.splice(at, 1);
      for (const { reject } of waiting.values()) reject(new Error(reason));
      waiting.clear();
      void thread.terminate();
    };
    const lane: Lane = { thread, waiting, end };
    all.add(lane);
    thread.on('error', (error) => end(`the thread died: ${reasonOf(error)}`));
    thread.on('exit', (code) => end(`the thread ended with code ${code}`));
    thread.on('message', (message: FromLane) => {
      if (message.type === 'ask') return void answer(thread, inputs, message);
      const found = waiting.get(message.ticket);
      waiting.delete(message.ticket);
      if (message.type === 'done') found?.resolve(message);
      else found?.reject(new Error(message.reason));
    });
    return lane;
  }

  async function compute(lane: Lane, task: LaneTask, signal: AbortSignal): Promise<LaneAnswer> {
    const ticket = ++tickets;
    const { limitSeconds, ...rest } = task;
    const timer = setTimeout(
      () => lane.end(`the chunk took more than ${limitSeconds} s`),
      1000 * limitSeconds,
    );
    const abort = (): void => lane.end('the chunk was given up');
    signal.addEventListener('abort', abort);
    try {
      return await new Promise((resolve, reject) => {
        lane.waiting.set(ticket, { resolve, reject });
        lane.thread.postMessage({ type: 'chunk', ticket, ...rest } satisfies ToLane);
        if (signal.aborted) abort();
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  }

  return {
    async run(task, parallel, signal) {
      if (parallel) return compute((shared ??= open()), task, signal);
      const lane = free.pop() ?? open();
      try {
        return await compute(lane, task, signal);
      } finally {
        if (all.has(lane)) free.push(lane);
      }
    },
    async destroy() {
      const threads = [...all].map(({ thread }) => thread);
      for (const lane of all) lane.end('the worker stops');
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}
