// The buffer behind every graph and grid: a header of 16 words, then the arrays, each starting at a
// multiple of 16 bytes from the header. The byte table is in docs/graph-layout.md.
import type { CornerRule, Graph, Grid } from './types.ts';

export const MAGIC = 0x46594157; // the bytes 'WAYF'
export const VERSION = 1;
export const BYTE_ORDER = 0x01020304;
export const KIND_GRAPH = 1;
export const KIND_GRID = 2;
export const HEADER_BYTES = 64;
// words of the header: magic, version, byte order, kind, then these; the rest is zero
export const W_FIRST = 4; // nodeCount or width
export const W_SECOND = 5; // arcCount or height
export const W_FLAGS = 6;
export const W_CHECKSUM = 7;
export const W_SCALE = 8; // f32
/** Graph flag: x and y are there. A grid's flags are `diagonal | corner rule << 1`. */
export const HAS_COORDINATES = 1;

export const CORNER_RULES: readonly CornerRule[] = ['never', 'one-open', 'always'];

const padded = (entries: number): number => Math.ceil(entries / 4) * 16;

/** Bytes of a graph or grid with these header words; exact for sizes no memory can hold too. */
export function byteLengthOf(kind: number, first: number, second: number, flags: number): number {
  return (
    HEADER_BYTES +
    (kind === KIND_GRID
      ? padded(first * second)
      : padded(first + 1) + 2 * padded(second) + (flags & HAS_COORDINATES) * 2 * padded(first))
  );
}

/** A zeroed buffer, or a RangeError that says how much was asked for what. */
export function reserve(what: string, bytes: number, shared?: boolean): ArrayBufferLike {
  try {
    return shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  } catch (error) {
    throw new RangeError(`${what} needs ${bytes} bytes: ${(error as Error).message}`);
  }
}

function startBuffer(
  what: string,
  kind: number,
  first: number,
  second: number,
  flags: number,
  shared?: boolean,
): ArrayBufferLike {
  const buffer = reserve(what, byteLengthOf(kind, first, second, flags), shared);
  new Uint32Array(buffer).set([MAGIC, VERSION, BYTE_ORDER, kind, first, second, flags]);
  return buffer;
}

/** An empty graph of this size, its header written, its arrays zero. */
export function allocateGraph(
  nodeCount: number,
  arcCount: number,
  coordinates: boolean,
  shared?: boolean,
): Graph {
  const what = `a graph of ${nodeCount} nodes and ${arcCount} arcs`;
  return viewGraph(startBuffer(what, KIND_GRAPH, nodeCount, arcCount, +coordinates, shared), 0);
}

/** A grid of this size, its header written, all cells blocked. */
export function allocateGrid(
  width: number,
  height: number,
  neighbours: 4 | 8,
  corners: CornerRule,
  shared?: boolean,
): Grid {
  const flags = +(neighbours === 8) | (CORNER_RULES.indexOf(corners) << 1);
  return viewGrid(
    startBuffer(`a grid of ${width} x ${height} cells`, KIND_GRID, width, height, flags, shared),
    0,
  );
}

/** The graph whose header, already checked, starts at byte `start`. */
export function viewGraph(buffer: ArrayBufferLike, start: number): Graph {
  const header = new Uint32Array(buffer, start, 16);
  const nodeCount = header[W_FIRST];
  const arcCount = header[W_SECOND];
  let next = start + HEADER_BYTES;
  const section = (entries: number): number => {
    const offset = next;
    next += padded(entries);
    return offset;
  };
  const graph = {
    nodeCount,
    arcCount,
    firstOut: new Uint32Array(buffer, section(nodeCount + 1), nodeCount + 1),
    head: new Uint32Array(buffer, section(arcCount), arcCount),
    weight: new Float32Array(buffer, section(arcCount), arcCount),
    heuristicScale: new Float32Array(buffer, start, 16)[W_SCALE],
    buffer,
  };
  if (!(header[W_FLAGS] & HAS_COORDINATES)) return graph;
  return {
    ...graph,
    x: new Float32Array(buffer, section(nodeCount), nodeCount),
    y: new Float32Array(buffer, section(nodeCount), nodeCount),
  };
}

/** The grid whose header, already checked, starts at byte `start`. */
export function viewGrid(buffer: ArrayBufferLike, start: number): Grid {
  const header = new Uint32Array(buffer, start, 16);
  const width = header[W_FIRST];
  const height = header[W_SECOND];
  return {
    width,
    height,
    cost: new Float32Array(buffer, start + HEADER_BYTES, width * height),
    neighbours: header[W_FLAGS] & 1 ? 8 : 4,
    corners: CORNER_RULES[header[W_FLAGS] >> 1],
    buffer,
  };
}
