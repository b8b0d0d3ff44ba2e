// The tiles of a layer of Tiled: lists, or base64 with or without compression, whole or in chunks.
import { show } from '@wayfield/check';
import { Inflate } from 'pako';
import { numberOf, recordsOf } from './json.ts';

/**
 * A rectangle of tiles; x, y, width and height are in tiles. `gids` has the number of each tile on
 * the map, row by row, with the bits that flip the tile; 0: no tile.
 */
export interface TileChunk {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly gids: Uint32Array;
}

/** How far left of cell (0, 0), or above it, a chunk of an infinite map may begin, in tiles. */
const FARTHEST = 2 ** 31;

/** The chunks of a tile layer; of a map that is not infinite, the layer as one chunk. */
export function tilesOfLayer(layer: Record<string, unknown>): TileChunk[] {
  const name = `layer '${String(layer['name'])}'`;
  const chunks = layer['chunks'] === undefined ? [layer] : recordsOf(layer, 'chunks', name);
  return chunks.map((chunk) => {
    const width = numberOf(chunk, 'width', name, 1);
    const height = numberOf(chunk, 'height', name, 1);
    const gids = decode(chunk['data'], layer, name, 4 * width * height);
    if (gids.length !== width * height)
      throw new RangeError(
        `${name} has ${gids.length} tiles, expected width * height, ${width * height}`,
      );
    const at = (field: 'x' | 'y'): number =>
      chunk[field] === undefined ? 0 : numberOf(chunk, field, name, -FARTHEST);
    return { x: at('x'), y: at('y'), width, height, gids };
  });
}

/** The bytes of base64. */
function bytesOf(base64: string, name: string): Uint8Array<ArrayBuffer> {
  let letters: string;
  try {
    letters = atob(base64);
  } catch (error) {
    throw new RangeError(`${name} has data that is no base64`, { cause: error });
  }
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/**
 * The bytes of gzip or zlib. Small data may inflate to a thousand times its size, so inflating
 * stops at most one block of 64 KiB beyond `length`.
 */
function inflated(
  raw: Uint8Array,
  name: string,
  compression: 'gzip' | 'zlib',
  length: number,
): Uint8Array<ArrayBuffer> {
  const inflater = new Inflate();
  let size = 0;
  inflater.onData = (piece) => {
    size += piece.length;
    if (size > length)
      throw new RangeError(`${name} has more than the ${length} bytes of tiles expected`);
    inflater.chunks.push(piece);
  };
  if (!inflater.push(raw, true)) {
    const cause = new Error(inflater.msg);
    throw new RangeError(`${name} has damaged ${compression} data`, { cause });
  }
  return inflater.result;
}

/** The gids in `data`. Base64 must decode, or inflate, to `length` bytes. */
function decode(
  data: unknown,
  layer: Record<string, unknown>,
  name: string,
  length: number,
): Uint32Array {
  if (Array.isArray(data)) {
    const wrong = data.findIndex((gid) => !(Number.isInteger(gid) && gid >= 0 && gid < 2 ** 32));
    if (wrong >= 0)
      throw new RangeError(
        `${name} has ${show(data[wrong])} at data[${wrong}], expected a whole number below 2^32`,
      );
    return Uint32Array.from(data as number[]);
  }
  if (typeof data !== 'string' || layer['encoding'] !== 'base64')
    throw new RangeError(`${name} has data that is neither a list nor base64`);
  const compression = layer['compression'];
  if (compression === 'zstd')
    throw new RangeError(`${name} is compressed by zstd: save the map with gzip, zlib or none`);
  const raw = bytesOf(data.trim(), name);
  const packed = compression === 'gzip' || compression === 'zlib';
  const bytes = packed ? inflated(raw, name, compression, length) : raw;
  if (bytes.length !== length)
    throw new RangeError(`${name} has ${bytes.length} bytes of tiles, expected ${length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: length / 4 }, (_, i) => view.getUint32(4 * i, true));
}
