// The nearest places that a search over areas may enter, for ends of queries that `nearest` moves.
// Made by create-area-search.ts, called by find-path.ts and create-area-search.ts.

import { NONE } from '@wayfield/graph';
import { type Column, createColumn } from '../corridors/column.ts';
import type { Walks } from '../corridors/walks.ts';
import { triangleOf } from '@wayfield/triangulation/internal/half-edges';
import type { Kernels } from '../walks.gen.ts';
import { pointsIn } from './area-extras.ts';
import type { AreaGraph } from './area-graph.ts';
import type { GrownMesh } from './grown-mesh.ts';
import type { Waypoint } from './smooth-path.ts';

/**
 * What searches ask of the original of a grown mesh: whether a place lies on it, how often it has
 * changed, and a point that is off both meshes.
 */
export type Ground = Pick<GrownMesh, 'blocked' | 'isOnMesh' | 'version'>;

export interface NearestPlaces {
  /** The nearest place on the mesh outside closed areas; undefined if there is none. */
  nearest(x: number, y: number): Waypoint | undefined;
  /**
   * The nearest place that the last search of a graph has reached; undefined if there is none. The
   * search must have begun at `source`, and must have emptied its open list.
   */
  nearestReached(x: number, y: number, graph: AreaGraph, source: Waypoint): Waypoint | undefined;
}

/** `ground`: the original of a grown mesh; undefined for points. */
export function createNearestPlaces(
  walks: Walks<Kernels>,
  triangleCount: () => number,
  ground: Ground | undefined,
): NearestPlaces {
  const { kernels, opened, cells } = walks;
  const reached = createColumn(opened, 4);
  const points = createColumn(opened, 8);
  const hollows = ground && createHollows(walks, triangleCount, ground);

  function nearestTriangle(x: number, y: number): number {
    try {
      return kernels.nearestPlace(x, y);
    } catch (cause) {
      // memory has ended while only some areas are chosen
      kernels.chooseAll();
      throw cause;
    }
  }

  function find(x: number, y: number, reach: number, point: number): Waypoint | undefined {
    for (;;) {
      kernels.nearestBind(hollows?.address() ?? 0, reach, point);
      const triangle = nearestTriangle(x, y);
      if (triangle < 0) return undefined;
      // `isHollow` has marked a whole component, which `nearestBind` leaves out: the loop ends
      if (hollows?.isHollow(triangle)) continue;
      return { x: kernels.nearestX(), y: kernels.nearestY(), triangle };
    }
  }

  return {
    nearest: (x, y) => find(x, y, 0, 0),
    nearestReached(x, y, graph, source) {
      const { words, list } = reachOf(graph, cells.isFree, source);
      const at = put(reached, words, walks.words);
      const point = put(points, list, walks.doubles);
      return find(x, y, at, point);
    },
  };
}

/** Copies numbers into a column, and returns its address, which is not 0. */
function put<Numbers extends Uint32Array | Float64Array>(
  column: Column,
  numbers: Numbers,
  memory: () => Numbers,
): number {
  const at = column.reserve(Math.max(1, numbers.length));
  memory().set(numbers, at / numbers.BYTES_PER_ELEMENT);
  return at;
}

/**
 * What a search has reached: two words per triangle (`reached` of assembly/areas/nearest.ts), and
 * the points that these words name. In a triangle that borders cross, a place counts as reached if
 * one of these points sees the place.
 */
function reachOf(
  graph: AreaGraph,
  isFree: (triangle: number) => boolean,
  source: Waypoint,
): { readonly words: Uint32Array; readonly list: Float64Array } {
  const { host, mixed } = graph;
  const count = graph.triangleCount();
  const block = host.blocks.allocate(count);
  host.kernels.reachedRows(count, block);
  const isReached = host.arena.bytes().slice(block, block + count);
  host.blocks.free(block);
  isReached[source.triangle] = 1;
  const words = new Uint32Array(2 * count);
  const list: number[] = [];
  for (let t = 0; t < count; t++) {
    if (isReached[t] === 0 || !isFree(t)) continue;
    if (!mixed.has(t)) {
      words[2 * t] = words[2 * t + 1] = NONE;
      continue;
    }
    words[2 * t] = list.length / 2;
    const all = pointsIn(graph, t);
    for (let i = 0; 2 * i < all.length; i++)
      if (host.kernels.isReached(t, i) === 1) list.push(all[2 * i], all[2 * i + 1]);
    if (t === source.triangle) list.push(source.x, source.y);
    words[2 * t + 1] = list.length / 2;
  }
  return { words, list: Float64Array.from(list) };
}

/**
 * Marks of hollow triangles. These are free on the grown mesh but lie off the original mesh: inside
 * large obstacles, or outside the boundary.
 */
interface Hollows {
  /** Address of a byte per triangle: 1 = found hollow since the last change of the mesh. */
  address(): number;
  /** Whether a triangle is hollow. If so, marks all triangles of its component as hollow. */
  isHollow(triangle: number): boolean;
}

function createHollows(
  { opened, cells }: Walks<Kernels>,
  triangleCount: () => number,
  ground: Ground,
): Hollows {
  const column = createColumn(opened, 1);
  let version = -1;

  function address(): number {
    if (version === ground.version) return column.address;
    const at = column.reserve(triangleCount());
    opened.arena.bytes().fill(0, at, at + triangleCount());
    // noted last: if memory ends above, the next call reserves again
    version = ground.version;
    return at;
  }

  function isHollow(triangle: number): boolean {
    let [x, y] = [0, 0];
    for (let s = 3 * triangle; s < 3 * triangle + 3; s++) {
      x += cells.x(s) / 3;
      y += cells.y(s) / 3;
    }
    if (ground.isOnMesh(x, y)) return false;
    const bytes = opened.arena.bytes();
    const at = column.address;
    const open = [triangle];
    bytes[at + triangle] = 1;
    for (let t = open.pop(); t !== undefined; t = open.pop())
      for (let s = 3 * t; s < 3 * t + 3; s++) {
        const twin = cells.across(s);
        if (twin < 0 || bytes[at + triangleOf(twin)] === 1) continue;
        bytes[at + triangleOf(twin)] = 1;
        open.push(triangleOf(twin));
      }
    return true;
  }

  return { address, isHollow };
}
