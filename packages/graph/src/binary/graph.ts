import { someBytes, checkMap } from '../check/kinds.ts';
import { refuse } from '@wayfield/check';
import { isGrid } from '../build/grid.ts';
import { checkGraph, checkGrid } from '../check/check.ts';
import { checksum } from './checksum.ts';
import { heuristicScaleOf } from '../build/heuristic-scale.ts';
import {
  allocate,
  type Arrays,
  byteLengthOf,
  CORNER_RULES,
  HEADER_BYTES,
  IS_GRID,
  kindName,
  MARK,
  sectionsOf,
  shapeAt,
  shapeOf,
  viewData,
  W_CHECKSUM,
  W_SCALE,
} from './layout.ts';
import type { Graph, Grid } from '../types/data.ts';

/**
 * The bytes of a graph or grid, to be stored or sent: a copy, little-endian, checksummed, in the
 * format of docs/graph-layout.md. `readGraph` and `readGrid` read them back. Where the weights of a
 * graph have fallen, the bytes hold the `heuristicScale` that the weights allow now. Throws what
 * `checkGraph` or `checkGrid` throws.
 */
export function writeGraph(data: Graph | Grid): Uint8Array {
  checkMap(data);
  check(data);
  const shape = shapeOf(data);
  const copy = allocate(shape);
  for (const [name] of sectionsOf(shape)) {
    (copy as unknown as Arrays)[name].set((data as unknown as Arrays)[name]);
  }
  const { buffer } = copy;
  if (!isGrid(data)) new Float32Array(buffer)[W_SCALE] = heuristicScaleOf(data);
  const words = new Uint32Array(buffer);
  words[W_CHECKSUM] = checksum(words);
  return new Uint8Array(buffer);
}

function check(data: Graph | Grid): void {
  if (isGrid(data)) checkGrid(data);
  else checkGraph(data);
}

function read(source: ArrayBufferLike | ArrayBufferView, kind: number): Graph | Grid {
  someBytes(source, 'source');
  const length = source.byteLength;
  if (!(length >= HEADER_BYTES)) refuse('byteLength', length, `at least ${HEADER_BYTES}`);
  const [buffer, start] = ArrayBuffer.isView(source)
    ? [source.buffer, source.byteOffset]
    : [source, 0];
  if (start % 4) refuse('byteOffset', start, 'a multiple of 4: copy the bytes first');
  const header = new Uint32Array(buffer, start, 16);
  MARK.forEach((word, i) => {
    if (header[i] !== word) refuse(`header[${i}]`, header[i], word);
  });
  const shape = shapeAt(buffer, start);
  const [flags] = shape;
  if ((flags & IS_GRID) !== kind) {
    throw new RangeError(`the content is ${kindName(flags)}, expected ${kindName(kind)}`);
  }
  if (kind === IS_GRID && (flags & 7) >= CORNER_RULES.length) {
    refuse('flags & 7', flags & 7, `a corner rule, 0 to ${CORNER_RULES.length - 1}`);
  }
  const bytes = byteLengthOf(shape);
  if (length !== bytes) refuse('byteLength', length, bytes);
  const sum = checksum(new Uint32Array(buffer, start, bytes / 4));
  if (header[W_CHECKSUM] !== sum) refuse('checksum', header[W_CHECKSUM], sum);
  const data = viewData(buffer, start);
  check(data);
  // `shapeOf` sets only the flags that this version knows
  if (shapeOf(data)[0] !== flags) refuse('flags', flags, shapeOf(data)[0]);
  return data;
}

/**
 * The graph in these bytes, its arrays views on them: nothing is copied. The bytes must start at a
 * multiple of 4 in their buffer.
 *
 * Throws RangeError, with the numbers, for bytes that are cut off, longer than they should be,
 * changed, no graph or of another version, and what `checkGraph` throws, because a checksum proves
 * nothing about a hostile file.
 */
export function readGraph(source: ArrayBufferLike | ArrayBufferView): Graph {
  return read(source, 0) as Graph;
}

/** The grid in these bytes; views, requirements and errors as in `readGraph`. */
export function readGrid(source: ArrayBufferLike | ArrayBufferView): Grid {
  return read(source, IS_GRID) as Grid;
}
