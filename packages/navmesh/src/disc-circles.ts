import { NONE } from '@wayfield/graph';
import type { Arena, Blocks } from '@wayfield/wasm';
import { type Circle, findCircles, findPieces, type Piece } from './disc-arcs.ts';
import { type DiscGates, findGates } from './disc-gates.ts';
import type { DiscKernels } from './disc-kernels.ts';
import type { FreeBorder } from './free-border.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

const TURN = 2 * Math.PI;
/** More than this per circle are too many: of tangents, of triangles to look into for them. */
const MOST_TANGENTS = 256;
const MOST_LOOKS = 4096;
/** Bytes, as in assembly/circles/circles.ts. */
const CIRCLE = 24;
const NODE = 128;
const TRIANGLE = 128;
const PIECE = 64;
const TANGENT = 56;
const DOWN = 0x80000000;
const ROOM = 1024;
/** As in assembly/circles/landmarks.ts. */
const LANDMARKS = 32;
const NO_WAY = 0xffff;
/** Units in the longest way. */
const UNITS = 60_000;

/** The arcs of circles that the centre of a disc can move along, and the tangents between them: all that shortest ways consist of. */
export interface DiscCircles {
  /** Makes it that of the kernels. */
  use(): void;
  /** Frees its memory. */
  free(): void;
}

/** The graph for the disc that `border` has begun for; undefined where it would have too many tangents. */
export function buildDiscCircles(
  mesh: PolygonMesh,
  border: FreeBorder,
  kernels: DiscKernels,
  arena: Arena,
  blocks: Blocks,
  radius: number,
): DiscCircles | undefined {
  const { polygonCount } = mesh;
  const { circles, circleOf, arcCount } = findCircles(mesh, border);
  const pieces = findPieces(mesh, circles, radius);
  const gates = findGates(mesh, border, circles, pieces);
  const put = (buffer: ArrayBufferLike): number => {
    const address = blocks.allocate(buffer.byteLength);
    arena.bytes().set(new Uint8Array(buffer), address);
    return address;
  };
  const count = circles.length;
  const addresses = {
    circles: put(packCircles(circles, arcCount)),
    stamps: blocks.allocate(8 * arcCount),
    triangles: put(packTriangles(polygonCount, gates, circleOf, circles, pieces)),
    deadEnds: put(gates.deadEnd.buffer),
    nodes: put(packNodes(circles, arcCount, gates.deadEnd, radius)),
  };
  let tangents = 0;
  let landmarks = { lengths: 0, unit: 1, aims: 0, blocks: [] as readonly number[] };
  let tangentCount = 0;
  const use = (): void => {
    const { circles: at, stamps, triangles, deadEnds, nodes } = addresses;
    kernels.circlesUse(
      radius,
      at,
      count,
      stamps,
      triangles,
      polygonCount,
      deadEnds,
      nodes,
      2 * arcCount,
      tangents,
    );
    const { lengths, unit, aims } = landmarks;
    kernels.circlesLandmarksUse(lengths, 0, tangentCount, unit, aims);
  };
  use();
  const lists = [4 * count, 4 * count, 16 * polygonCount].map(blocks.allocate) as Three;
  kernels.circlesBuildBind(blocks.allocate(TANGENT * ROOM), ROOM, ...lists);
  tangentCount = kernels.circlesFind(MOST_TANGENTS * count, MOST_LOOKS * count) >>> 0;
  const isComplete = tangentCount !== NONE;
  if (isComplete) {
    tangents = blocks.allocate(TANGENT * (tangentCount + 1));
    kernels.circlesSort(tangents);
  }
  blocks.free(kernels.circlesFound() >>> 0);
  lists.forEach(blocks.free);
  if (!isComplete) {
    Object.values(addresses).forEach(blocks.free);
    return undefined;
  }
  const free = (): void =>
    [...Object.values(addresses), tangents, ...landmarks.blocks].forEach(blocks.free);
  const found = arena.words().subarray(tangents >>> 2, (tangents + TANGENT * tangentCount) >>> 2);
  const parts = findArcParts(found, tangentCount, arcCount);
  parts.forEach((part, arc) => {
    for (const node of [2 * arc, 2 * arc + 1])
      arena.words()[(addresses.nodes + NODE * node) / 4 + 31] = part;
  });
  if (tangentCount === 0) return { use, free };
  const first = inLargestPart(found, tangentCount, parts);
  landmarks = spreadLandmarks(kernels, arena, blocks, tangentCount, first);
  return { use, free };
}

type Three = [number, number, number];

function packCircles(circles: readonly Circle[], arcCount: number): ArrayBuffer {
  const bytes = new ArrayBuffer(CIRCLE * (circles.length + 1));
  const floats = new Float64Array(bytes);
  const words = new Uint32Array(bytes);
  circles.forEach(({ x, y, firstArc, corner }, i) => {
    floats.set([x, y], (CIRCLE / 8) * i);
    words.set([firstArc, corner.side], (CIRCLE / 4) * i + 4);
  });
  words[(CIRCLE / 4) * circles.length + 4] = arcCount;
  return bytes;
}

function packNodes(
  circles: readonly Circle[],
  arcCount: number,
  deadEnd: Uint32Array,
  radius: number,
): ArrayBuffer {
  const bytes = new ArrayBuffer(NODE * (2 * arcCount + 1));
  const floats = new Float64Array(bytes);
  const words = new Uint32Array(bytes);
  for (const { x, y, arcs, firstArc, fan } of circles) {
    const first = deadEnd[fan[0]!]!;
    const common = fan.every((t) => deadEnd[t] === first) ? first : NONE;
    arcs.forEach(([from, to], k) => {
      const left = 2 * (firstArc + k);
      for (const node of [left, left + 1]) {
        const begins = node === left ? from : to;
        floats.set([x, y, begins, radius * (to - from)], (NODE / 8) * node);
        words[(NODE / 4) * node + 9] = to - from > TURN - 1e-9 ? 1 : 0;
        words[(NODE / 4) * node + 30] = common;
      }
    });
  }
  return bytes;
}

/** With the pieces of arcs behind them. */
function packTriangles(
  count: number,
  { over, ends, isDown, up }: DiscGates,
  circleOf: Uint32Array,
  circles: readonly Circle[],
  pieces: readonly Piece[],
): ArrayBuffer {
  const firstPiece = TRIANGLE * (count + 1);
  const bytes = new ArrayBuffer(firstPiece + PIECE * pieces.length);
  const floats = new Float64Array(bytes);
  const words = new Uint32Array(bytes);
  let next = 0;
  for (let t = 0; t <= count; t++) {
    const at = (TRIANGLE / 4) * t;
    words[at + 30] = next;
    if (t === count) break;
    floats.set(ends.subarray(12 * t, 12 * t + 12), at / 2);
    for (let s = 3 * t; s < 3 * t + 3; s++) {
      const other = over[s]!;
      const entry = 4 * Math.floor(other / 3) + (other % 3) + (isDown[s] ? DOWN : 0);
      words[at + 24 + (s % 3)] = other === NONE ? NONE : entry;
    }
    words.set(circleOf.subarray(3 * t, 3 * t + 3), at + 27);
    words[at + 31] = up[t]!;
    while (next < pieces.length && pieces[next]!.triangle === t) next++;
  }
  pieces.forEach(({ circle, arc, from, to }, i) => {
    const { x, y } = circles[circle]!;
    const isShort = to - from < Math.PI;
    const at = firstPiece + PIECE * i;
    floats.set([x, y], at / 8);
    if (isShort)
      floats.set([Math.cos(from), Math.cos(to), Math.sin(from), Math.sin(to)], at / 8 + 2);
    words[at / 4 + 12] = arc;
  });
  return bytes;
}

/** Each landmark is the furthest from those before; the first from one tangent. */
function spreadLandmarks(
  kernels: DiscKernels,
  arena: Arena,
  blocks: Blocks,
  count: number,
  first: number,
): { lengths: number; unit: number; aims: number; blocks: readonly number[] } {
  const block = blocks.allocate(64 * count + 48);
  // a line of the cache for each tangent
  const lengths = Math.ceil(block / 64) * 64;
  const aims = blocks.allocate(128);
  const room = [8 * count, 4 * count, 4 * count].map(blocks.allocate) as Three;
  kernels.circlesLandmarksUse(lengths, 0, count, 1, aims);
  kernels.circlesLandmarksRoom(...room);
  // this only finds where to begin, and how long ways are: no two places are further apart than twice as far as from one to all
  kernels.circlesLandmarksFill(0, first);
  const unit = (2 * kernels.circlesLandmarksLongest()) / UNITS || 1;
  kernels.circlesLandmarksUse(lengths, 0, count, unit, aims);
  const nearest = new Uint16Array(count).fill(NO_WAY);
  let next = first;
  for (let k = -1; k < LANDMARKS; k++) {
    const landmark = Math.max(0, k);
    kernels.circlesLandmarksFill(landmark, next);
    const all = new Uint16Array(arena.memory.buffer, lengths, LANDMARKS * count);
    let furthest = 0;
    for (let i = 0; i < count; i++) {
      const length = all[LANDMARKS * i + landmark]!;
      if (length === NO_WAY) continue;
      if (k >= 0) nearest[i] = Math.min(nearest[i]!, length);
      const away = k < 0 ? length : nearest[i]!;
      if (away <= furthest) continue;
      furthest = away;
      next = i;
    }
  }
  room.forEach(blocks.free);
  return { lengths, unit, aims, blocks: [block, aims] };
}

/** Per arc an arc that stands for all that tangents join to it. */
function findArcParts(tangents: Uint32Array, count: number, arcCount: number): Uint32Array {
  const partOf = new Uint32Array(arcCount).map((_, i) => i);
  const find = (arc: number): number => {
    let part = arc;
    while (partOf[part] !== part) part = partOf[part] = partOf[partOf[part]!]!;
    return part;
  };
  for (let i = 0; i < count; i++)
    partOf[find(headOf(tangents, i))] = find(headOf(tangents, tangents[(TANGENT / 4) * i + 11]!));
  return partOf.map((_, i) => find(i));
}

/** The arc that a tangent leads to. */
const headOf = (tangents: Uint32Array, i: number): number =>
  tangents[(TANGENT / 4) * i + 10]! >>> 1;

/** One of the tangents of the part that has the most. */
function inLargestPart(tangents: Uint32Array, count: number, partOf: Uint32Array): number {
  const size = new Uint32Array(partOf.length);
  let most = 0;
  for (let i = 0; i < count; i++) {
    const part = partOf[headOf(tangents, i)]!;
    size[part]!++;
    if (size[part]! > size[partOf[headOf(tangents, most)]!]!) most = i;
  }
  return most;
}
