// Shapes of what searches on grids and graphs find: routes, trees of shortest paths, trajectories.
import { checkLength, checkOptions, listOf, object, typed, whole } from '@wayfield/check';
import { cellRules, type CellShapeOptions } from './grid.ts';
import { createShapeList, type DebugShapes, originRules, type ShapeOptions } from './shapes.ts';

/** What is read of a `Grid`, or of a `Graph` with coordinates, of `@wayfield/graph`. */
export type MapLike =
  | { readonly width: number; readonly height: number }
  | { readonly nodeCount: number; readonly x?: Float32Array; readonly y?: Float32Array };

/** What is read of `Routes` of `@wayfield/graph`. */
export interface RoutesLike {
  readonly count: number;
  readonly firstNode: Uint32Array;
  readonly node: Uint32Array;
}

/** What is read of a `Tree` of `@wayfield/graph`. */
export interface TreeLike {
  readonly parent: Uint32Array;
}

/** What is read of a `Trajectory` of `@wayfield/osm`. */
export interface TrajectoryLike {
  readonly agent: number;
  readonly count: number;
  readonly lonE7: Int32Array;
  readonly latE7: Int32Array;
}

const NONE = 0xffffffff;
const words = /* @__PURE__ */ typed(Uint32Array);
const floats = /* @__PURE__ */ typed(Float32Array);
const degrees = /* @__PURE__ */ typed(Int32Array);
const count = /* @__PURE__ */ whole();
const side = /* @__PURE__ */ whole(1, 2 ** 30);
const anyMap = /* @__PURE__ */ object({}, 'a Grid, or a Graph with x and y');
const gridRule = /* @__PURE__ */ object({ width: side, height: side }, 'a Grid');
const graphRule = /* @__PURE__ */ object(
  { nodeCount: count, x: floats, y: floats },
  'a Grid, or a Graph with x and y',
);
const routesRule = /* @__PURE__ */ object({ count, firstNode: words, node: words }, 'Routes');
const treeRule = /* @__PURE__ */ object({ parent: words }, 'a Tree');
const trajectoryRule = /* @__PURE__ */ object(
  { agent: count, count, lonE7: degrees, latE7: degrees },
  'a Trajectory',
);
const trajectoryList = /* @__PURE__ */ listOf(trajectoryRule);

/** Coordinates of the nodes of a map: the centre of a cell, or the x and y of a graph's node. */
interface Places {
  readonly nodeCount: number;
  x(node: number): number;
  y(node: number): number;
}

function placesOf(map: MapLike, { cellSize = 1 }: CellShapeOptions): Places {
  anyMap(map, 'map');
  if ('width' in map) {
    gridRule(map, 'map');
    const { width, height } = map;
    return {
      nodeCount: width * height,
      x: (cell) => ((cell % width) + 0.5) * cellSize,
      y: (cell) => (Math.floor(cell / width) + 0.5) * cellSize,
    };
  }
  graphRule(map, 'map');
  const [x, y] = [map.x!, map.y!];
  return { nodeCount: map.nodeCount, x: (node) => x[node], y: (node) => y[node] };
}

/**
 * The paths of all queries on a grid or a graph: lines between the centres of cells or the
 * coordinates of nodes, numbered by query.
 *
 * @throws TypeError for a graph without `x` and `y`, RangeError for routes over nodes that the map
 *   lacks.
 *
 * @example
 * const { lines, lineOf } = shapesOfRoutes(solver.run(queries), grid, { cellSize: 0.5 });
 * console.log(lines.length / 4, lineOf[0]); // 33 0
 */
export function shapesOfRoutes(
  routes: RoutesLike,
  map: MapLike,
  options: CellShapeOptions = {},
): DebugShapes {
  routesRule(routes, 'routes');
  checkOptions('shapesOfRoutes', options, cellRules);
  const places = placesOf(map, options);
  const { firstNode, node } = routes;
  const out = createShapeList(options);
  for (let i = 0; i < routes.count; i++)
    for (let k = firstNode[i]; k < firstNode[i + 1]; k++) {
      if (node[k] >= places.nodeCount)
        throw new RangeError(`routes.node[${k}] is ${node[k]}, map has ${places.nodeCount} nodes`);
      if (k === firstNode[i]) continue;
      const [from, to] = [node[k - 1], node[k]];
      out.line(places.x(from), places.y(from), places.x(to), places.y(to), i);
    }
  return out.done();
}

/**
 * A tree of shortest paths: a line from the parent of each reached node to the node, numbered by
 * node.
 *
 * @throws TypeError for a graph without `x` and `y`, RangeError for a tree of another number of
 * nodes.
 *
 * @example
 * const tree = createHierarchySolver(graph, hierarchy).tree(source);
 * const { lines, lineOf } = shapesOfTree(tree, graph);
 * console.log(lines.length / 4, tree.dist[lineOf[0]] > 0); // 136 true
 */
export function shapesOfTree(
  tree: TreeLike,
  map: MapLike,
  options: CellShapeOptions = {},
): DebugShapes {
  treeRule(tree, 'tree');
  checkOptions('shapesOfTree', options, cellRules);
  const places = placesOf(map, options);
  checkLength(tree.parent, places.nodeCount, 'tree.parent');
  const out = createShapeList(options);
  for (let node = 0; node < places.nodeCount; node++) {
    const from = tree.parent[node];
    if (from !== NONE)
      out.line(places.x(from), places.y(from), places.x(node), places.y(node), node);
  }
  return out.done();
}

/**
 * The movement of agents on roads in degrees, x = longitude and y = latitude, numbered by agent.
 * Give `originX` and `originY` near them, as with `shapesOfRoads`.
 *
 * @example
 * const [lonE7, latE7] = [Int32Array.of(134e6, 1342e5), Int32Array.of(525e6, 525e6)];
 * const moves = [{ agent: 0, count: 2, lonE7, latE7 }];
 * const tracks = shapesOfTrajectories(moves, { originX, originY });
 * console.log(tracks.lines.length / 4); // 1
 */
export function shapesOfTrajectories(
  trajectories: readonly TrajectoryLike[],
  options: ShapeOptions = {},
): DebugShapes {
  trajectoryList(trajectories, 'trajectories');
  checkOptions('shapesOfTrajectories', options, originRules);
  const out = createShapeList(options);
  for (const { agent, count: end, lonE7, latE7 } of trajectories)
    for (let k = 1; k < end; k++)
      out.line(lonE7[k - 1] / 1e7, latE7[k - 1] / 1e7, lonE7[k] / 1e7, latE7[k] / 1e7, agent);
  return out.done();
}
