import type { Failure } from '@wayfield/wasm';

/** What a worker of a page and a thread of Node have in common. */
interface Port<Message> {
  postMessage(reply: unknown): void;
  /** Calls `receive` for each message, and `unread` for one that cannot be read. */
  listen(receive: (message: Message) => void, unread: () => void): void;
}

/**
 * As `serveThread` of `@wayfield/wasm`, for answers that come later: an import of a module is a
 * promise. Answers every message with what the promise resolves with.
 */
export async function serveLater<Message, Reply>(
  answer: (message: Message) => Promise<Reply>,
): Promise<void> {
  const port = await openPort<Message>();
  port?.listen(
    (message) =>
      void answer(message).then(
        (reply) => port.postMessage(reply),
        (error: Error) => {
          const failure: Failure = {
            type: 'failed',
            message: error.message,
            range: error instanceof RangeError,
          };
          port.postMessage(failure);
        },
      ),
    () => port.postMessage({ type: 'unread' }),
  );
}

/** Undefined on the main thread of Node, which gets no messages. */
async function openPort<Message>(): Promise<Port<Message> | undefined> {
  const scope = globalThis as unknown as {
    WorkerGlobalScope?: unknown;
    postMessage(reply: unknown): void;
    onmessage: ((event: { data: Message }) => void) | null;
    onmessageerror: (() => void) | null;
  };
  if (scope.WorkerGlobalScope !== undefined) {
    return {
      postMessage: (reply) => scope.postMessage(reply),
      listen(receive, unread) {
        scope.onmessage = ({ data }) => receive(data);
        scope.onmessageerror = unread;
      },
    };
  }
  const threads: string = 'node:worker_threads';
  const { parentPort } = await import(/* @vite-ignore */ /* webpackIgnore: true */ threads);
  return (
    parentPort && {
      postMessage: (reply) => parentPort.postMessage(reply),
      listen(receive: (message: Message) => void, unread: () => void) {
        parentPort.on('message', receive);
        parentPort.on('messageerror', unread);
      },
    }
  );
}
