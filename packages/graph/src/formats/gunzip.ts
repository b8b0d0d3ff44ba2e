import { checkOptions, rule, typed, whole } from '@wayfield/check';
import { inflateGzip } from './inflate.ts';
import { isGzip } from './is-gzip.ts';

/** Options of `gunzip`. */
export interface GunzipOptions {
  /** Refuse to inflate to more bytes than this: a gzip file may be a bomb. Default 2^30. */
  readonly maxBytes?: number;
}

const aBytes = typed(Uint8Array);
const RULES = { maxBytes: whole() };
const someChunks = rule<AsyncIterable<Uint8Array>>(
  'an async iterable of Uint8Array',
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
);
/** Packed bytes inflated between two turns of the event loop. */
const AT_ONCE = 1 << 20;

/**
 * Inflates `bytes` where they are gzip (they begin with 1f 8b) and returns any other bytes as they
 * are, the same array. Files of several members, as `pigz`, `bgzip` and `cat` make them, are
 * inflated to the end, and zeros after the last member are skipped. The same in Node and in
 * browsers.
 *
 * @throws SyntaxError when the gzip data is truncated or corrupt (checksums and lengths are
 *   verified).
 * @throws RangeError when it inflates to more than `maxBytes`.
 */
export async function gunzip(bytes: Uint8Array, options: GunzipOptions = {}): Promise<Uint8Array> {
  aBytes(bytes, 'bytes');
  checkOptions('gunzip', options, RULES);
  if (!isGzip(bytes)) return bytes;
  const { maxBytes = 2 ** 30 } = options;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of gunzipChunks(chunksOf(bytes))) {
    length += part.length;
    if (length > maxBytes) throw new RangeError(`gzip inflates to more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    if (at > 0) await new Promise((done) => setTimeout(done, 0));
    yield bytes.subarray(at, at + AT_ONCE);
  }
}

/**
 * Inflates a gzip file that comes in chunks, of any number of members, to chunks of at most 2^18
 * bytes. A chunk given may be filled again once the next one is asked for; those returned are the
 * caller's.
 *
 * @throws SyntaxError when the data is no gzip, truncated or corrupt.
 */
export function gunzipChunks(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  someChunks(chunks, 'chunks');
  return inflateGzip(chunks);
}
