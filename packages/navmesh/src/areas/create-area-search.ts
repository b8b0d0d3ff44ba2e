import {
  checkOptions,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  refuse,
  refuseNumber,
  whole,
} from '@wayfield/check';
import { BUDGET_SPENT, FOUND, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import { createDestroyGuard } from '@wayfield/wasm';
import { checkEitherMesh } from '../common/rules.ts';
import { createCells } from '../corridors/cells.ts';
import { createLocalSearch } from '../corridors/local-search.ts';
import type { NavMesh } from '../obstacles/create-nav-mesh.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { createPolyanya, type PolyanyaSolver } from '../polyanya/create-polyanya.ts';
import {
  clearPoints,
  createPointList,
  type PointList,
  pushPoint,
  takePoints,
} from '../queries/point-list.ts';
import { checkPointQueries, type PointQueries } from '../queries/point-queries.ts';
import { ringsOf } from '../surface/region.ts';
import { type AreaGraph, costIn, createAreaGraph, pointsIn, updateGraph } from './area-graph.ts';
import { createAreaMap } from './area-map.ts';
import type {
  AreaRoutes,
  AreaRunOptions,
  AreaSearch,
  AreaSearchOptions,
  Link,
} from './area-search.ts';
import {
  costOfPath,
  createSmoother,
  type Leg,
  ROUNDS,
  smooth,
  type Smoother,
} from './smooth-path.ts';

const IS_LINK = 0x80000000;
const finite = /* @__PURE__ */ number();
const someList = /* @__PURE__ */ optional(list);
const OPTIONS = {
  areas: someList,
  costs: someList,
  links: someList,
  points: /* @__PURE__ */ optional(/* @__PURE__ */ whole(1, 32)),
};
const RUN = {
  result: /* @__PURE__ */ oneOf('routes', 'cost'),
  maxExpanded: /* @__PURE__ */ number(0, Infinity),
};
const areaRule = /* @__PURE__ */ object({ area: /* @__PURE__ */ whole() }, 'an Area');
const linkRule = /* @__PURE__ */ object(
  { from: list, to: list, twoWay: /* @__PURE__ */ optional(flag) },
  'a Link',
);
const linkCost = /* @__PURE__ */ number(0);

/**
 * Creates a search for cheap paths over areas with costs and over links.
 *
 * The model: A* on points, which are the corners of all triangles, `points` on each side, and
 * `points` on each piece of an area's border in a triangle (after Lanthier, Maheshwari and Sack,
 * "Approximating shortest paths on weighted polyhedral surfaces", 2001). Then straight lines
 * replace legs where that is not dearer, and crossings of borders are moved along them. The cost of
 * a path is exact: the integral of the cost along it, plus its links. The path is not always the
 * cheapest; docs/concepts/areas-and-links.md says by how much. If all costs are equal and there are
 * no links, paths are those of `createPolyanya`, and exact.
 *
 * A search of a `NavMesh` follows its changes; a link with an end in an obstacle is closed until
 * the end is free again. A `PolygonMesh` is one of triangles.
 *
 * @throws RangeError for a polygon that has not three sides, for an area without a cost, for costs
 *   that are not above 0, and for more than 2^24 nodes.
 *
 * @example
 * const search = createAreaSearch(mesh, {
 *   areas: [{ polygon: [2, 2, 8, 2, 8, 8, 2, 8], area: 1 }],
 *   costs: [1, 5], // ground, mud
 *   links: [{ from: [1, 1], to: [9, 9], cost: 3 }],
 * });
 * const { cost } = search.run(buildPointQueries([[0, 5, 9, 5]]));
 */
export function createAreaSearch(
  mesh: NavMesh | PolygonMesh,
  options: AreaSearchOptions = {},
): AreaSearch {
  checkEitherMesh(mesh);
  checkOptions('createAreaSearch', options, OPTIONS);
  return searchAreas(mesh, options, ROUNDS);
}

/** `createAreaSearch`. Tests take 0 rounds: the paths of the graph as they are. */
export function searchAreas(
  mesh: NavMesh | PolygonMesh,
  options: AreaSearchOptions,
  rounds: number,
): AreaSearch {
  if (!('triangulation' in mesh)) checkTriangles(mesh);
  const { links = [], points = 4 } = options;
  const { rings, costOfArea, least, numbers } = readAreas(options);
  if (numbers.size === 1 && links.length === 0 && costOfArea(0) < Infinity)
    return exactSearch(mesh, rings, costOfArea);
  const guard = createDestroyGuard('search');
  const cells = createCells(mesh);
  const isOnMesh = (x: number, y: number): boolean => cells.locate(x, y) >= 0;
  const map = createAreaMap(rings, costOfArea, 8 * cells.epsilon, isOnMesh);
  const triangleCount = (): number =>
    'triangulation' in mesh ? mesh.triangulation.triangleCount : mesh.polygonCount;
  const graph = createAreaGraph({ cells, map, links, points, triangleCount });
  const state: State = {
    graph,
    least,
    smoother: createSmoother(mesh, cells, map),
    points: createPointList(),
    nav: 'triangulation' in mesh ? mesh : undefined,
    shortest: createPolyanya(mesh),
    rounds,
  };
  const update = (): void => updateGraph(graph, state.nav?.triangulation.twin);
  const stop = state.nav?.follow((triangles) => {
    for (const t of triangles) graph.touched.add(t);
  });
  return {
    backend: 'wasm',
    get memoryBytes() {
      return graph.host.blocks.held() + state.shortest.memoryBytes;
    },
    isExact: false,
    run(queries, runOptions = {}) {
      guard.check();
      checkPointQueries(queries);
      checkOptions('run', runOptions, RUN);
      update();
      return answer(state, queries, runOptions);
    },
    costOf(ax, ay, bx, by) {
      guard.check();
      for (const [name, value] of Object.entries({ ax, ay, bx, by })) finite(value, name);
      update();
      const from = cells.locate(ax, ay);
      const isSeen = from >= 0 && state.smoother.local.straight(from, [ax, ay, bx, by]);
      return isSeen ? map.costOf(ax, ay, bx, by) : Infinity;
    },
    areaAt(x, y) {
      guard.check();
      finite(x, 'x');
      finite(y, 'y');
      return map.areaAt(x, y);
    },
    isOpen(link) {
      guard.check();
      if (!(Number.isInteger(link) && link >= 0 && link < links.length))
        refuseNumber('link', link, `the number of one of ${links.length} links`);
      update();
      return graph.linkTriangle[2 * link] >= 0 && graph.linkTriangle[2 * link + 1] >= 0;
    },
    update() {
      guard.check();
      update();
    },
    destroy() {
      if (!guard.end()) return;
      stop?.();
      state.shortest.destroy();
      cells.destroy();
      state.smoother.keeper.cells.destroy();
      graph.host.blocks.freeAll();
    },
  };
}

/** Checks the areas: their rings, the cost of each area, the least of all, all that there are. */
function readAreas(options: AreaSearchOptions) {
  const { areas = [], links = [], costs } = options;
  const rings = areas.map((one, i) => {
    areaRule(one, `areas[${i}]`);
    return { rings: ringsOf(one.polygon, `areas[${i}].polygon`), area: one.area };
  });
  const costOfArea = costsOf(costs, rings);
  links.forEach(checkLink);
  const least = leastCost(
    rings.map(({ area }) => costOfArea(area)),
    costOfArea(0),
    links,
  );
  const numbers = new Set([costOfArea(0), ...rings.map(({ area }) => costOfArea(area))]);
  return { rings, costOfArea, least, numbers };
}

function checkTriangles({ polygonCount, firstSide }: PolygonMesh): void {
  for (let t = 0; t < polygonCount; t++)
    if (firstSide[t + 1] !== 3 * t + 3)
      throw new RangeError(
        `polygon ${t} has ${firstSide[t + 1] - firstSide[t]} sides, a search over areas takes ` +
          `triangles (merge: false)`,
      );
}

/** The function from areas to costs, all checked. */
function costsOf(
  costs: ArrayLike<number> | undefined,
  areas: readonly { readonly area: number }[],
): (area: number) => number {
  if (costs === undefined) return () => 1;
  if (costs.length < 1) refuse('costs.length', costs.length, 'at least 1, the cost of the ground');
  for (let i = 0; i < costs.length; i++)
    if (!(typeof costs[i] === 'number' && costs[i] > 0))
      refuseNumber(`costs[${i}]`, costs[i], 'a number > 0 or Infinity');
  areas.forEach(({ area }, i) => {
    if (area >= costs.length) refuse(`areas[${i}].area`, area, `below ${costs.length}, the costs`);
  });
  return (area) => costs[area];
}

function checkLink(link: Link, i: number): void {
  linkRule(link, `links[${i}]`);
  for (const end of ['from', 'to'] as const) {
    if (link[end].length !== 2) refuse(`links[${i}].${end}.length`, link[end].length, 2);
    finite(link[end][0], `links[${i}].${end}[0]`);
    finite(link[end][1], `links[${i}].${end}[1]`);
  }
  linkCost(link.cost, `links[${i}].cost`);
}

/** The least cost per unit of length, links in a straight line included. */
function leastCost(areas: readonly number[], ground: number, links: readonly Link[]): number {
  let least = ground;
  for (const cost of areas) least = Math.min(least, cost);
  for (const { from, to, cost } of links) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length > 0) least = Math.min(least, cost / length);
  }
  // only closed areas: nothing is reached
  return least < Infinity ? least * (1 - 1e-12) : 0;
}

/** One cost everywhere and no links: the paths of Polyanya. */
function exactSearch(
  mesh: NavMesh | PolygonMesh,
  rings: Parameters<typeof createAreaMap>[0],
  costOfArea: (area: number) => number,
): AreaSearch {
  const guard = createDestroyGuard('search');
  const solver = createPolyanya(mesh);
  const cells = createCells(mesh);
  const local = createLocalSearch(cells);
  const each = costOfArea(0);
  const map = createAreaMap(rings, costOfArea, 8 * cells.epsilon, () => true);
  return {
    backend: 'wasm',
    get memoryBytes() {
      return solver.memoryBytes;
    },
    isExact: true,
    run(queries, runOptions = {}) {
      guard.check();
      checkPointQueries(queries);
      checkOptions('run', runOptions, RUN);
      const { result, maxExpanded } = runOptions;
      const routes = solver.run(queries, {
        ...(result && { result }),
        ...(maxExpanded !== undefined && { maxExpanded }),
      });
      const { count, status, firstPoint, x, y, expanded } = routes;
      const cost = routes.cost.map((length) => length * each);
      const link = new Int32Array(x.length).fill(-1);
      return { count, status, cost, firstPoint, x, y, expanded, link };
    },
    costOf(ax, ay, bx, by) {
      guard.check();
      for (const [name, value] of Object.entries({ ax, ay, bx, by })) finite(value, name);
      const from = cells.locate(ax, ay);
      const isSeen = from >= 0 && local.straight(from, [ax, ay, bx, by]);
      return isSeen ? each * Math.hypot(bx - ax, by - ay) : Infinity;
    },
    areaAt(x, y) {
      guard.check();
      finite(x, 'x');
      finite(y, 'y');
      return map.areaAt(x, y);
    },
    isOpen(link) {
      guard.check();
      return refuseNumber('link', link, 'the number of one of 0 links');
    },
    update() {
      guard.check();
      if ('triangulation' in mesh) solver.update();
    },
    destroy() {
      if (!guard.end()) return;
      cells.destroy();
      solver.destroy();
    },
  };
}

interface State {
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
  expanded: number;
  readonly x: number[];
  readonly y: number[];
  readonly link: number[];
}

function answer(state: State, queries: PointQueries, options: AreaRunOptions): AreaRoutes {
  const { count } = queries;
  const most = Math.min(options.maxExpanded ?? 0xffffffff, 0xffffffff);
  const wantsPaths = options.result !== 'cost';
  const status = new Uint8Array(count);
  const cost = new Float64Array(count);
  const expanded = new Uint32Array(count);
  const firstPoint = new Uint32Array(count + 1);
  const link: number[] = [];
  clearPoints(state.points, wantsPaths ? count : 0);
  for (let i = 0; i < count; i++) {
    const { sourceX, sourceY, targetX, targetY } = queries;
    const path = findPath(state, [sourceX[i], sourceY[i], targetX[i], targetY[i]], most);
    status[i] = path.status;
    cost[i] = path.cost;
    expanded[i] = path.expanded;
    if (wantsPaths)
      for (let k = 0; k < path.x.length; k++) {
        pushPoint(state.points, path.x[k], path.y[k]);
        link.push(path.link[k]);
      }
    firstPoint[i + 1] = state.points.count;
  }
  const taken = takePoints(state.points);
  return { count, status, cost, firstPoint, ...taken, expanded, link: Int32Array.from(link) };
}

type Ends = readonly [sx: number, sy: number, tx: number, ty: number];

function findPath(state: State, ends: Ends, most: number): Path {
  const { cells, map, host } = state.graph;
  const [sx, sy, tx, ty] = ends;
  const path: Path = {
    status: SOURCE_BLOCKED,
    cost: Infinity,
    expanded: 0,
    x: [],
    y: [],
    link: [],
  };
  const from = map.costAt(sx, sy) < Infinity ? cells.locate(sx, sy) : -1;
  if (from < 0) return path;
  path.status = TARGET_BLOCKED;
  const to = map.costAt(tx, ty) < Infinity ? cells.locate(tx, ty) : -1;
  if (to < 0) return path;
  const { kernels } = host;
  kernels.searchBegin(tx, ty, state.least);
  forPoints(state.graph, from, [sx, sy], (i, cost) => kernels.searchStart(from, i, cost));
  forPoints(state.graph, to, [tx, ty], (i, cost) => kernels.searchGoal(to, i, cost));
  const found = kernels.searchRun(most);
  path.expanded = kernels.searchExpanded();
  const direct = from === to ? costIn(state.graph, from, ends) : Infinity;
  if (found === Infinity && direct === Infinity) {
    path.status = kernels.searchWasCut() === 0 ? NO_PATH : BUDGET_SPENT;
    return path;
  }
  path.status = FOUND;
  const source: Leg = { x: sx, y: sy, triangle: from };
  const target: Leg = { x: tx, y: ty, triangle: to };
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
  [source, target]: readonly [Leg, Leg],
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
  const { x, y, expanded } = shortest.run(ends, { maxExpanded: most - path.expanded });
  path.expanded += expanded[0];
  if (x.length < 2) return;
  const walk = Array.from(x, (px, i): Leg => ({ x: px, y: y[i], triangle: source.triangle }));
  if (!(costOfPath(smoother, walk) < 2 * path.cost)) return;
  for (const p of walk) p.triangle = graph.cells.locate(p.x, p.y);
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
    if (Number.isNaN(all[2 * i])) continue;
    const cost = costIn(graph, t, [x, y, all[2 * i], all[2 * i + 1]]);
    if (cost < Infinity) visit(i, cost);
  }
}

/** Adds the path that the kernels have found: walks between links, each made cheaper. */
function addFound(state: State, path: Path, source: Leg, target: Leg): void {
  const { host, linkOf, cells } = state.graph;
  const { kernels } = host;
  // from the target to the source
  const steps: { node: number; via: number }[] = [];
  for (let node = kernels.stepNode(); node !== -1; node = kernels.stepNode()) {
    steps.push({ node, via: kernels.stepVia() >>> 0 });
    kernels.stepBack();
  }
  steps.reverse();
  path.cost = 0;
  let walk: Leg[] = [source];
  for (const { node, via } of steps) {
    const [x, y] = [kernels.nodeX(node), kernels.nodeY(node)];
    const link = via >= IS_LINK ? linkOf[via - IS_LINK] : -1;
    if (link >= 0) {
      addWalk(state, path, walk, link);
      path.cost += state.graph.links[link].cost;
      walk = [{ x, y, triangle: cells.locate(x, y) }];
    } else if (via < IS_LINK) walk.push({ x, y, triangle: via });
  }
  walk.push(target);
  addWalk(state, path, walk, -1);
}

/** Adds a walk and its cost; `link` leads on from its last point. */
function addWalk(state: State, path: Path, walk: readonly Leg[], link: number): void {
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
