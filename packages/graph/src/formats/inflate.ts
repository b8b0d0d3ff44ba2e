import { typed } from '@wayfield/check';
import {
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
} from 'pako';

// pako instead of the engines' DecompressionStream: browsers and Node from 24.21 on refuse a file
// of several members, as pigz, bgzip and cat make them, and do not say where the first one ends.

/** `windowBits` of zlib: 15 is the largest window, adding 16 accepts gzip alone. */
const GZIP = 15 + 16;
/** Bytes given out at a time. */
const PIECE = 1 << 18;
/** Messages of zlib, and the words for them in our errors. */
const REASONS: Readonly<Record<string, string>> = {
  'incorrect header check': 'there is something else than gzip',
  'header crc mismatch': 'the checksum of the header is wrong',
  'incorrect data check': 'the checksum is wrong',
  'incorrect length check': 'the length is wrong',
};

const aBytes = typed(Uint8Array);

/**
 * Inflates a gzip file of any number of members, one after another; zeros may follow the last one.
 * The checksum and the length of each member are verified. Throws SyntaxError for what is truncated
 * or corrupt.
 */
export async function* inflateGzip(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  // `stream`, `member` and `ended` live across chunks: a chunk may end anywhere, also inside a
  // header or in the zeros after the last member
  const stream = new ZStream();
  zlibInflateInit2(stream, GZIP);
  makeRoom(stream);
  let member = 1;
  let ended = false;
  for await (const chunk of chunks) {
    aBytes(chunk, 'a chunk');
    stream.input = chunk;
    stream.next_in = 0;
    stream.avail_in = chunk.length;
    while (stream.avail_in > 0) {
      if (ended) {
        if (skipZeros(stream)) break;
        // the reset clears the window too: no match may reach into the member before
        zlibInflateReset(stream);
        ended = false;
        member++;
      }
      const status = zlibInflate(stream, Z_NO_FLUSH);
      ended = status === Z_STREAM_END;
      if (!ended && status !== Z_OK) throw broken(REASONS[stream.msg] ?? stream.msg, member);
      if (stream.avail_out === 0) {
        yield stream.output;
        makeRoom(stream);
      }
    }
  }
  if (!ended) throw broken('it ends', member);
  if (stream.next_out > 0) yield stream.output.slice(0, stream.next_out);
}

function makeRoom(stream: ZStream): void {
  stream.output = new Uint8Array(PIECE);
  stream.next_out = 0;
  stream.avail_out = PIECE;
}

/** Skips zeros. Returns whether the input ends with them. */
function skipZeros(stream: ZStream): boolean {
  while (stream.avail_in > 0 && stream.input[stream.next_in] === 0) {
    stream.next_in++;
    stream.avail_in--;
  }
  return stream.avail_in === 0;
}

function broken(why: string, member: number): SyntaxError {
  return new SyntaxError(`gzip is truncated or corrupt: ${why} in member ${member}`);
}
