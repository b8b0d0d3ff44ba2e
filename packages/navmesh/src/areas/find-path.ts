// The path of a query over areas: the graph's path made cheaper, or the shortest path.

import { BUDGET_SPENT, FOUND, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import { LINK_FLAG } from '../areas.gen.ts';
import type { NavMesh } from '../obstacles/create-nav-mesh.ts';
import type { PolyanyaSolver } from '../polyanya/create-polyanya.ts';
import { clearPoints, type PointList, pushPoint, takePoints } from '../queries/point-list.ts';
import type { PointQueries } from '../queries/point-queries.ts';
import { type AreaGraph, costIn, pointsIn } from './area-graph.ts';
import type { AreaRoutes, AreaRunOptions } from './area-search.ts';
import { costOfPath, smooth, type Smoother, type Waypoint } from './smooth-path.ts';

/** All that queries of one search need. */
export interface State {
  readonly graph: AreaGraph;
  /** The least cost per unit of length. */
  readonly least: number;
  readonly smoother: Smoother;
  readonly points: PointList;
  readonly nav: NavMesh | undefined;
  /** Shortest paths, which are the cheapest where areas do not matter. */
  readonly shortest: PolyanyaSolver;
  /** How often paths are made cheaper. */
  readonly rounds: number;
}

/** The path of one query: points, and the link from each to the next, -1 = on foot. */
interface Path {
  status: number;
  cost: number;
  lowerBound: number;
  expanded: number;
  readonly x: number[];
  readonly y: number[];
  readonly link: number[];
}

/** Answers queries one after another. */
export function answer(state: State, queries: PointQueries, options: AreaRunOptions): AreaRoutes {
  const { count } = queries;
  const most = Math.min(options.maxExpanded ?? 0xffffffff, 0xffffffff);
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
    const path = findPath(state, [sourceX[i], sourceY[i], targetX[i], targetY[i]], most);
    status[i] = path.status;
    cost[i] = path.cost;
    lowerBound[i] = path.lowerBound;
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

function findPath(state: State, ends: Ends, most: number): Path {
  const { map, host } = state.graph;
  const { locate } = state.smoother.walks;
  const [sx, sy, tx, ty] = ends;
  const path: Path = {
    status: SOURCE_BLOCKED,
    cost: Infinity,
    lowerBound: Infinity,
    expanded: 0,
    x: [],
    y: [],
    link: [],
  };
  const from = map.costAt(sx, sy) < Infinity ? locate(sx, sy) : -1;
  if (from < 0) return path;
  path.status = TARGET_BLOCKED;
  const to = map.costAt(tx, ty) < Infinity ? locate(tx, ty) : -1;
  if (to < 0) return path;
  const { kernels } = host;
  kernels.searchBegin(sx, sy, tx, ty, to, state.least);
  forPoints(state.graph, from, [sx, sy], (i, cost) => kernels.searchStart(from, i, cost));
  forPoints(state.graph, to, [tx, ty], (i, cost) => kernels.searchGoal(to, i, cost));
  const found = kernels.searchRun(most);
  path.expanded = kernels.searchExpanded();
  const straightest = state.least * Math.hypot(tx - sx, ty - sy);
  const direct = from === to ? costIn(state.graph, from, ends) : Infinity;
  if (found === Infinity && direct === Infinity) {
    path.status = kernels.searchWasCut() === 0 ? NO_PATH : BUDGET_SPENT;
    if (path.status === BUDGET_SPENT) path.lowerBound = straightest;
    return path;
  }
  path.status = FOUND;
  path.lowerBound = straightest;
  const source: Waypoint = { x: sx, y: sy, triangle: from };
  const target: Waypoint = { x: tx, y: ty, triangle: to };
  if (direct <= found) addWalk(state, path, [source, target], -1);
  else addFound(state, path, source, target);
  if (state.rounds > 0) takeShortest(state, path, [source, target], most);
  return path;
}

/**
 * Takes the shortest path, made cheaper, where it is cheaper than the path of the graph. Its search
 * has what the graph's search has left of `most`.
 */
function takeShortest(
  state: State,
  path: Path,
  [source, target]: readonly [Waypoint, Waypoint],
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
  const limit = { maxExpanded: most - path.expanded };
  const { x, y, expanded, lowerBound } = shortest.run(ends, limit);
  path.expanded += expanded[0];
  // a link may lead where no walk does
  const hasLinks = graph.links.length > 0;
  if (!hasLinks) path.lowerBound = Math.max(path.lowerBound, state.least * lowerBound[0]);
  if (x.length < 2) return;
  const walk = Array.from(x, (px, i): Waypoint => ({ x: px, y: y[i], triangle: source.triangle }));
  if (!(costOfPath(smoother, walk) < 2 * path.cost)) return;
  for (const p of walk) p.triangle = smoother.walks.locate(p.x, p.y);
  if (walk.some((p) => p.triangle < 0)) return;
  const other: Path = { ...path, cost: Infinity, x: [], y: [], link: [] };
  addWalk(state, other, walk, -1);
  if (other.cost < path.cost) Object.assign(path, other);
}

/** The points of a triangle that a place reaches, with the cost. */
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

/** Adds the path that the kernels have found: walks between links, each made cheaper. */
function addFound(state: State, path: Path, source: Waypoint, target: Waypoint): void {
  const { host, linkOf } = state.graph;
  const { kernels } = host;
  // from the target to the source
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

/** Adds a walk and its cost; `link` leads on from its last point. */
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
