// Decompression with bounds: gzip files for read-osm.ts, zlib blobs for read-pbf.ts, and the limit
// for decompression bombs, which bunzip2.ts obeys as well.
import { gunzipChunks } from '@wayfield/graph/formats';
import { iterate } from './byte-source.ts';

/**
 * b compressed bytes, those read so far, may inflate to at most ALWAYS_ALLOWED + MOST_FOLD * b
 * bytes. Compression shrinks maps in XML to a tenth or a thirtieth, and bombs to a thousandth: 250
 * lies between.
 */
const ALWAYS_ALLOWED = 1 << 26;
const MOST_FOLD = 250;

/** Throws RangeError if `inflated` bytes are too many for `packed` compressed ones. */
export function checkFold(what: string, inflated: number, packed: number): void {
  if (inflated <= ALWAYS_ALLOWED + MOST_FOLD * packed) return;
  throw new RangeError(
    `${what}: ${packed} bytes inflate to at least ${inflated}, ` +
      `expected at most ${ALWAYS_ALLOWED} and ${MOST_FOLD} times as many`,
  );
}

/**
 * The bytes of a gzip file, of any number of members, a chunk at a time. Throws SyntaxError for
 * truncated or corrupt data, RangeError for a bomb.
 */
export async function* inflateChunks(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let packed = 0;
  let inflated = 0;
  async function* counted(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of chunks) {
      packed += chunk.length;
      yield chunk;
    }
  }
  for await (const part of gunzipChunks(counted())) {
    inflated += part.length;
    checkFold('gzip', inflated, packed);
    yield part;
  }
}

type InflateSync = (
  packed: Uint8Array,
  options: { maxOutputLength: number; chunkSize: number },
) => Uint8Array;

/** The function of Node, for small blocks several times faster than a stream; not in browsers. */
const inflateSync = (
  globalThis as {
    process?: { getBuiltinModule?: (name: string) => { inflateSync: InflateSync } | undefined };
  }
).process?.getBuiltinModule?.('node:zlib')?.inflateSync;

/**
 * Inflates zlib data that must give exactly `size` bytes. Throws SyntaxError for corrupt data, for
 * fewer bytes, and as soon as there are more.
 */
export async function inflateBlock(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const out = inflateSync
    ? inflateAtOnce(inflateSync, packed, size)
    : await inflateStream(packed, size);
  if (out.length > size) throw tooLarge(size);
  if (out.length < size) {
    throw new SyntaxError(`zlib inflates to ${out.length} bytes, expected ${size}`);
  }
  return out;
}

const tooLarge = (size: number): SyntaxError =>
  new SyntaxError(`zlib inflates to more than the ${size} bytes announced`);

function inflateAtOnce(inflate: InflateSync, packed: Uint8Array, size: number): Uint8Array {
  try {
    return inflate(packed, { maxOutputLength: Math.max(size, 1), chunkSize: Math.max(size, 64) });
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string };
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(size);
    throw new SyntaxError(`zlib is truncated or corrupt: ${message}`, { cause });
  }
}

async function inflateStream(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const inflater = new DecompressionStream('deflate');
  const writer = inflater.writable.getWriter();
  // its failures are reported by the reading side
  writer.write(packed as Uint8Array<ArrayBuffer>).catch(() => undefined);
  writer.close().catch(() => undefined);
  const out = new Uint8Array(size);
  let filled = 0;
  const parts = iterate(inflater.readable);
  try {
    for (;;) {
      const { value, done } = await parts.next().catch((cause: Error) => {
        throw new SyntaxError(`zlib is truncated or corrupt: ${cause.message}`, { cause });
      });
      if (done) break;
      if (filled + value.length > size) throw tooLarge(size);
      out.set(value, filled);
      filled += value.length;
    }
  } finally {
    await parts.return();
  }
  return out.subarray(0, filled);
}
