// Calls into a worker as promises. A worker serves an object of functions; the page calls them by
// name.
import { bytesOf, countTransfer } from './transfers.ts';

/** What a worker serves: functions of values that can be posted. */
export type Served = Record<string, (...args: never[]) => unknown>;

/** The functions of `Served` as the page calls them: every answer is a promise. */
export type Calls<T extends Served> = {
  readonly [K in keyof T]: (...args: Parameters<T[K]>) => Promise<Awaited<ReturnType<T[K]>>>;
};

interface Request {
  readonly id: number;
  readonly name: string;
  readonly args: never[];
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly problem?: string;
}

/**
 * Serves calls one after the other, in their order. Typed arrays and images that are a result, its
 * fields or entries of its lists are transferred, not copied.
 */
export function serve(functions: Served): void {
  let last: Promise<unknown> = Promise.resolve();
  self.onmessageerror = () => {
    // the page hears of it by `onerror`: nobody can tell which call it was
    throw new Error('the worker cannot read a call');
  };
  self.onmessage = ({ data }: MessageEvent<Request>) => {
    last = last.then(async () => {
      const { id } = data;
      const post = (reply: Reply): void =>
        self.postMessage(reply, { transfer: buffersOf(reply.value) });
      try {
        const call = functions[data.name];
        if (!call) throw new Error(`the worker serves no ${data.name}`);
        post({ id, value: await call(...data.args) });
      } catch (error) {
        // also an answer that cannot be posted: without a reply the page would wait forever
        post({ id, problem: error instanceof Error ? error.message : String(error) });
      }
    });
  };
}

function buffersOf(value: unknown): Transferable[] {
  if (typeof value !== 'object' || value === null) return [];
  // the entries of a typed array are not listed: a million would take a third of a second
  const within = ArrayBuffer.isView(value) ? [] : Object.values(value).flat();
  const parts: unknown[] = [value, ...within];
  const buffers = new Set<Transferable>();
  for (const part of parts) {
    if (ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer) buffers.add(part.buffer);
    else if (typeof ImageBitmap !== 'undefined' && part instanceof ImageBitmap) buffers.add(part);
  }
  return [...buffers];
}

/** The functions of a worker. `end` stops the worker and rejects every call without an answer. */
export interface Connection<T extends Served> {
  readonly calls: Calls<T>;
  end(): void;
}

/** `handedOver` gives the parts of arguments to transfer to the worker. Default: canvases. */
export function connect<T extends Served>(
  worker: Worker,
  handedOver: (args: readonly unknown[]) => Transferable[] = canvasesOf,
): Connection<T> {
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  let next = 0;
  let ended: Error | undefined;

  function endAll(reason: Error): void {
    ended = reason;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    countTransfer(bytesOf(data.value));
    if (data.problem === undefined) call?.resolve(data.value);
    else call?.reject(new Error(data.problem));
  };
  worker.onmessageerror = () => endAll(new Error('an answer of the worker cannot be read'));
  worker.onerror = (event) => endAll(new Error(event.message || 'the worker did not start'));

  const calls = new Proxy({} as Calls<T>, {
    get: (_, name) => {
      // `await` and `resolve` take an object with `then` for a promise
      if (name === 'then') return undefined;
      return (...args: unknown[]) =>
        new Promise((resolve, reject) => {
          if (ended) {
            reject(ended);
            return;
          }
          waiting.set(next, { resolve, reject });
          for (const arg of args) countTransfer(bytesOf(arg));
          worker.postMessage({ id: next++, name: String(name), args }, handedOver(args));
        });
    },
  });
  return { calls, end: () => endAll(new Ended('the scene has ended')) };
}

export function canvasesOf(args: readonly unknown[]): OffscreenCanvas[] {
  if (typeof OffscreenCanvas === 'undefined') return [];
  return args.filter((arg) => arg instanceof OffscreenCanvas);
}

/** The error of calls that end with their scene: it is not shown. */
export class Ended extends Error {}
