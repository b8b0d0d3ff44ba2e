// Where bytes come from: files, blobs, streams and arrays all become a `ByteSource`, which can be
// read from its start as often as there are passes. Called by read-osm.ts; read-pbf.ts and
// inflate.ts use the readers of chunks.

import { refuseKind, whole } from '@wayfield/check';

/**
 * What `readOsm` reads: bytes, a `Blob` or `File`, or a stream, which is first collected into a
 * `Blob`.
 */
export type OsmSource = Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array> | ByteSource;

/**
 * Bytes that can be read more than once, a chunk at a time, from the start. They must stay the same
 * until `readOsm` ends.
 */
export interface ByteSource {
  /** How many bytes there are. */
  readonly byteLength: number;
  /**
   * A new run over the bytes. To leave it early, call its `return`, as `for await` does. A source
   * may reuse a chunk when the next one is requested.
   */
  chunks(): AsyncGenerator<Uint8Array, void, undefined>;
}

/**
 * Arrays are handed on in pieces of this many bytes, so that progress and cancelling work for them
 * too.
 */
const PIECE = 1 << 18;

/** The source as something that can be read many times. Throws TypeError for anything else. */
export async function openSource(source: OsmSource): Promise<ByteSource> {
  if (source instanceof ArrayBuffer) return ofBytes(new Uint8Array(source));
  if (isBytes(source)) return ofBytes(source);
  if (source instanceof Blob) return ofBlob(source);
  if (source instanceof ReadableStream) return ofBlob(await collect(source));
  if (typeof (source as ByteSource)?.chunks === 'function') {
    whole()(source.byteLength, 'source.byteLength');
    return source;
  }
  refuseKind('source', source, 'bytes, a Blob, a ReadableStream or a ByteSource');
}

function isBytes(source: unknown): source is Uint8Array {
  return ArrayBuffer.isView(source) && source[Symbol.toStringTag as never] === 'Uint8Array';
}

function ofBytes(bytes: Uint8Array): ByteSource {
  return {
    byteLength: bytes.length,
    async *chunks() {
      for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    },
  };
}

function ofBlob(blob: Blob): ByteSource {
  return { byteLength: blob.size, chunks: () => iterate(blob.stream()) };
}

/** A stream can be read once only. Browsers may keep the parts of a large `Blob` on disk. */
async function collect(stream: ReadableStream<Uint8Array>): Promise<Blob> {
  const parts: Blob[] = [];
  for await (const chunk of iterate(stream)) {
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
  }
  return new Blob(parts);
}

/**
 * The chunks of a stream, which is cancelled if the run is left early. Written out because streams
 * of some browsers cannot be iterated.
 */
export async function* iterate(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // a stream that is at its end ignores this
    await reader.cancel().catch(() => undefined);
  }
}

/** The first `count` bytes, fewer where there are no more. */
export async function firstBytes(source: ByteSource, count: number): Promise<Uint8Array> {
  const head = new Uint8Array(count);
  let filled = 0;
  for await (const chunk of source.chunks()) {
    const part = chunk.subarray(0, count - filled);
    head.set(part, filled);
    filled += part.length;
    if (filled === count) break;
  }
  return head.subarray(0, filled);
}

/** Cuts a run of chunks into pieces of wanted lengths. */
export interface PieceReader {
  /**
   * The next `length` bytes, which stay valid until the next call; undefined at the end of the
   * bytes where `mayEnd`. Throws SyntaxError where fewer are left.
   */
  take(length: number, what: string, mayEnd?: boolean): Promise<Uint8Array | undefined>;
}

/** A reader over `chunks` that holds at most one piece beside the current chunk. */
export function createPieceReader(chunks: AsyncIterator<Uint8Array>): PieceReader {
  let chunk: Uint8Array = new Uint8Array(0);
  let at = 0;
  return {
    async take(length, what, mayEnd) {
      if (chunk.length - at >= length) return chunk.subarray(at, (at += length));
      const piece = new Uint8Array(length);
      let filled = 0;
      for (;;) {
        const part = chunk.subarray(at, at + length - filled);
        piece.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === length) return piece;
        const { value, done } = await chunks.next();
        if (done) {
          if (mayEnd && filled === 0) return undefined;
          throw new SyntaxError(`${what}: ${filled} bytes are left, expected ${length}`);
        }
        chunk = value;
        at = 0;
      }
    },
  };
}
