// The buffer behind every hierarchy, and its file: a header of 16 words, then the arrays in the
// order of `lengthsOf`, each starting at a multiple of 16 bytes: see docs/graph-layout.md.
import { someBytes } from '../check/kinds.ts';
import { refuse } from '@wayfield/check';
import { checkHierarchy } from '../check/hierarchy.ts';
import { checkCount } from '../check/check.ts';
import { checksum } from './checksum.ts';
import type { Hierarchy, HierarchyArcs } from '../types/hierarchy.ts';
import { HEADER_BYTES, reserve, W_CHECKSUM } from './layout.ts';

/** The first words of a header: the bytes 'WAYH', the version and the byte order mark. */
const MARK: readonly number[] = [0x48594157, 1, 0x01020304];
// words of the header after the mark: nodes, levels, arcs up and down; the rest is zero
const W_NODES = 3;
const W_LEVELS = 4;
const W_UP = 5;
// word 6 is the checksum, as in a graph
const W_DOWN = 7;

/** nodeCount, levels, arcs up and down. */
type Counts = readonly [nodes: number, levels: number, up: number, down: number];

/** How many entries each array has, in the order of the arrays in the buffer. */
function lengthsOf([nodes, levels, up, down]: Counts): number[] {
  const side = (arcs: number): number[] => [nodes + 1, arcs, arcs, arcs, arcs];
  return [nodes, nodes, levels + 1, ...side(up), ...side(down)];
}

const padded = (entries: number): number => Math.ceil(entries / 4) * 16;

function viewHierarchy(buffer: ArrayBufferLike, start: number, counts: Counts): Hierarchy {
  let next = start + HEADER_BYTES;
  const views = lengthsOf(counts).map((length) => {
    const at = next;
    next += padded(length);
    return [buffer as ArrayBuffer, at, length] as const;
  });
  const side = (i: number): HierarchyArcs => ({
    firstArc: new Uint32Array(...views[i]),
    head: new Uint32Array(...views[i + 1]),
    weight: new Float32Array(...views[i + 2]),
    first: new Uint32Array(...views[i + 3]),
    second: new Uint32Array(...views[i + 4]),
  });
  return {
    nodeCount: counts[0],
    rank: new Uint32Array(...views[0]),
    node: new Uint32Array(...views[1]),
    levelStart: new Uint32Array(...views[2]),
    up: side(3),
    down: side(8),
  };
}

/**
 * A hierarchy of these counts whose arrays, all zero, are views on one buffer with the header of
 * docs/graph-layout.md, for a builder to fill in. Throws RangeError where memory is short.
 */
export function allocateHierarchy(
  nodeCount: number,
  levelCount: number,
  upArcs: number,
  downArcs: number,
): Hierarchy {
  const counts: Counts = [nodeCount, levelCount, upArcs, downArcs];
  counts.forEach((count, i) =>
    checkCount(count, ['nodeCount', 'levelCount', 'upArcs', 'downArcs'][i], 0),
  );
  const bytes = byteLengthOf(counts);
  const buffer = reserve(`a hierarchy of ${nodeCount} nodes, ${upArcs} + ${downArcs} arcs`, bytes);
  const words = new Uint32Array(buffer, 0, HEADER_BYTES / 4);
  words.set(MARK);
  [words[W_NODES], words[W_LEVELS], words[W_UP], words[W_DOWN]] = counts;
  return viewHierarchy(buffer, 0, counts);
}

function byteLengthOf(counts: Counts): number {
  return lengthsOf(counts).reduce((sum, length) => sum + padded(length), HEADER_BYTES);
}

/**
 * The bytes of a hierarchy, to be stored or sent: a copy, little-endian, checksummed, in the format
 * of docs/graph-layout.md. `readHierarchy` reads them back. Throws what `checkHierarchy` throws.
 */
export function writeHierarchy(hierarchy: Hierarchy): Uint8Array {
  checkHierarchy(hierarchy);
  const { nodeCount, levelStart, up, down } = hierarchy;
  const copy = allocateHierarchy(
    nodeCount,
    levelStart.length - 1,
    up.head.length,
    down.head.length,
  );
  for (const name of ['rank', 'node', 'levelStart'] as const) copy[name].set(hierarchy[name]);
  for (const side of ['up', 'down'] as const) {
    for (const name of ['firstArc', 'head', 'weight', 'first', 'second'] as const) {
      copy[side][name].set(hierarchy[side][name]);
    }
  }
  const { buffer } = copy.rank;
  const words = new Uint32Array(buffer);
  words[W_CHECKSUM] = checksum(words);
  return new Uint8Array(buffer);
}

/**
 * The hierarchy in these bytes, its arrays views on them: nothing is copied. The bytes must start
 * at a multiple of 4 in their buffer.
 *
 * Throws RangeError, with the numbers, for bytes that are cut off, longer than they should be,
 * changed, no hierarchy or of another version, and what `checkHierarchy` throws, because a checksum
 * proves nothing about a hostile file. Whether the hierarchy fits a graph is checked by
 * `checkHierarchy(hierarchy, graph)` and by the solvers.
 */
export function readHierarchy(source: ArrayBufferLike | ArrayBufferView): Hierarchy {
  someBytes(source, 'source');
  const length = source.byteLength;
  if (!(length >= HEADER_BYTES)) refuse('byteLength', length, `at least ${HEADER_BYTES}`);
  const [buffer, start] = ArrayBuffer.isView(source)
    ? [source.buffer, source.byteOffset]
    : [source, 0];
  if (start % 4) refuse('byteOffset', start, 'a multiple of 4: copy the bytes first');
  const header = new Uint32Array(buffer, start, HEADER_BYTES / 4);
  MARK.forEach((word, i) => {
    if (header[i] !== word) refuse(`header[${i}]`, header[i], word);
  });
  const counts: Counts = [header[W_NODES], header[W_LEVELS], header[W_UP], header[W_DOWN]];
  const bytes = byteLengthOf(counts);
  if (length !== bytes) refuse('byteLength', length, bytes);
  for (let i = W_DOWN + 1; i < header.length; i++) {
    if (header[i] !== 0) refuse(`header[${i}]`, header[i], 0);
  }
  const sum = checksum(new Uint32Array(buffer, start, bytes / 4));
  if (header[W_CHECKSUM] !== sum) refuse('checksum', header[W_CHECKSUM], sum);
  const hierarchy = viewHierarchy(buffer, start, counts);
  checkHierarchy(hierarchy);
  return hierarchy;
}
