// OSM PBF: a file is a row of blobs, each with its length, its type and zlib data that hold
// thousands of elements. Lengths beyond the limits of the format are refused. read-osm.ts calls
// `readPbf` in each pass.
import { PbfReader } from 'pbf';
import { createPieceReader } from './byte-source.ts';
import type { ElementCounts, Pass } from './elements.ts';
import { inflateBlock } from './inflate.ts';
import { countAt, createFields, stringAt } from './pbf-fields.ts';
import { readBlock } from './read-pbf-block.ts';

/** Limits of the format, in bytes. */
const MOST_HEADER = 64 * 1024;
const MOST_BLOB = 32 * 1024 * 1024;

const COMPRESSIONS = ['', 'raw', '', 'zlib', 'lzma', 'bzip2', 'lz4', 'zstd'];
const UNDERSTOOD = new Set(['OsmSchema-V0.6', 'DenseNodes']);

/** Per blob of a PBF file: whether it holds nodes. Written by the first run, read by the second. */
export type BlobsWithNodes = boolean[];

/**
 * Runs over an OSM PBF file, blob by blob; memory holds one compressed and one inflated blob. A
 * pass that wants ways fills `withNodes`; a pass that wants nodes only skips the blobs without any.
 * `counts` is kept up to date.
 *
 * Throws SyntaxError, which names the blob, for bytes that are no PBF file and for files that end
 * inside a blob. Errors of `chunks` and of the functions of `pass` are passed on. A file that is
 * cut between two blobs is read as a shorter map, because the format counts neither blobs nor
 * elements.
 */
export async function readPbf(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  pass: Pass,
  counts: ElementCounts,
  withNodes: BlobsWithNodes,
): Promise<void> {
  const pieces = createPieceReader(chunks);
  const fills = pass.way !== undefined;
  try {
    for (let blob = 0; ; blob++) {
      const what = `PBF blob ${blob}`;
      const size = await pieces.take(4, what, true);
      if (!size) return;
      const headerBytes = new DataView(size.buffer, size.byteOffset).getUint32(0);
      if (headerBytes > MOST_HEADER) {
        throw new SyntaxError(
          `${what}: a header of ${headerBytes} bytes, the most is ${MOST_HEADER}`,
        );
      }
      const headerPart = (await pieces.take(headerBytes, what))!;
      const { type, dataBytes } = await naming(what, () => readBlobHeader(headerPart));
      const bytes = (await pieces.take(dataBytes, what))!;
      await naming(what, async () => {
        if (type === 'OSMHeader') checkFeatures(await unpack(bytes));
        else if (type === 'OSMData' && (fills || withNodes[blob] !== false)) {
          const before = counts.nodes;
          readBlock(new PbfReader(await unpack(bytes)), pass, counts);
          if (fills) withNodes[blob] = counts.nodes > before;
        }
      });
      if (counts.nodes === pass.lastNode) return;
    }
  } finally {
    await chunks.return();
  }
}

/** Messages of the plain errors that the library `pbf` throws for damaged numbers and fields. */
const OF_LIBRARY = /^(?:Expected varint|Unimplemented type)/;

/** The value of `read`; its errors about the bytes become SyntaxErrors that begin with `what`. */
async function naming<T>(what: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const { message } = cause as Error;
    if (!(cause instanceof SyntaxError || OF_LIBRARY.test(message))) throw cause;
    throw new SyntaxError(`${what}: ${message}`, { cause });
  }
}

function readBlobHeader(bytes: Uint8Array): { type: string; dataBytes: number } {
  const pbf = new PbfReader(bytes);
  const fields = createFields(pbf, 0, bytes.length);
  let type = '';
  let dataBytes = -1;
  for (let field = fields.next(); field; field = fields.next()) {
    if (field === 1) type = stringAt(pbf, fields);
    else if (field === 3) dataBytes = countAt(pbf, fields);
  }
  if (!(dataBytes >= 0 && dataBytes <= MOST_BLOB)) {
    throw new SyntaxError(`${dataBytes} bytes of data, expected 0 to ${MOST_BLOB}`);
  }
  return { type, dataBytes };
}

/** The content of a blob, inflated. */
async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  const pbf = new PbfReader(bytes);
  const fields = createFields(pbf, 0, bytes.length);
  let size = -1;
  let compression = '';
  let data: Uint8Array | undefined;
  for (let field = fields.next(); field; field = fields.next()) {
    if (field === 2) size = countAt(pbf, fields);
    else if (COMPRESSIONS[field]) {
      compression = COMPRESSIONS[field];
      data = bytes.subarray(fields.start, fields.stop);
    }
  }
  if (!data) throw new SyntaxError('there is no data');
  if (compression === 'raw') return data;
  if (compression !== 'zlib') {
    throw new SyntaxError(`the data are compressed by ${compression}, which is not read; zlib is`);
  }
  if (!(size >= 0 && size <= MOST_BLOB)) {
    throw new SyntaxError(`${size} bytes inflated, expected 0 to ${MOST_BLOB}`);
  }
  return inflateBlock(data, size);
}

/** Throws if the header requires a feature that this reader does not know. */
function checkFeatures(bytes: Uint8Array): void {
  const pbf = new PbfReader(bytes);
  const fields = createFields(pbf, 0, bytes.length);
  for (let field = fields.next(); field; field = fields.next()) {
    if (field !== 4) continue;
    const feature = stringAt(pbf, fields);
    if (!UNDERSTOOD.has(feature)) {
      throw new SyntaxError(`the file requires '${feature.slice(0, 40)}', which is not read`);
    }
  }
}
