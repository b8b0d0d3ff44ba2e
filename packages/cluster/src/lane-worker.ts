// A lane: the thread of a worker that computes chunks. It has no connection to the database; the
// main thread gives it chunks and inputs.
import { parentPort, workerData } from 'node:worker_threads';
import { encodeArrays } from './arrays/encode.ts';
import { loadKinds } from './kinds/load.ts';
import { MOST_RESULT_BYTES, reasonOf } from './limits.ts';
import type { Arrays, RunContext } from './types.ts';
import { openDevice } from './worker/device.ts';
import type { FromLane, LaneStart, ToLane } from './worker/messages.ts';
import { createPrepared } from './worker/prepared.ts';

const port = parentPort!;
const { modules, gpu } = workerData as LaneStart;
const kinds = loadKinds(modules);
const prepared = createPrepared(8);
const questions = new Map<number, PromiseWithResolve>();
let asked = 0;
let device: Promise<object> | undefined;

interface PromiseWithResolve {
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

const say = (message: FromLane, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

function ask(sha: string, range?: readonly [number, number]): Promise<Uint8Array> {
  const question = ++asked;
  return new Promise((resolve, reject) => {
    questions.set(question, { resolve, reject });
    say({ type: 'ask', question, sha, range });
  });
}

async function compute(message: Extract<ToLane, { type: 'chunk' }>): Promise<void> {
  const { ticket, kind: name, spec, shape, threads } = message;
  try {
    const kind = await (await kinds).load(name);
    if (kind === undefined) throw new Error(`this worker has no kind '${name}'`);
    const context: RunContext = {
      shape,
      threads,
      input: (sha) => ask(sha),
      slice: (sha, start, end) => ask(sha, [start, end]),
      prepared,
      device: () => (device ??= ownDevice()),
    };
    const started = performance.now();
    const arrays = await kind.run(spec, context);
    const seconds = (performance.now() - started) / 1000;
    checkLength(arrays);
    const bytes = encodeArrays(arrays);
    say({ type: 'done', ticket, bytes, seconds }, [bytes.buffer as ArrayBuffer]);
  } catch (error) {
    say({ type: 'failed', ticket, reason: reasonOf(error) });
  }
}

/**
 * Opens the GPU of this thread. If the GPU is lost, an error that nobody handles ends the thread,
 * because things that kinds prepared on the GPU cannot be used any more.
 */
async function ownDevice(): Promise<object> {
  if (gpu === undefined) throw new Error('this worker was started without a GPU');
  const opened = await openDevice(gpu);
  void opened.lost.then(({ message }) => {
    throw new Error(`the GPU was lost: ${message}`);
  });
  return opened;
}

/**
 * Refuses a result that is too long, before its bytes are copied. One percent of the limit is kept
 * for what `encodeArrays` adds: the list of arrays, and gaps between them.
 */
function checkLength(arrays: Arrays): void {
  const length = Object.values(arrays ?? {}).reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (length <= MOST_RESULT_BYTES / 1.01) return;
  throw new RangeError(
    `the result has ${length} bytes, at most ${MOST_RESULT_BYTES} are kept: make chunks smaller`,
  );
}

port.on('message', (message: ToLane) => {
  if (message.type === 'chunk') {
    void compute(message);
    return;
  }
  const { question } = message;
  const waiting = questions.get(question);
  questions.delete(question);
  if (message.type === 'reply') waiting?.resolve(message.bytes);
  else waiting?.reject(new Error(message.reason));
});
