// The threads of a worker. A lane whose chunk hangs is ended and replaced: that chunk fails with
// the reason, and other chunks of a shared lane begin again. If a thread dies, all its chunks fail.
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
   * aborted chunk, and one beyond its limit, ends its lane; the others in the lane begin again in
   * another.
   */
  run(task: LaneTask, parallel: boolean, signal: AbortSignal): Promise<LaneAnswer>;
  destroy(): Promise<void>;
}

interface Waiting {
  /** Resolves without an answer where another chunk ended the lane. */
  readonly resolve: (answer?: LaneAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Lane {
  readonly thread: Thread;
  /** Chunks without an answer, by ticket: a number for each time a chunk is given to a lane. */
  readonly waiting: Map<number, Waiting>;
  /**
   * Ends the lane. The chunk of the ticket fails with this reason, the others have to begin again;
   * without a ticket all fail.
   */
  end(reason: string, ticket?: number): void;
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

/** Opens a lane; `onEnd` is called once, before its chunks hear of the end. */
function openLane(start: LaneStart, inputs: Inputs, onEnd: (lane: Lane) => void): Lane {
  const entry = new URL(import.meta.resolve('@wayfield/cluster/lane-worker'));
  const thread = new Thread(entry, { workerData: start, name: 'wayfield lane' });
  const waiting = new Map<number, Waiting>();
  let isOpen = true;
  const lane: Lane = {
    thread,
    waiting,
    end(reason, guilty) {
      if (!isOpen) return;
      isOpen = false;
      onEnd(lane);
      for (const [ticket, { resolve, reject }] of waiting) {
        if (guilty === undefined || guilty === ticket) reject(new Error(reason));
        else resolve();
      }
      waiting.clear();
      void thread.terminate();
    },
  };
  thread.on('error', (error) => lane.end(`the thread died: ${reasonOf(error)}`));
  thread.on('exit', (code) => lane.end(`the thread ended with code ${code}`));
  thread.on('message', (message: FromLane) => {
    if (message.type === 'ask') return void answer(thread, inputs, message);
    const found = waiting.get(message.ticket);
    waiting.delete(message.ticket);
    if (message.type === 'done') found?.resolve(message);
    else found?.reject(new Error(message.reason));
  });
  return lane;
}

/** Computes a chunk in a lane; undefined: another chunk ended the lane. */
async function computeIn(
  lane: Lane,
  ticket: number,
  { limitSeconds, ...rest }: LaneTask,
  signal: AbortSignal,
): Promise<LaneAnswer | undefined> {
  const timer = setTimeout(
    () => lane.end(`the chunk took more than ${limitSeconds} s`, ticket),
    1000 * limitSeconds,
  );
  const abort = (): void => lane.end('the chunk was given up', ticket);
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

/** Lanes that are opened when there is work for them. */
export function createLanes(start: LaneStart, inputs: Inputs): Lanes {
  const free: Lane[] = [];
  const all = new Set<Lane>();
  let shared: Lane | undefined;
  let tickets = 0;
  let isOpen = true;

  function open(): Lane {
    const lane = openLane(start, inputs, (ended) => {
      all.delete(ended);
      if (shared === ended) shared = undefined;
      const at = free.indexOf(ended);
      if (at >= 0) free.splice(at, 1);
    });
    all.add(lane);
    return lane;
  }

  /**
   * Computes a chunk in the shared lane. The loop repeats where another chunk ended that lane,
   * because it was aborted or took too long.
   */
  async function inShared(task: LaneTask, signal: AbortSignal): Promise<LaneAnswer> {
    for (;;) {
      signal.throwIfAborted();
      if (!isOpen) throw new Error('the worker stops');
      const found = await computeIn((shared ??= open()), ++tickets, task, signal);
      if (found) return found;
    }
  }

  return {
    async run(task, parallel, signal) {
      if (parallel) return inShared(task, signal);
      const lane = free.pop() ?? open();
      try {
        // no other chunk is in this lane, so there is an answer
        return (await computeIn(lane, ++tickets, task, signal))!;
      } finally {
        if (all.has(lane)) free.push(lane);
      }
    },
    async destroy() {
      isOpen = false;
      const threads = [...all].map(({ thread }) => thread);
      for (const lane of all) lane.end('the worker stops');
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}
