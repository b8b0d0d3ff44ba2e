// A kind of work without a cluster: what submitters, workers and readers do, in one process.
import { createHash } from 'node:crypto';
import {
  decodeArrays,
  encodeArrays,
  type Part,
  type RunContext,
  type WorkKind,
} from '../src/index.ts';
import { createPrepared } from '../src/worker/prepared.ts';

/** The answer of a kind, and how many chunks there were. */
export async function runKind<Work, Answer>(
  kind: WorkKind<Work, Answer>,
  work: Work,
  device?: GPUDevice,
): Promise<{ answer: Answer; chunks: number }> {
  const inputs = new Map<string, Uint8Array>();
  const plan = await kind.plan(work, {
    put(bytes) {
      const sha = createHash('sha256').update(bytes).digest('hex');
      // as in a worker: memory that threads share
      const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
      shared.set(bytes);
      inputs.set(sha, shared);
      return Promise.resolve(sha);
    },
    chunkSeconds: 1,
    signal: undefined,
  });
  // the database keeps JSON
  const { chunks, shape } = JSON.parse(JSON.stringify(plan)) as typeof plan;
  const prepared = createPrepared(8);
  const context: RunContext = {
    shape,
    threads: 1,
    input: (sha) => Promise.resolve(inputs.get(sha)!),
    slice: (sha, start, end) => Promise.resolve(inputs.get(sha)!.slice(start, end)),
    prepared,
    device: () => (device ? Promise.resolve(device) : Promise.reject(new Error('no GPU'))),
  };
  async function* parts(): AsyncGenerator<Part, void, void> {
    for (const [chunk, spec] of chunks.entries()) {
      const bytes = encodeArrays(await kind.run(spec, context));
      yield { chunk, arrays: decodeArrays(bytes) };
    }
  }
  return { answer: await kind.merge(parts(), shape), chunks: chunks.length };
}
