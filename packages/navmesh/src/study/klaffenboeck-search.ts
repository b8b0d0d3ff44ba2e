// The searches as Klaffenböck's thesis (2014) describes them, with its switches and its measures,
// to compare the thesis with `createTriangleSearch`. They are in TypeScript. The reduction, point
// location and funnels are those of all searches. Labels, bounds and pruning of the channel search
// (assembly/channel) are not used, so that their improvements do not change the comparison.

import { checkOptions, number, oneOf } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import FlatQueue from 'flatqueue';
import {
  buildReduction,
  createFunnel,
  createSleeve,
  type PolygonMesh,
  type Reduction,
} from '@wayfield/triangulation';
import { addPortal, createPointLocator } from '@wayfield/triangulation/internal/polygons';
import {
  checkNumbersOf,
  checkMeshArrays,
  reductionRule,
} from '@wayfield/triangulation/internal/checks';
import { type DiscFunnel, openDiscFunnel } from '../discs/disc-funnel.ts';
import { KERNELS_BASE64 } from '../disc-funnel.gen.ts';
import {
  after,
  betweenSegments,
  type Segment,
  toSegment,
  triangleOf,
} from '@wayfield/triangulation/internal/half-edges';
import { createSplitList, type Insertion } from './split-list.ts';
import {
  type Channel,
  type ChannelFinder,
  createChannelFinder,
  type Ends,
  sideEnds,
  type Stub,
} from './study-channels.ts';

const OPTIONS = {
  algorithm: /* @__PURE__ */ oneOf('tra*', 'fringe'),
  heuristic: /* @__PURE__ */ oneOf('simple', 'extended'),
  insertion: /* @__PURE__ */ oneOf('back', 'after', 'before', 'front'),
  bucketWidth: /* @__PURE__ */ number(0),
  threshold: /* @__PURE__ */ number(0),
  reduction: reductionRule,
};
const LIMITS = {
  radius: /* @__PURE__ */ number(0),
  milliseconds: /* @__PURE__ */ number(0),
  maxExpanded: /* @__PURE__ */ number(0, Infinity),
};

/** Options of the searches of the Klaffenböck study. */
export interface KlaffenboeckOptions {
  /** 'tra*': an open list sorted by f. 'fringe': Fringe search, unsorted. Default 'tra*'. */
  readonly algorithm?: 'tra*' | 'fringe';
  /**
   * 'simple': the distance from the entry side of a node to the target. 'extended': the least
   * distance from there to a side of a triangle where a corridor to the target begins.
   */
  readonly heuristic?: 'simple' | 'extended';
  /** For Fringe search: where new states go in the open list. Default 'back'. */
  readonly insertion?: Insertion;
  /**
   * Of Fringe search: the width of buckets of f for states of later iterations. Each iteration then
   * takes the lowest bucket. Default 0: no buckets, as in the study.
   */
  readonly bucketWidth?: number;
  /**
   * The least length that counts for a corridor, as the study's THRESHOLD. A corridor between nodes
   * that touch has length 0, so without a threshold states would go round an obstacle for ever. A
   * path that is proven may be longer than the shortest by this length for each of its corridors.
   * Default 2^-10 of the longer side of the mesh's box.
   */
  readonly threshold?: number;
  /** Default: built. */
  readonly reduction?: Reduction;
}

/** The radius of a query, and when its search stops. */
export interface KlaffenboeckLimits {
  /** The radius of the agent. Default 0. */
  readonly radius?: number;
  /** Stop after this time, if there is a path. Default: no limit. */
  readonly milliseconds?: number;
  /** Stop after looking into this many states, also without a path. Default 1,000,000. */
  readonly maxExpanded?: number;
}

/** The measures of section 5.2, of one query. */
export interface KlaffenboeckAnswer {
  /** Infinity: no path was found. */
  readonly length: number;
  /** Whether no limit stopped the search: it ended when no f was below the length. */
  readonly isProven: boolean;
  /** Milliseconds in all, and until the first path. */
  readonly totalMs: number;
  readonly firstMs: number;
  readonly firstLength: number;
  /** Paths tested by a funnel, and the number of the best one. */
  readonly tested: number;
  readonly best: number;
  /** States made, and states looked into. */
  readonly visited: number;
  readonly expanded: number;
}

/** The searches of the study, to be compared with those of `createTriangleSearch`. */
export interface KlaffenboeckSearch {
  /**
   * Searches the path between two points of the mesh. Throws RangeError for points outside of the
   * mesh and for numbers that are not finite.
   */
  search(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    options?: KlaffenboeckLimits,
  ): KlaffenboeckAnswer;
}

/** A node entered over a side. Every arrival is a state of its own: there is no closed list. */
interface State {
  readonly side: number;
  readonly g: number;
  readonly f: number;
  readonly parent: State | undefined;
  /** From the node of the parent, or from the source, into this node. */
  readonly channel: Channel;
}

/**
 * Creates TRA* and Fringe search as Klaffenböck (2014) describes them in section 4.1.1, in
 * TypeScript. g is the larger of the distance from the source to the entry side, and of g of the
 * parent plus the length of the corridor. A smaller g proves nothing, so there is no closed list.
 * A state at the target is tested by a funnel, and the search ends when no f is below the best
 * length. With a radius the funnel is that for discs, while f stays that of points.
 *
 * @throws RangeError for a mesh that is not of triangles, and for a reduction of another number of
 *   triangles.
 * @example
 * const polygons = buildPolygonMesh(mesh.triangulation, { merge: false });
 * const study = createKlaffenboeckSearch(polygons, { heuristic: 'extended' });
 * const { length, tested } = study.search(1, 1, 8, 2);
 * console.log(length.toFixed(2)); // 7.07
 */
export function createKlaffenboeckSearch(
  mesh: PolygonMesh,
  options: KlaffenboeckOptions = {},
): KlaffenboeckSearch {
  checkMeshArrays(mesh);
  checkOptions('createKlaffenboeckSearch', options, OPTIONS);
  const reduction = options.reduction ?? buildReduction(mesh);
  const { triangleCount } = reduction;
  if (triangleCount !== mesh.polygonCount)
    throw new RangeError(
      `the reduction is of ${triangleCount} triangles, the mesh has ${mesh.polygonCount} polygons`,
    );
  const threshold = options.threshold ?? 2 ** -10 * Math.max(extentOf(mesh.x), extentOf(mesh.y));
  const finder = createChannelFinder(mesh, reduction);
  const locator = createPointLocator(mesh);
  const found = new Uint32Array(locator.most);
  const locate = (x: number, y: number, name: string): number[] => {
    const count = locator.locate(x, y, found);
    if (count === 0) throw new RangeError(`${name} is ${x}, ${y}, outside of the mesh`);
    return Array.from(found.subarray(0, count));
  };
  const measure = createMeasure(mesh);

  return {
    search(sourceX, sourceY, targetX, targetY, limits = {}) {
      checkNumbersOf({ sourceX, sourceY, targetX, targetY });
      checkOptions('search', limits, LIMITS);
      const begun = performance.now();
      const sources = locate(sourceX, sourceY, 'source');
      const targets = locate(targetX, targetY, 'target');
      const query = { sourceX, sourceY, targetX, targetY, ...limits };
      const task = createTask(begun, query, measure);
      if (targets.some((to) => sources.includes(to))) {
        task.test([]);
        return task.answer(true);
      }
      let isProven = true;
      const { part } = reduction;
      for (const to of onePerSector(mesh, targets))
        for (const from of onePerSector(mesh, sources)) {
          if (part[from] !== part[to]) continue;
          const ends = finder.endsOf(from, to);
          for (const channel of ends.direct) task.test(channel);
          const bounds = createBounds(mesh, ends, query, options);
          const search = createSearch(task, finder, ends, bounds, threshold);
          const states = ends.starts.map((stub) => search.make(stub, undefined));
          if (states.length === 0) continue;
          const isDone =
            options.algorithm === 'fringe'
              ? fringe(search, states, options)
              : astar(search, states);
          isProven &&= isDone;
        }
      return task.answer(isProven);
    },
  };
}

/**
 * Of the triangles at a point, one per sector: walls that meet at a vertex divide the triangles
 * around it into sectors, and paths leave the vertex in any of them.
 */
function onePerSector({ twin }: PolygonMesh, triangles: readonly number[]): number[] {
  const left = new Set(triangles);
  /** Drops the sector of a triangle. Returns whether the sector was left. */
  const drop = (t: number): boolean => {
    const isLeft = left.delete(t);
    // beyond a wall, `triangleOf` NONE is no triangle of the set
    if (isLeft) for (let side = 3 * t; side < 3 * t + 3; side++) drop(triangleOf(twin[side]));
    return isLeft;
  };
  return triangles.filter((t) => drop(t));
}

/** The search between two triangles. */
function createSearch(
  task: Task,
  finder: ChannelFinder,
  ends: Ends,
  bounds: Bounds,
  threshold: number,
): Search {
  return {
    task,
    make(stub, parent) {
      const along = parent ? parent.g + Math.max(threshold, finder.lengthFrom(stub.side)) : 0;
      const g = Math.max(bounds.fromSource(stub.side), along);
      task.visited++;
      return {
        side: stub.side,
        g,
        f: g + bounds.toTarget(stub.side),
        parent,
        channel: stub.channel,
      };
    },
    successors: (state) => finder.leave(triangleOf(state.side), state.side),
    arrive(state) {
      const node = triangleOf(state.side);
      if (node === ends.goalNode) task.test(channelOf(state));
      for (const { side, channel } of ends.goals) {
        if (triangleOf(side) !== node || side === state.side) continue;
        task.test([...channelOf(state), ...channel]);
      }
    },
  };
}

/** The difference of the largest and the smallest value. */
const extentOf = (values: Float64Array): number =>
  values.reduce((a, b) => Math.max(a, b), -Infinity) -
  values.reduce((a, b) => Math.min(a, b), Infinity);

interface Search {
  readonly task: Task;
  make(stub: Stub, parent: State | undefined): State;
  successors(state: State): readonly Stub[];
  /** Tests the paths from a state to the target, if its node is at the target. */
  arrive(state: State): void;
}

/** TRA*: always the state with the least f. Returns whether the best path is proven. */
function astar({ task, make, successors, arrive }: Search, states: readonly State[]): boolean {
  const queue = new FlatQueue<State>();
  for (const state of states) queue.push(state, state.f);
  for (let state = queue.pop(); state; state = queue.pop()) {
    if (state.f >= task.length) return true;
    if (task.stops()) return false;
    arrive(state);
    for (const stub of successors(state)) {
      const next = make(stub, state);
      if (next.f < task.length) queue.push(next, next.f);
    }
  }
  return true;
}

/** Fringe search: states up to a limit of f in the order of the list, then a higher limit. */
function fringe(
  { task, make, successors, arrive }: Search,
  states: readonly State[],
  { insertion = 'back', bucketWidth = 0 }: KlaffenboeckOptions,
): boolean {
  let limit = Math.min(...states.map(({ f }) => f));
  let next = Infinity;
  let list = createSplitList<State>();
  const later = new Map<number, State[]>();
  const bucketOf = (f: number): number => Math.floor(f / bucketWidth);
  if (bucketWidth > 0) limit = bucketWidth * (bucketOf(limit) + 1);
  const add = (state: State, where: Insertion): void => {
    if (bucketWidth > 0 && state.f > limit) {
      const bucket = later.get(bucketOf(state.f)) ?? [];
      later.set(bucketOf(state.f), bucket);
      bucket.push(state);
    } else {
      list.insert(state, where);
      // states in front of the split wait for the next iteration
      if (where === 'before' || where === 'front') next = Math.min(next, Math.max(limit, state.f));
    }
  };
  for (const state of states) add(state, 'back');
  for (;;) {
    for (let state = list.split; state; state = list.split) {
      let wrapped: boolean;
      if (state.f >= task.length) wrapped = list.remove();
      else if (state.f > limit) {
        next = Math.min(next, state.f);
        wrapped = list.advance();
      } else {
        if (task.stops()) return false;
        arrive(state);
        for (const stub of successors(state)) {
          const made = make(stub, state);
          if (made.f < task.length) add(made, insertion);
        }
        wrapped = list.remove();
      }
      if (wrapped) break;
    }
    if (bucketWidth > 0 && list.length === 0) {
      const least = Math.min(...later.keys());
      if (!(bucketWidth * least < task.length)) return true;
      limit = bucketWidth * (least + 1);
      list = createSplitList<State>();
      for (const state of later.get(least)!) list.insert(state, 'back');
      later.delete(least);
    } else {
      if (list.length === 0 || (bucketWidth === 0 && next >= task.length)) return true;
      if (next < Infinity) limit = Math.max(limit, next);
      next = Infinity;
    }
  }
}

function channelOf(state: State): number[] {
  const parts: Channel[] = [];
  for (let at: State | undefined = state; at; at = at.parent) parts.push(at.channel);
  return parts.toReversed().flat();
}

/** The two distances of a side that g and h are made of. */
interface Bounds {
  fromSource(side: number): number;
  toTarget(side: number): number;
}

function createBounds(
  mesh: PolygonMesh,
  { goals, goalNode }: Ends,
  { sourceX, sourceY, targetX, targetY }: Query,
  { heuristic = 'simple' }: KlaffenboeckOptions,
): Bounds {
  const triangles = goalNode === NONE ? goals.map(({ side }) => triangleOf(side)) : [goalNode];
  const goalSides = triangles.flatMap((t) => [0, 1, 2].map((k) => sideEnds(mesh, 3 * t + k)));
  /** By side: the cache of h, which is emptied with the query. */
  const known = new Map<number, number>();
  return {
    fromSource: (side) => Math.sqrt(toSegment(sourceX, sourceY, sideEnds(mesh, side))),
    toTarget(side) {
      const cached = known.get(side);
      if (cached !== undefined) return cached;
      const own: Segment = sideEnds(mesh, side);
      const square =
        heuristic === 'simple'
          ? toSegment(targetX, targetY, own)
          : Math.min(...goalSides.map((other) => betweenSegments(own, other)));
      known.set(side, Math.sqrt(square));
      return Math.sqrt(square);
    },
  };
}

/** The measures of a query while it is searched. */
interface Task {
  readonly length: number;
  visited: number;
  test(channel: Channel): void;
  /** Counts a state that is looked into. Returns true if a limit is reached. */
  stops(): boolean;
  answer(isProven: boolean): KlaffenboeckAnswer;
}

interface Query extends KlaffenboeckLimits {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
}

/** States looked into between two looks at the clock. */
const BETWEEN = 16;
const MOST_EXPANDED = 1_000_000;

function createTask(
  begun: number,
  query: Query,
  measure: (channel: Channel, query: Query) => number,
): Task {
  const { milliseconds = Infinity, maxExpanded = MOST_EXPANDED } = query;
  let length = Infinity;
  let firstMs = Infinity;
  let firstLength = Infinity;
  let tested = 0;
  let best = 0;
  let expanded = 0;
  return {
    get length() {
      return length;
    },
    visited: 0,
    test(channel) {
      tested++;
      const own = measure(channel, query);
      if (own === Infinity) return;
      if (firstMs === Infinity) {
        firstMs = performance.now() - begun;
        firstLength = own;
      }
      if (own >= length) return;
      length = own;
      best = tested;
    },
    stops() {
      if (expanded >= maxExpanded) return true;
      expanded++;
      const isLook = expanded % BETWEEN === 0 && length < Infinity;
      return isLook && performance.now() - begun >= milliseconds;
    },
    answer(isProven) {
      const totalMs = performance.now() - begun;
      const { visited } = this;
      return { length, isProven, totalMs, firstMs, firstLength, tested, best, visited, expanded };
    },
  };
}

/** Measures a channel by a funnel for points or discs. */
function createMeasure(mesh: PolygonMesh): (channel: Channel, query: Query) => number {
  const { x, y, corner } = mesh;
  const sleeve = createSleeve();
  const points = createFunnel();
  let discs: DiscFunnel | undefined;
  return (channel, { sourceX, sourceY, targetX, targetY, radius = 0 }) => {
    sleeve.count = 0;
    for (const side of channel) {
      const [right, left] = [corner[side], corner[after(side)]];
      addPortal(sleeve, x[left], y[left], x[right], y[right]);
    }
    if (radius === 0) return points.toPoint(sleeve, sourceX, sourceY, targetX, targetY);
    discs ??= openDiscFunnel(KERNELS_BASE64);
    return discs.toPoint(sleeve, { sourceX, sourceY, targetX, targetY, radius });
  };
}
