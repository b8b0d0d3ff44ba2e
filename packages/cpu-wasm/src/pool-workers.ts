import type { RunMessage, StartMessage, WorkerReply } from './worker.ts';

/** A thread of a pool, the same in Node and in a browser. */
export interface PoolWorker {
  post(message: StartMessage | RunMessage): void;
  /** The next reply; rejects when the thread says that it failed, or dies. */
  reply(): Promise<Exclude<WorkerReply, { type: 'failed' }>>;
  terminate(): Promise<void>;
}

interface Handlers {
  onReply(reply: WorkerReply): void;
  onError(error: Error): void;
}

/** Threads that the machine runs at the same time. */
export async function hardwareThreads(): Promise<number> {
  const known = globalThis.navigator?.hardwareConcurrency;
  if (known !== undefined) return known;
  const os: string = 'node:os';
  return (await import(/* @vite-ignore */ os)).availableParallelism();
}

/** Why shared memory cannot be used here; undefined where it can. */
export function noSharedMemory(): string | undefined {
  if (typeof SharedArrayBuffer === 'undefined') {
    return 'SharedArrayBuffer is missing (a page needs the headers COOP: same-origin and COEP: require-corp)';
  }
  const { crossOriginIsolated } = globalThis as { crossOriginIsolated?: boolean };
  if (crossOriginIsolated === false) {
    return 'the page is not cross-origin isolated (it needs the headers COOP: same-origin and COEP: require-corp)';
  }
  return undefined;
}

/** Starts one thread. */
export async function startWorker(): Promise<PoolWorker> {
  let settle: { resolve(reply: never): void; reject(error: Error): void } | undefined;
  let dead: Error | undefined;
  const handlers: Handlers = {
    onReply(reply) {
      const waiting = settle;
      settle = undefined;
      busy(false);
      if (reply.type !== 'failed') waiting?.resolve(reply as never);
      else waiting?.reject(reply.range ? new RangeError(reply.message) : new Error(reply.message));
    },
    onError(error) {
      dead = error;
      settle?.reject(error);
    },
  };
  const { post, terminate, busy } =
    typeof Worker === 'function' ? browserWorker(handlers) : await nodeWorker(handlers);
  return {
    post,
    terminate() {
      handlers.onError(new Error('the pool was destroyed'));
      return terminate();
    },
    reply: () =>
      new Promise((resolve, reject) => {
        if (dead) reject(dead);
        else {
          busy(true);
          settle = { resolve, reject };
        }
      }),
  };
}

interface Started extends Pick<PoolWorker, 'post' | 'terminate'> {
  /** A busy thread keeps the process alive, an idle one does not. */
  busy(yes: boolean): void;
}

function browserWorker({ onReply, onError }: Handlers): Started {
  // bundlers look for exactly this expression
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = (event: MessageEvent<WorkerReply>) => onReply(event.data);
  worker.onerror = (event) => onError(new Error(event.message || 'the worker did not start'));
  return {
    post: (message) => worker.postMessage(message),
    terminate: async () => worker.terminate(),
    busy: () => undefined,
  };
}

async function nodeWorker({ onReply, onError }: Handlers): Promise<Started> {
  const threads: string = 'node:worker_threads';
  const { Worker: Thread } = await import(/* @vite-ignore */ threads);
  const worker = new Thread(new URL('./worker.js', import.meta.url));
  worker.on('message', onReply);
  worker.on('error', onError);
  return {
    post: (message) => worker.postMessage(message),
    terminate: async () => void (await worker.terminate()),
    busy: (yes) => (yes ? worker.ref() : worker.unref()),
  };
}
