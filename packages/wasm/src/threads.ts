import { callback, object, optional, type Rule, text } from '@wayfield/check';

/** What a `Worker` of a page and a `Worker` of `node:worker_threads` have in common. */
export interface PoolWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
}

/** Where the script of a thread comes from. */
export interface ThreadScript {
  /**
   * A script without imports that calls `serveThread`. Started from a Blob, or in Node from the
   * text.
   */
  readonly source: string;
  /**
   * Starts the same script from a file, for pages whose content security policy refuses workers
   * from `blob:` addresses.
   */
  readonly worker?: (() => PoolWorker) | undefined;
}

/** What a thread posts instead of a reply when its work threw. */
export interface Failure {
  readonly type: 'failed';
  readonly message: string;
  /** The error was a RangeError. */
  readonly range: boolean;
}

/** How a thread ended: "ended with exit code 1", and an error message where there is one. */
export interface ThreadEnd {
  readonly how: string;
  readonly detail?: string | undefined;
}

/** What became of a message to a thread. */
export type Outcome<Reply> =
  | { readonly type: 'reply'; readonly reply: Reply }
  | { readonly type: 'failure'; readonly error: Error }
  | ({ readonly type: 'ended' } & ThreadEnd);

/** A thread, the same in Node and in a browser. */
export interface Thread<Message, Reply> {
  /**
   * Posts a message and waits for its reply. Never rejects. One message at a time: a second call
   * before the reply leaves the first one without an answer.
   */
  ask(message: Message): Promise<Outcome<Reply>>;
  /** Undefined while the thread lives. */
  readonly ended: ThreadEnd | undefined;
  /**
   * Ends the thread; an `ask` under way resolves with 'ended'. Rejects where `terminate` of a
   * worker of the caller's throws.
   */
  terminate(): Promise<void>;
}

/** Posted instead of a reply to a message that the thread cannot read. */
interface Unread {
  readonly type: 'unread';
}

type NodeWorker = PoolWorker & {
  on(event: string, listener: (value: never) => void): void;
  ref(): void;
  unref(): void;
};

type WebWorker = PoolWorker & {
  addEventListener(type: string, listener: (event: MessageEvent & ErrorEvent) => void): void;
};

/** Threads that the machine runs at the same time. */
export async function hardwareThreads(): Promise<number> {
  const known = globalThis.navigator?.hardwareConcurrency;
  if (known !== undefined) return known;
  const os: string = 'node:os';
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ os)).availableParallelism();
}

const HEADERS = 'the headers COOP: same-origin and COEP: require-corp';

/** Why shared memory cannot be used here; undefined where it can. */
export function noSharedMemory(): string | undefined {
  if (typeof SharedArrayBuffer === 'undefined') {
    return `SharedArrayBuffer is missing (a page needs ${HEADERS})`;
  }
  const { crossOriginIsolated } = globalThis as { crossOriginIsolated?: boolean };
  if (crossOriginIsolated === false) {
    return `the page is not cross-origin isolated (it needs ${HEADERS})`;
  }
  return undefined;
}

const aScript: Rule = /* @__PURE__ */ object(
  { source: text, worker: /* @__PURE__ */ optional(callback) },
  'a ThreadScript',
);

/**
 * Starts one thread. Rejects where no worker can be made; a script that fails later ends the
 * thread.
 *
 * @example
 * const thread = await startThread<Work, { type: 'done'; n: number }>({ source: WORKER_SOURCE });
 * const outcome = await thread.ask({ type: 'work', n: 1 }); // 'reply', 'failure' or 'ended'
 * if (outcome.type === 'reply') {
 *   console.log(outcome.reply.n); // 2
 * }
 * await thread.terminate();
 */
export async function startThread<Message, Reply>(
  script: ThreadScript,
): Promise<Thread<Message, Reply>> {
  aScript(script, 'script');
  let settle: ((outcome: Outcome<Reply>) => void) | undefined;
  let ended: ThreadEnd | undefined;
  const { worker, release } = await makeWorker(script);
  const node = 'on' in worker ? (worker as NodeWorker) : undefined;

  function finish(outcome: Outcome<Reply>): void {
    release();
    node?.unref();
    const waiting = settle;
    settle = undefined;
    waiting?.(outcome);
  }
  function end(how: string, detail?: string): void {
    if (ended !== undefined) return;
    ended = { how, detail };
    finish({ type: 'ended', ...ended });
    // a browser's worker lives on after an error; that of a caller may refuse
    stop().catch(() => undefined);
  }
  async function stop(): Promise<void> {
    await worker.terminate();
  }
  function receive(reply: unknown): void {
    if (ended !== undefined) return;
    const { type } = reply as { type: unknown };
    if (type === 'unread') end('could not read its message');
    else if (type === 'failed') {
      const { message, range } = reply as Failure;
      finish({ type: 'failure', error: range ? new RangeError(message) : new Error(message) });
    } else finish({ type: 'reply', reply: reply as Reply });
  }
  if (node !== undefined) {
    node.on('message', receive);
    node.on('messageerror', () => end('sent a reply that cannot be read'));
    node.on('error', (error: Error) => end('failed', error.message));
    node.on('exit', (code: number) => end(`ended with exit code ${code}`));
    // last, because a listener of messages makes the thread keep the process alive
    node.unref();
  } else {
    const web = worker as WebWorker;
    web.addEventListener('message', ({ data }) => receive(data));
    web.addEventListener('messageerror', () => end('sent a reply that cannot be read'));
    web.addEventListener('error', (event) => {
      // the outcome 'ended' reports the error, so the page need not report it as well
      event.preventDefault();
      // a script that does not load gives no reason
      end('failed', event.message || "its script does not load, or the page's policy refuses it");
    });
  }

  return {
    get ended() {
      return ended;
    },
    ask: (message) =>
      new Promise((resolve) => {
        if (ended !== undefined) {
          resolve({ type: 'ended', ...ended });
          return;
        }
        settle = resolve;
        // a busy thread keeps a process of Node alive, an idle one does not
        node?.ref();
        try {
          worker.postMessage(message);
        } catch (error) {
          end('could not be sent its message', (error as Error).message);
        }
      }),
    async terminate() {
      end('was terminated');
      await stop();
    },
  };
}

/**
 * A worker, and `release`, which frees the `blob:` address of its script. Call `release` once the
 * worker has replied or ended: before that it may not have loaded the script yet.
 */
async function makeWorker({
  source,
  worker,
}: ThreadScript): Promise<{ worker: PoolWorker; release(): void }> {
  if (worker !== undefined) return { worker: worker(), release() {} };
  if (typeof Worker === 'function') {
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    const release = (): void => URL.revokeObjectURL(url);
    try {
      return { worker: new Worker(url, { type: 'module' }), release };
    } catch (error) {
      release();
      throw error;
    }
  }
  // the name in a variable: bundlers for pages, which have no such module, do not look for it
  const threads: string = 'node:worker_threads';
  const { Worker: NodeThread } = await import(/* @vite-ignore */ /* webpackIgnore: true */ threads);
  // Without `execArgv` of the process: the script has no imports, and starting the loaders that
  // `execArgv` may name takes longer than starting the thread.
  return { worker: new NodeThread(source, { eval: true, execArgv: [] }), release() {} };
}

/**
 * To be called in the script of a thread. Answers every message with what `answer` returns for the
 * message, or with what the returned promise resolves to. What `answer` throws, or its promise
 * rejects with, is posted as a `Failure`; so is the error of posting what a promise resolved to.
 *
 * @example
 * // the script of a thread; the other side is `startThread`
 * serveThread<Work, { type: 'done'; n: number }>(({ n }) => ({ type: 'done', n: n + 1 }));
 */
export function serveThread<Message, Reply>(
  answer: (message: Message) => Reply | Promise<Reply>,
): void {
  callback(answer, 'answer');
  const failure = (error: Error): Failure => {
    return { type: 'failed', message: error.message, range: error instanceof RangeError };
  };
  /** Posts what `answer` returns at once, and what a promise resolves to later. */
  const serve = (message: Message, post: (reply: Reply | Failure) => void): void => {
    let reply: Reply | Failure | Promise<Reply | Failure>;
    try {
      reply = answer(message);
    } catch (error) {
      reply = failure(error as Error);
    }
    if (reply instanceof Promise) {
      // also where `post` throws: a page hears nothing of a rejection in a worker
      void reply.then(post).catch((error: Error) => post(failure(error)));
    } else post(reply);
  };
  const unread: Unread = { type: 'unread' };
  // a browser's worker has its own global scope; elsewhere this is a thread of Node
  const scope = globalThis as unknown as {
    WorkerGlobalScope?: unknown;
    postMessage(message: Reply | Failure | Unread): void;
    onmessage: ((event: { data: Message }) => void) | null;
    onmessageerror: (() => void) | null;
  };
  if (scope.WorkerGlobalScope !== undefined) {
    scope.onmessage = (event) => serve(event.data, (reply) => scope.postMessage(reply));
    scope.onmessageerror = () => scope.postMessage(unread);
  } else {
    const threads: string = 'node:worker_threads';
    void import(/* @vite-ignore */ /* webpackIgnore: true */ threads).then(({ parentPort }) => {
      // `parentPort` is null on the main thread, which gets no messages
      parentPort?.on('message', (message: Message) =>
        serve(message, (reply) => parentPort.postMessage(reply)),
      );
      parentPort?.on('messageerror', () => parentPort.postMessage(unread));
    });
  }
}
