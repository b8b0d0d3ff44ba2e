// The buffer behind every graph and grid: a header of 16 words, then the arrays, each starting at a
// multiple of 16 bytes from the header. The byte table is in docs/graph-layout.md.
import type { CornerRule, Graph, Grid } from '../types/data.ts';

/** The first words of a header: the bytes 'WAYF', the version and the byte order mark. */
export const MARK: readonly number[] = [0x46594157, 1, 0x01020304];
export const HEADER_BYTES = 64;
// indices of words of the header, after the mark; words without a name are zero
export const W_SHAPE = 3; // three words: see Shape
export const W_CHECKSUM = 6;
export const W_SCALE = 7; // heuristicScale, f32

/**
 * Flag of a grid. The other flags of a grid are GRID_8 and, in bits 0 to 2, the index of its rule
 * in CORNER_RULES. The only flag of a graph is HAS_COORDINATES.
 */
export const IS_GRID = 16;
const HAS_COORDINATES = 1;
const GRID_8 = 8;

/** All corner rules: options take no other. Files hold the places in this list. */
export const CORNER_RULES: readonly CornerRule[] = ['never', 'one-open', 'always'];

/** Header words 3 to 5: flags; nodeCount or width; arcCount or height. */
export type Shape = readonly [flags: number, first: number, second: number];

/**
 * A graph or grid as its arrays by name. `sectionsOf` says which are Uint32Array; the type names
 * one class only, so that sections can be copied and checked in one loop.
 */
export type Arrays = Record<string, Float32Array>;

/** A grid without its cells. */
export type GridShape = Omit<Grid, 'cost' | 'buffer'>;

/** One array: its name, its class, its entries. */
type Section = readonly [
  name: string,
  type: Uint32ArrayConstructor | Float32ArrayConstructor,
  length: number,
];

export const graphShape = (nodeCount: number, arcCount: number, coordinates: unknown): Shape => [
  coordinates ? HAS_COORDINATES : 0,
  nodeCount,
  arcCount,
];

export const gridShape = ({ width, height, neighbours, corners }: GridShape): Shape => [
  IS_GRID | (neighbours & GRID_8) | CORNER_RULES.indexOf(corners),
  width,
  height,
];

export const shapeOf = (data: Graph | Grid): Shape =>
  'cost' in data ? gridShape(data) : graphShape(data.nodeCount, data.arcCount, data.x ?? data.y);

/** The arrays in the order in which they lie in the buffer. */
export function sectionsOf([flags, first, second]: Shape): Section[] {
  const graph: Section[] = [
    ['firstOut', Uint32Array, first + 1],
    ['head', Uint32Array, second],
    ['weight', Float32Array, second],
    ['x', Float32Array, first],
    ['y', Float32Array, first],
  ];
  return flags & IS_GRID ? [['cost', Float32Array, first * second]] : graph.slice(0, flags ? 5 : 3);
}

const padded = (entries: number): number => Math.ceil(entries / 4) * 16;

/** Bytes of header and arrays. A double, so that sizes above 2^32 do not wrap around. */
export function byteLengthOf(shape: Shape): number {
  return sectionsOf(shape).reduce((sum, section) => sum + padded(section[2]), HEADER_BYTES);
}

/** A zeroed buffer. Throws RangeError, with `what` and its bytes, if memory is short. */
export function reserve(what: string, bytes: number, shared?: boolean): ArrayBufferLike {
  try {
    return shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  } catch (error) {
    throw new RangeError(`${what} takes ${bytes} bytes: ${(error as Error).message}`);
  }
}

/** The word in errors for what a buffer with these flags holds. */
export const kindName = (flags: number): string => (flags & IS_GRID ? 'a grid' : 'a graph');

/** A graph or grid of this shape, its header written, its arrays zero. */
export function allocate(shape: Shape, shared?: boolean): Graph | Grid {
  const [flags, first, second] = shape;
  const size = flags & IS_GRID ? `${first} x ${second} cells` : `${first} nodes and ${second} arcs`;
  const what = `${kindName(flags)} of ${size}`;
  const buffer = reserve(what, byteLengthOf(shape), shared);
  new Uint32Array(buffer).set([...MARK, ...shape]);
  return viewData(buffer, 0);
}

/** The graph or grid whose header, already checked, starts at byte `start`. */
export function viewData(buffer: ArrayBufferLike, start: number): Graph | Grid {
  const shape = shapeAt(buffer, start);
  const [flags, first, second] = shape;
  const arrays: Record<string, Uint32Array | Float32Array> = {};
  let next = start + HEADER_BYTES;
  for (const [name, Type, length] of sectionsOf(shape)) {
    arrays[name] = new Type(buffer as ArrayBuffer, next, length);
    next += padded(length);
  }
  return (
    flags & IS_GRID
      ? {
          width: first,
          height: second,
          neighbours: flags & GRID_8 || 4,
          corners: CORNER_RULES[flags & 7],
          ...arrays,
          buffer,
        }
      : {
          nodeCount: first,
          arcCount: second,
          heuristicScale: new Float32Array(buffer, start)[W_SCALE],
          ...arrays,
          buffer,
        }
  ) as Graph | Grid;
}

/** The shape that the header at byte `start` describes. */
export function shapeAt(buffer: ArrayBufferLike, start: number): Shape {
  return [...new Uint32Array(buffer, start + 4 * W_SHAPE, 3)] as unknown as Shape;
}
