/** A thread, the same in Node and in a browser. */
export interface Thread<Message, Reply> {
  post(message: Message): void;
  /** The next reply; rejects when the thread says that it failed, or dies. */
  reply(): Promise<Reply>;
  terminate(): Promise<void>;
}

/** What a thread posts instead of a reply when its work threw. */
export interface Failure {
  readonly type: 'failed';
  readonly message: string;
  /** It was a RangeError. */
  readonly range: boolean;
}

/** How to start the module of a thread; each in the words that bundlers look for. */
export interface ThreadModule {
  /** `() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })` */
  readonly worker: () => Worker;
  /** `() => new URL('./worker.js', import.meta.url)` */
  readonly url: () => URL;
}

interface Handlers {
  onReply(reply: unknown): void;
  onError(error: Error): void;
}

interface Started {
  post(message: unknown): void;
  terminate(): Promise<void>;
  /** A busy thread keeps the process alive, an idle one does not. */
  busy(yes: boolean): void;
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

/** Starts one thread of a module that calls `serveThread`. */
export async function startThread<Message, Reply>(
  module: ThreadModule,
): Promise<Thread<Message, Reply>> {
  let settle: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  let dead: Error | undefined;
  const handlers: Handlers = {
    onReply(reply) {
      const waiting = settle;
      settle = undefined;
      busy(false);
      const { type, message, range } = reply as Failure;
      if (type !== 'failed') waiting?.resolve(reply as Reply);
      else waiting?.reject(range ? new RangeError(message) : new Error(message));
    },
    onError(error) {
      dead = error;
      settle?.reject(error);
    },
  };
  const { post, terminate, busy } =
    typeof Worker === 'function'
      ? browserThread(module, handlers)
      : await nodeThread(module, handlers);
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

function browserThread(module: ThreadModule, { onReply, onError }: Handlers): Started {
  const worker = module.worker();
  worker.onmessage = (event: MessageEvent) => onReply(event.data);
  worker.onerror = (event) => onError(new Error(event.message || 'the worker did not start'));
  return {
    post: (message) => worker.postMessage(message),
    terminate: async () => worker.terminate(),
    busy: () => undefined,
  };
}

async function nodeThread(module: ThreadModule, { onReply, onError }: Handlers): Promise<Started> {
  // hidden from bundlers, which have no such module
  const threads: string = 'node:worker_threads';
  const { Worker: NodeWorker } = await import(/* @vite-ignore */ threads);
  const worker = new NodeWorker(module.url());
  worker.on('message', onReply);
  worker.on('error', onError);
  return {
    post: (message) => worker.postMessage(message),
    terminate: async () => void (await worker.terminate()),
    busy: (yes) => (yes ? worker.ref() : worker.unref()),
  };
}

/**
 * To be called in the module of a thread: answers every message with what `answer` returns for it; what
 * it throws becomes a `Failure`.
 */
export function serveThread<Message, Reply>(answer: (message: Message) => Reply): void {
  const reply = (message: Message): Reply | Failure => {
    try {
      return answer(message);
    } catch (error) {
      const { message: text } = error as Error;
      return { type: 'failed', message: text, range: error instanceof RangeError };
    }
  };
  // a browser's worker has its own global scope; elsewhere this is a thread of Node
  const scope = globalThis as unknown as {
    WorkerGlobalScope?: unknown;
    postMessage(message: Reply | Failure): void;
    onmessage: ((event: { data: Message }) => void) | null;
  };
  if (scope.WorkerGlobalScope !== undefined) {
    scope.onmessage = (event) => scope.postMessage(reply(event.data));
  } else {
    const threads: string = 'node:worker_threads';
    void import(/* @vite-ignore */ threads).then(({ parentPort }) => {
      parentPort.on('message', (message: Message) => parentPort.postMessage(reply(message)));
    });
  }
}
