// The path of a query over areas: the smoothed path of the graph, or Polyanya's path, smoothed, if
// that is cheaper. Called by create-area-search.ts.

import {
  BUDGET_SPENT,
  FOUND,
  NEAREST,
  NO_PATH,
  SOURCE_BLOCKED,
  TARGET_BLOCKED,
} from '@wayfield/graph';
import { LINK_FLAG } from '../areas.gen.ts';
import type { NavMesh } from '@wayfield/triangulation';
import type { PointQueries, PolyanyaSolver } from '@wayfield/navmesh';
import {
  clearPoints,
  MOVES_SOURCE,
  MOVES_TARGET,
  movesOf,
  type PointList,
  pushPoint,
  takePoints,
} from '@wayfield/navmesh/internal/queries';
import { pointsIn } from './area-extras.ts';
import { type AreaGraph, costIn } from './area-graph.ts';
import type { AreaRoutes, AreaRunOptions } from './area-search.ts';
import type { Ground, NearestPlaces } from './nearest-place.ts';
import { costOfPath, smooth, type Smoother, type Waypoint } from './smooth-path.ts';

/** What all queries of one search share. */
export interface State {
  readonly graph: AreaGraph;
  /**
   * The least cost per unit of length of all areas and links. The straight distance times this is a
   * lower bound on the cost of a path.
   */
  readonly least: number;
  readonly smoother: Smoother;
  readonly points: PointList;
  readonly nav: NavMesh | undefined;
  /** Shortest paths, which are the cheapest where areas do not matter. */
  readonly shortest: PolyanyaSolver;
  /** The largest number of rounds of smoothing; 0 = the paths of the graph. */
  readonly rounds: number;
  readonly places: NearestPlaces;
  /** The mesh before it was grown by the radius of discs; undefined for points. */
  readonly ground: Ground | undefined;
}

/** The path of one query: its points, and per point the link to the next point, -1 = none. */
interface Path {
  status: number;
  cost: number;
  lowerBound: number;
  expanded: number;
  readonly x: number[];
  readonly y: number[];
  readonly link: number[];
}

/** Answers queries one after another, by `State` as `updateGraph` has left it. */
export function answer(state: State, queries: PointQueries, options: AreaRunOptions): AreaRoutes {
  const { count } = queries;
  const most = Math.min(options.maxExpanded ?? 0xffffffff, 0xffffffff);
  const moves = movesOf(options.nearest);
  const wantsPaths = options.result !== 'cost';
  const status = new Uint8Array(count);
  const cost = new Float64Array(count);
  const lowerBound = new Float64Array(count);
  const expanded = new Uint32Array(count);
  const firstPoint = new Uint32Array(count + 1);
  const link: number[] = [];
  clearPoints(state.points, wantsPaths ? count : 0);
  for (let i = 0; i < count; i++) {
    const { sourceX, sourceY, targetX, targetY } = queries;
    const path = findPath(state, [sourceX[i], sourceY[i], targetX[i], targetY[i]], most, moves);
    status[i] = path.status;
    cost[i] = path.cost;
    // `costOf` leaves out the ends of lines, up to 2^-37 c each, so rounding may put it below
    lowerBound[i] = Math.min(path.lowerBound, path.cost);
    expanded[i] = path.expanded;
    if (wantsPaths)
      for (let k = 0; k < path.x.length; k++) {
        pushPoint(state.points, path.x[k], path.y[k]);
        link.push(path.link[k]);
      }
    firstPoint[i + 1] = state.points.count;
  }
  const taken = takePoints(state.points);
  return {
    count,
    status,
    cost,
    lowerBound,
    firstPoint,
    ...taken,
    expanded,
    link: Int32Array.from(link),
  };
}

type Ends = readonly [sx: number, sy: number, tx: number, ty: number];

/** An end of a query. */
interface End extends Waypoint {
  readonly isMoved: boolean;
}

/** Answers one query. `most`: `maxExpanded`. `moves`: the ends that may be moved (`movesOf`). */
function findPath(state: State, [sx, sy, tx, ty]: Ends, most: number, moves: number): Path {
  const path: Path = {
    status: SOURCE_BLOCKED,
    cost: Infinity,
    lowerBound: Infinity,
    expanded: 0,
    x: [],
    y: [],
    link: [],
  };
  const source = endAt(state, sx, sy, (moves & MOVES_SOURCE) !== 0);
  if (!source) return path;
  path.status = TARGET_BLOCKED;
  const target = endAt(state, tx, ty, (moves & MOVES_TARGET) !== 0);
  if (!target) return path;
  search(state, path, [source, target], most);
  let isMoved = source.isMoved || target.isMoved;
  if (path.status === NO_PATH && moves & MOVES_TARGET) {
    // the search has emptied its open list, so it has reached every node that can be reached
    const nearest = state.places.nearestReached(tx, ty, state.graph, source);
    if (nearest) search(state, path, [source, { ...nearest, isMoved: true }], most);
    isMoved = true;
  }
  if (isMoved && path.status === FOUND) path.status = NEAREST;
  return path;
}

/**
 * The end of a query at (x, y); if that place is blocked and `mayMove`, at the nearest place.
 * Undefined if the place is blocked and the end may not move, or finds no place.
 */
function endAt(state: State, x: number, y: number, mayMove: boolean): End | undefined {
  const { graph, smoother, places, ground } = state;
  const triangle = graph.map.costAt(x, y) < Infinity ? smoother.walks.locate(x, y) : -1;
  // An end that may not move needs no test of the ground: if the end lies off the ground,
  // `discAreas` has put it at a point off this mesh too.
  const isOn = triangle >= 0 && (!mayMove || !ground || ground.isOnMesh(x, y));
  if (isOn) return { x, y, triangle, isMoved: false };
  const nearest = mayMove ? places.nearest(x, y) : undefined;
  return nearest && { ...nearest, isMoved: true };
}

/**
 * Searches a path between two ends, and writes it to `path`. Expands at most `most` nodes less the
 * number that `path.expanded` has already.
 */
function search(state: State, path: Path, [source, target]: readonly [End, End], most: number) {
  const { graph } = state;
  const { kernels } = graph.host;
  const { x: sx, y: sy, triangle: from } = source;
  const { x: tx, y: ty, triangle: to } = target;
  kernels.searchBegin(sx, sy, tx, ty, to, state.least);
  forPoints(graph, from, [sx, sy], (i, cost) => kernels.searchStart(from, i, cost));
  forPoints(graph, to, [tx, ty], (i, cost) => kernels.searchGoal(to, i, cost));
  const found = kernels.searchRun(most - path.expanded);
  path.expanded += kernels.searchExpanded();
  const straightest = state.least * Math.hypot(tx - sx, ty - sy);
  const direct = from === to ? costIn(graph, from, [sx, sy, tx, ty]) : Infinity;
  if (found === Infinity && direct === Infinity) {
    path.status = kernels.searchWasCut() === 0 ? NO_PATH : BUDGET_SPENT;
    if (path.status === BUDGET_SPENT) path.lowerBound = straightest;
    return;
  }
  path.status = FOUND;
  path.lowerBound = straightest;
  if (direct <= found) addWalk(state, path, [source, target], -1);
  else addFound(state, path, source, target);
  if (state.rounds > 0) takeShortest(state, path, [source, target], most);
}

/**
 * Replaces the path of the graph by the smoothed shortest path if that is cheaper, and raises the
 * lower bound by the length of the shortest path. Polyanya may expand `most` polygons less the
 * nodes that the search of the graph has expanded.
 */
function takeShortest(
  state: State,
  path: Path,
  [source, target]: readonly [End, End],
  most: number,
): void {
  if (path.expanded >= most) return;
  const { shortest, smoother, graph } = state;
  const column = (value: number): Float64Array => Float64Array.of(value);
  const ends = {
    count: 1,
    sourceX: column(source.x),
    sourceY: column(source.y),
    targetX: column(target.x),
    targetY: column(target.y),
  };
  // Rounding may put a moved end off the mesh. Then Polyanya moves that end, by at most `near`.
  const isMoved = source.isMoved || target.isMoved;
  const limit = { maxExpanded: most - path.expanded, ...(isMoved && { nearest: 'both' as const }) };
  const { x, y, expanded, lowerBound } = shortest.run(ends, limit);
  path.expanded += expanded[0];
  const last = x.length - 1;
  const near = 16 * smoother.cells.epsilon;
  const isThere = ({ x: px, y: py }: Waypoint, i: number): boolean =>
    Math.hypot(x[i] - px, y[i] - py) <= near;
  if (isMoved && !(last >= 0 && isThere(source, 0) && isThere(target, last))) return;
  // with links a path may be shorter than Polyanya's, whose length is then no lower bound
  const hasLinks = graph.links.length > 0;
  if (!hasLinks)
    path.lowerBound = Math.max(
      path.lowerBound,
      state.least * (lowerBound[0] - (isMoved ? 2 * near : 0)),
    );
  if (x.length < 2) return;
  const walk = Array.from(x, (px, i): Waypoint => ({ x: px, y: y[i], triangle: source.triangle }));
  // a walk of more than twice the cost is not worth smoothing; chosen
  if (!(costOfPath(smoother, walk) < 2 * path.cost)) return;
  for (const p of walk) p.triangle = smoother.walks.locate(p.x, p.y);
  if (source.isMoved) walk[0] = source;
  if (target.isMoved) walk[last] = target;
  if (walk.some((p) => p.triangle < 0)) return;
  const other: Path = { ...path, cost: Infinity, x: [], y: [], link: [] };
  addWalk(state, other, walk, -1);
  if (other.cost < path.cost) Object.assign(path, other);
}

/** Visits the points of a triangle to which a line from a place in it has a finite cost. */
function forPoints(
  graph: AreaGraph,
  t: number,
  [x, y]: readonly [number, number],
  visit: (i: number, cost: number) => void,
): void {
  const all = pointsIn(graph, t);
  for (let i = 0; 2 * i < all.length; i++) {
    const cost = costIn(graph, t, [x, y, all[2 * i], all[2 * i + 1]]);
    if (cost < Infinity) visit(i, cost);
  }
}

/** Adds the path that the kernels have found: its links, and between links the smoothed walks. */
function addFound(state: State, path: Path, source: Waypoint, target: Waypoint): void {
  const { host, linkOf } = state.graph;
  const { kernels } = host;
  // the kernels give the path from the target to the source
  const steps: { node: number; via: number }[] = [];
  for (let node = kernels.stepNode(); node !== -1; node = kernels.stepNode()) {
    steps.push({ node, via: kernels.stepVia() >>> 0 });
    kernels.stepBack();
  }
  steps.reverse();
  path.cost = 0;
  let walk: Waypoint[] = [source];
  for (const { node, via } of steps) {
    const [x, y] = [kernels.nodeX(node), kernels.nodeY(node)];
    const link = via >= LINK_FLAG ? linkOf[via - LINK_FLAG] : -1;
    if (link >= 0) {
      addWalk(state, path, walk, link);
      path.cost += state.graph.links[link].cost;
      walk = [{ x, y, triangle: state.smoother.walks.locate(x, y) }];
    } else if (via < LINK_FLAG) walk.push({ x, y, triangle: via });
  }
  walk.push(target);
  addWalk(state, path, walk, -1);
}

/**
 * Smooths a walk, then adds its points and its cost to a path. `link`: the link that the path takes
 * from the last point of the walk, -1 = none.
 */
function addWalk(state: State, path: Path, walk: readonly Waypoint[], link: number): void {
  const distinct = walk.filter((p, i) => i === 0 || p.x !== walk[i - 1].x || p.y !== walk[i - 1].y);
  const better = distinct.length > 1 ? smooth(state.smoother, distinct, state.rounds) : distinct;
  if (path.cost === Infinity) path.cost = 0;
  path.cost += costOfPath(state.smoother, better);
  for (const { x, y } of better) {
    path.x.push(x);
    path.y.push(y);
    path.link.push(-1);
  }
  path.link[path.link.length - 1] = link;
}
