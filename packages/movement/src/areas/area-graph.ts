// The graph of a search over areas, in the memory of areas.wasm. create-area-search.ts makes the
// graph and keeps it up to date; find-path.ts searches it.

import { NONE } from '@wayfield/graph';
import { type KernelHost, openKernels } from '@wayfield/wasm';
import {
  EXTRA_BYTES,
  type Kernels,
  KERNELS_BASE64,
  LINK_BYTES,
  NODE_BYTES,
  SIDE_BYTES,
  TRIANGLE_BYTES,
} from '../areas.gen.ts';
import type { Cells } from '../corridors/cells.ts';
import type { Walks } from '../corridors/walks.ts';
import {
  after,
  before,
  triangleOf,
  withNeighbours,
} from '@wayfield/triangulation/internal/half-edges';
import { collectExtras, pointsIn } from './area-extras.ts';
import { createAreaTree } from './area-tree.ts';
import type { AreaMap } from './area-map.ts';
import type { Link } from './area-search.ts';
import { boxAround, countOn, type Mixed, mixedOf } from './mixed-triangle.ts';
import { createSpacing, lengthOf, roomFor, sideLengths } from './spacing.ts';

/** The graph of a mesh of triangles with areas and links, in the memory of its kernels. */
export interface AreaGraph extends Omit<GraphInput, 'spacing'> {
  /** Chooses the spacing on the current mesh. */
  readonly chooseSpacing: () => number;
  readonly host: KernelHost<Kernels>;
  readonly mixed: Map<number, Mixed>;
  /** How many triangles there is room for; 0 = the next change builds the graph again. */
  room: number;
  /**
   * The largest distance between neighbouring nodes of a side, or of a piece of a border. It is
   * larger where a side would need more than MOST_ON_SIDE nodes.
   */
  spacing: number;
  /** Per side: how many nodes it has between its ends. */
  counts: Uint8Array;
  /** The next number for a node on a side. `buildGraph` alone makes old numbers free again. */
  nextNode: number;
  /** The number of the first extra point: all nodes on sides have lower numbers. */
  firstExtra: number;
  /** How many nodes there is room for. */
  nodeRoom: number;
  /** Addresses of the records of sides, triangles and nodes. */
  sidesAt: number;
  trianglesAt: number;
  nodesAt: number;
  /** Per triangle with extra points: x and y of each. */
  extras: Map<number, readonly number[]>;
  /** Addresses of the matrices, of the extra points and of the links, in this order. */
  extraBlocks: number[];
  /** Per triangle: its cost per unit of length, Infinity where it is closed or not free. */
  cost: Float64Array;
  /** Link i of the kernels is link `linkOf[i]` of the caller; -1 joins two triangles. */
  linkOf: number[];
  /** Triangles that changed since the last `updateGraph` that did not throw. */
  readonly touched: Set<number>;
}

export interface GraphInput {
  readonly cells: Cells;
  readonly map: AreaMap;
  readonly links: readonly Link[];
  /** Nodes between the ends of a side, on average. */
  readonly points: number;
  /** The spacing of nodes, or a function that chooses it on the current mesh; else by `points`. */
  readonly spacing?: number | (() => number) | undefined;
  /** Returns an upper bound on the numbers of triangles: every triangle has a lower number. */
  readonly triangleCount: () => number;
}

/** Most nodes of the graph. */
const MOST_NODES = 2 ** 24;
/** Most nodes on sides and at corners; the rest of MOST_NODES is left for extra points. */
const MOST_SIDE_NODES = MOST_NODES / 2;

/** Makes the graph; throws RangeError if that would need too many nodes, or if memory ends. */
export function createAreaGraph({ spacing, ...input }: GraphInput): AreaGraph {
  const { cells, points, triangleCount } = input;
  const given = typeof spacing === 'number' ? () => spacing : spacing;
  const graph: AreaGraph = {
    ...input,
    chooseSpacing: given ?? createSpacing(cells, points, triangleCount),
    host: openKernels<Kernels>(KERNELS_BASE64),
    mixed: new Map(),
    room: 0,
    spacing: 0,
    counts: new Uint8Array(0),
    nextNode: 0,
    firstExtra: 0,
    nodeRoom: 0,
    sidesAt: 0,
    trianglesAt: 0,
    nodesAt: 0,
    extras: new Map(),
    extraBlocks: [],
    cost: new Float64Array(0),
    linkOf: [],
    touched: new Set(),
  };
  buildGraph(graph);
  return graph;
}

/**
 * Writes the whole graph. There is room for 1.5 times the triangles and 64 more, and for 1.5 times
 * the nodes on sides and 1,024 more.
 */
function buildGraph(graph: AreaGraph): void {
  const { host, mixed } = graph;
  const { blocks, kernels } = host;
  const count = graph.triangleCount();
  const room = roomFor(count);
  const spacing = graph.chooseSpacing();
  const sideNodes = sideLengths(graph.cells, count).reduce(
    (all, length) => all + countOn(spacing, length),
    0,
  );
  const firstExtra = 3 * room + sideNodes + (sideNodes >>> 1) + 1024;
  if (firstExtra > MOST_SIDE_NODES)
    throw new RangeError(
      `${count} triangles with ${graph.points} points per side need room for ${firstExtra} ` +
        `nodes, at most ${MOST_SIDE_NODES}`,
    );
  // 0 until all is written: if memory ends before, the next `updateGraph` builds all again
  graph.room = 0;
  graph.spacing = spacing;
  blocks.freeAll();
  mixed.clear();
  graph.extraBlocks = [];
  graph.extras.clear();
  graph.nodeRoom = 0;
  graph.counts = new Uint8Array(3 * room);
  graph.nextNode = 3 * room;
  graph.firstExtra = firstExtra;
  graph.cost = new Float64Array(room).fill(Infinity);
  graph.sidesAt = blocks.allocate(3 * room * SIDE_BYTES);
  graph.trianglesAt = blocks.allocate(room * TRIANGLE_BYTES);
  kernels.heapBind(blocks.allocate(8 * 1024), 1024);
  roomForNodes(graph, 0, room);
  for (let t = 0; t < count; t++) {
    writeSides(graph, t);
    writeCost(graph, t);
  }
  for (let t = 0; t < count; t++) putNodes(graph, t);
  for (let t = count; t < room; t++) kernels.setTriangle(t, Infinity, 0, 0, 0);
  for (const [t, borders] of bordersByTriangle(graph, count)) {
    const one = mixedOf(graph, t, borders);
    if (one) mixed.set(t, one);
  }
  writeExtras(graph, room);
  graph.room = room;
}

/**
 * Puts nodes on those sides of a triangle that agents can cross and that have no nodes yet. Returns
 * false if there is no room for the nodes of all these sides; some of them may have got theirs.
 */
function putNodes(graph: AreaGraph, t: number): boolean {
  const { cells, counts, host } = graph;
  if (!cells.isFree(t)) return true;
  for (let s = 3 * t; s < 3 * t + 3; s++) {
    const twin = cells.across(s);
    if (twin < 0 || counts[s] > 0) continue;
    const count = countOn(graph.spacing, lengthOf(cells, s));
    const first = graph.nextNode;
    if (first + count > graph.firstExtra) return false;
    graph.nextNode += count;
    counts[s] = counts[twin] = count;
    host.kernels.setSideNodes(s, first, count);
    host.kernels.setSideNodes(twin, first, count);
    for (let k = 0; k < count; k++) host.kernels.setNodeSide(first + k, Math.min(s, twin));
  }
  return true;
}

/** Per free triangle the borders whose boxes meet the box of the triangle. */
function bordersByTriangle({ cells, map }: AreaGraph, count: number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  if (map.borders.length === 0) return found;
  const tree = createAreaTree(count);
  for (let t = 0; t < count; t++) {
    if (!cells.isFree(t)) continue;
    for (let i = 0; i < 3; i++) {
      tree.corners[6 * t + 2 * i] = cells.x(3 * t + i);
      tree.corners[6 * t + 2 * i + 1] = cells.y(3 * t + i);
    }
    tree.put(t);
  }
  for (let border = 0; 4 * border < map.borders.length; border++) {
    const [ax, ay, bx, by] = map.borders.subarray(4 * border, 4 * border + 4);
    const box = [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)] as const;
    tree.inBox(...box, (t) => {
      const list = found.get(t);
      if (list) list.push(border);
      else found.set(t, [border]);
    });
  }
  return found;
}

/**
 * Takes over the triangles that changed. If that throws, the next call takes the same triangles
 * over. `twin`: that of the triangulation; undefined for a `PolygonMesh`, which never changes.
 */
export function updateGraph(graph: AreaGraph, walks: Walks, twin: Int32Array | undefined): void {
  const { touched } = graph;
  walks.update();
  if (touched.size === 0 || !twin) return;
  changeGraph(graph, withNeighbours(touched, twin));
  touched.clear();
}

/**
 * Writes triangles again: those that changed, and the triangles across their sides. Their vertices
 * may lie in other sectors now, so the sides of all triangles around these vertices are written
 * too. Builds the graph again if the room for triangles or nodes is used up, or for a new spacing.
 */
function changeGraph(graph: AreaGraph, triangles: ReadonlySet<number>): void {
  const { cells, map, mixed, links, counts } = graph;
  if (graph.triangleCount() > graph.room || graph.chooseSpacing() !== graph.spacing) {
    buildGraph(graph);
    return;
  }
  const around = new Set(triangles);
  for (const t of triangles)
    if (cells.isFree(t))
      for (let s = 3 * t; s < 3 * t + 3; s++)
        forSector(cells, s, (side) => around.add(triangleOf(side)));
  // `writeSides` leaves sides without nodes, and `putNodes` gives nodes to sides whose count is 0
  for (const t of around) writeSides(graph, t);
  for (const t of around) for (let s = 3 * t; s < 3 * t + 3; s++) counts[s] = 0;
  for (const t of around)
    if (!putNodes(graph, t)) {
      buildGraph(graph);
      return;
    }
  for (const t of triangles) {
    writeCost(graph, t);
    mixed.delete(t);
    if (!cells.isFree(t)) continue;
    const one = mixedOf(graph, t, map.bordersIn(boxAround(pointsIn(graph, t, []), 0)));
    if (one) mixed.set(t, one);
  }
  if (map.borders.length > 0 || links.length > 0) writeExtras(graph, graph.room);
}

/** Visits the sides that start at the vertex of a side, in one sector of free triangles. */
function forSector(cells: Cells, s: number, visit: (side: number) => void): void {
  const start = firstOf(cells, s);
  for (let side = start; ;) {
    visit(side);
    const twin = cells.across(before(side));
    if (twin < 0 || twin === start) return;
    side = twin;
  }
}

/**
 * Looks at the sides that start at the vertex of side `s` and lie in the same sector of free
 * triangles. Returns the most clockwise of these sides, which agents cannot cross. If the sector is
 * a full turn, returns the side with the lowest number.
 */
function firstOf(cells: Cells, s: number): number {
  let least = s;
  for (let side = s; ;) {
    const twin = cells.across(side);
    if (twin < 0) return side;
    side = after(twin);
    if (side === s) return least;
    if (side < least) least = side;
  }
}

/** Writes the sides of a triangle, without nodes. */
function writeSides({ cells, host: { kernels } }: AreaGraph, t: number): void {
  const isFree = cells.isFree(t);
  for (let s = 3 * t; s < 3 * t + 3; s++) {
    if (!isFree) kernels.setSide(s, 0, 0, NONE, s);
    else {
      const twin = cells.across(s);
      kernels.setSide(s, cells.x(s), cells.y(s), twin < 0 ? NONE : twin, firstOf(cells, s));
    }
  }
}

/**
 * Writes the cost of a triangle, without matrix and extra points: the cost at its centroid,
 * Infinity if the triangle is not free.
 */
function writeCost({ cells, map, cost, host: { kernels } }: AreaGraph, t: number): void {
  cost[t] = Infinity;
  if (cells.isFree(t)) {
    let [x, y] = [0, 0];
    for (let s = 3 * t; s < 3 * t + 3; s++) {
      x += cells.x(s) / 3;
      y += cells.y(s) / 3;
    }
    cost[t] = map.costAt(x, y);
  }
  kernels.setTriangle(t, cost[t], 0, 0, 0);
}

/** Writes the extras to new blocks, then frees the old ones. If memory ends, the old ones stay. */
function writeExtras(graph: AreaGraph, room: number): void {
  const { host, cost } = graph;
  const { kernels, blocks, put } = host;
  const { at, own, links } = collectExtras(graph);
  roomForNodes(graph, at.length, room);
  const taken: number[] = [];
  const take = (block: number): number => {
    taken.push(block);
    return block;
  };
  let matrices: number[] = [];
  try {
    matrices = own.map(({ costs }) => (costs ? take(put(costs)) : 0));
    take(blocks.allocate(EXTRA_BYTES * (at.length + 1)));
    take(blocks.allocate(LINK_BYTES * (links.length + 1)));
  } catch (cause) {
    for (const block of taken) blocks.free(block);
    throw cause;
  }
  for (const t of graph.extras.keys()) kernels.setTriangle(t, cost[t], 0, 0, 0);
  graph.extras.clear();
  for (const block of graph.extraBlocks) blocks.free(block);
  graph.extraBlocks = taken;
  const [extrasAt, linksAt] = taken.slice(-2);
  kernels.setPlaces(extrasAt, linksAt);
  const heads = new Map<number, number>();
  links.forEach(({ from, to, cost: price }, i) => {
    kernels.setLink(i, price, to, heads.get(from) ?? NONE);
    heads.set(from, i);
  });
  at.forEach(({ x, y, t }, i) => kernels.setExtra(i, x, y, t, heads.get(i) ?? NONE));
  for (const [i, { t, extras, first }] of own.entries()) {
    kernels.setTriangle(t, cost[t], matrices[i], first, extras.length / 2);
    graph.extras.set(t, extras);
  }
  graph.linkOf = links.map(({ link }) => link);
}

/** Makes room for all nodes of vertices and sides, and for a number of extra points. */
function roomForNodes(graph: AreaGraph, extras: number, room: number): void {
  const { host, firstExtra, nextNode } = graph;
  const nodes = firstExtra + extras;
  if (nodes > MOST_NODES)
    throw new RangeError(`the graph needs ${nodes} nodes, at most ${MOST_NODES}`);
  if (nodes <= graph.nodeRoom) return;
  const larger = nodes + extras + 1024;
  const block = host.blocks.allocate(larger * NODE_BYTES);
  const { arena, kernels, blocks } = host;
  // a node holds the number of the search that reached it: 0 = none
  arena.bytes().fill(0, block, block + larger * NODE_BYTES);
  if (graph.nodeRoom > 0) {
    arena.bytes().copyWithin(block, graph.nodesAt, graph.nodesAt + nextNode * NODE_BYTES);
    blocks.free(graph.nodesAt);
  }
  graph.nodeRoom = larger;
  graph.nodesAt = block;
  kernels.bind(graph.sidesAt, graph.trianglesAt, block, 3 * room, firstExtra, larger);
}

/** The cost of the line between two places in one triangle. */
export function costIn(
  { cost, mixed, map }: AreaGraph,
  t: number,
  [ax, ay, bx, by]: readonly [number, number, number, number],
): number {
  // places of a closed triangle may lie on its border, where walking is allowed
  if (mixed.has(t) || cost[t] === Infinity) return map.costOf(ax, ay, bx, by);
  return cost[t] * Math.hypot(bx - ax, by - ay);
}
