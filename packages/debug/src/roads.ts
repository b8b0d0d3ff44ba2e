// Shapes of graphs and road networks.
import { checkOptions, object, refuse, typed, whole } from '@wayfield/check';
import { createShapeList, type DebugShapes, originRules, type ShapeOptions } from './shapes.ts';

/** What is read of a `Graph` of `@wayfield/graph` with coordinates. */
export interface GraphLike {
  readonly nodeCount: number;
  readonly firstOut: Uint32Array;
  readonly head: Uint32Array;
  readonly x?: Float32Array;
  readonly y?: Float32Array;
}

/** What is read of the arcs of a `Hierarchy` of `@wayfield/graph`. */
export interface HierarchyArcsLike {
  readonly firstArc: Uint32Array;
  readonly head: Uint32Array;
  readonly weight: Float32Array;
}

/** What is read of a `Hierarchy` of `@wayfield/graph`. */
export interface HierarchyLike {
  readonly nodeCount: number;
  readonly node: Uint32Array;
  readonly levelStart: Uint32Array;
  readonly up: HierarchyArcsLike;
}

/** What is read of a `CustomizableHierarchy` of `@wayfield/cpu-wasm`. */
export interface CustomizableLike {
  readonly nodeCount: number;
  readonly node: Uint32Array;
  readonly levelStart: Uint32Array;
  readonly firstArc: Uint32Array;
  readonly head: Uint32Array;
}

/** What is read of a `RoadNetwork` of `@wayfield/osm`. */
export interface RoadNetworkLike {
  readonly roads: {
    readonly count: number;
    readonly firstPoint: Uint32Array;
    readonly lonE7: Int32Array;
    readonly latE7: Int32Array;
  };
}

const words = /* @__PURE__ */ typed(Uint32Array);
const floats = /* @__PURE__ */ typed(Float32Array);
const degrees = /* @__PURE__ */ typed(Int32Array);
const count = /* @__PURE__ */ whole();
const graphRule = /* @__PURE__ */ object(
  { nodeCount: count, firstOut: words, head: words, x: floats, y: floats },
  'a Graph with x and y',
);
const arcsRule = /* @__PURE__ */ object({ firstArc: words, head: words, weight: floats }, 'arcs');
const hierarchyRule = /* @__PURE__ */ object(
  { nodeCount: count, node: words, levelStart: words, up: arcsRule },
  'a Hierarchy',
);
const customizableRule = /* @__PURE__ */ object(
  { nodeCount: count, node: words, levelStart: words, firstArc: words, head: words },
  'a CustomizableHierarchy',
);
const roadsRule = /* @__PURE__ */ object(
  { count, firstPoint: words, lonE7: degrees, latE7: degrees },
  'Roads',
);
const networkRule = /* @__PURE__ */ object({ roads: roadsRule }, 'a RoadNetwork');

/**
 * The arcs of a graph with coordinates as straight lines, numbered by arc.
 *
 * @throws TypeError for a graph without `x` and `y`.
 *
 * @example
 * const { lines, lineOf } = shapesOfGraph(graph); // line i has graph.weight[lineOf[i]]
 * console.log(lines.length / 4, lineOf[0]); // 386 0
 */
export function shapesOfGraph(graph: GraphLike, options: ShapeOptions = {}): DebugShapes {
  graphRule(graph, 'graph');
  checkOptions('shapesOfGraph', options, originRules);
  const { nodeCount, firstOut, head } = graph;
  const [x, y] = [graph.x!, graph.y!];
  const out = createShapeList(options);
  for (let u = 0; u < nodeCount; u++)
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++)
      out.line(x[u], y[u], x[head[a]], y[head[a]], a);
  return out.done();
}

/**
 * The upward arcs of a contraction hierarchy, including shortcuts, as straight lines between the
 * nodes of its graph, numbered by the level of the lower end. Arcs of weight Infinity are left out.
 *
 * @throws TypeError for a graph without `x` and `y`, RangeError for one with another number of
 * nodes.
 *
 * @example
 * const { lines, lineOf } = shapesOfHierarchy(hierarchy, graph); // lineOf: levels, for a palette
 * console.log(lines.length / 4 === lineOf.length); // true
 */
export function shapesOfHierarchy(
  hierarchy: HierarchyLike,
  graph: GraphLike,
  options: ShapeOptions = {},
): DebugShapes {
  hierarchyRule(hierarchy, 'hierarchy');
  checkOptions('shapesOfHierarchy', options, originRules);
  const { firstArc, head, weight } = hierarchy.up;
  return shapesByLevel(hierarchy, { firstArc, head, weight }, graph, options);
}

/**
 * The arcs of a customizable hierarchy, including shortcuts, as straight lines between the nodes
 * of its graph, numbered by the level of the lower end.
 *
 * @throws TypeError for a graph without `x` and `y`, RangeError for one with another number of
 * nodes.
 *
 * @example
 * const { lines, lineOf } = shapesOfCustomizable(buildCustomizable(graph), graph);
 * console.log(lines.length / 4 === lineOf.length); // true
 */
export function shapesOfCustomizable(
  hierarchy: CustomizableLike,
  graph: GraphLike,
  options: ShapeOptions = {},
): DebugShapes {
  customizableRule(hierarchy, 'hierarchy');
  checkOptions('shapesOfCustomizable', options, originRules);
  return shapesByLevel(hierarchy, hierarchy, graph, options);
}

/**
 * Upward arcs, numbered by the level of their lower end. Rows and heads are ranks; `node` has the
 * node of a rank, and level l has the ranks from levelStart[l] to below levelStart[l + 1].
 */
function shapesByLevel(
  { nodeCount, node, levelStart }: Pick<HierarchyLike, 'nodeCount' | 'node' | 'levelStart'>,
  up: Pick<HierarchyArcsLike, 'firstArc' | 'head'> & Partial<HierarchyArcsLike>,
  graph: GraphLike,
  options: ShapeOptions,
): DebugShapes {
  graphRule(graph, 'graph');
  if (graph.nodeCount !== nodeCount)
    refuse('graph.nodeCount', graph.nodeCount, `that of the hierarchy, ${nodeCount}`);
  const [x, y] = [graph.x!, graph.y!];
  const out = createShapeList(options);
  let level = 0;
  for (let rank = 0; rank < nodeCount; rank++) {
    while (levelStart[level + 1] <= rank) level++;
    const from = node[rank];
    for (let a = up.firstArc[rank]; a < up.firstArc[rank + 1]; a++) {
      const to = node[up.head[a]];
      const isUsed = up.weight === undefined || up.weight[a] < Infinity;
      if (isUsed) out.line(x[from], y[from], x[to], y[to], level);
    }
  }
  return out.done();
}

/**
 * The shapes of all roads in degrees, x = longitude and y = latitude, numbered by road. Give
 * `originX` and `originY` near the roads: f32 rounds degrees within 1° of the origin to 3 mm, and
 * those beyond 128° to a metre.
 *
 * @example
 * const [originX, originY] = network.centre;
 * const roads = shapesOfRoads(network, { originX, originY });
 * console.log(roads.lines.length / 4); // 2
 */
export function shapesOfRoads(network: RoadNetworkLike, options: ShapeOptions = {}): DebugShapes {
  networkRule(network, 'network');
  checkOptions('shapesOfRoads', options, originRules);
  const { firstPoint, lonE7, latE7 } = network.roads;
  const out = createShapeList(options);
  for (let r = 0; r < network.roads.count; r++)
    for (let p = firstPoint[r] + 1; p < firstPoint[r + 1]; p++)
      out.line(lonE7[p - 1] / 1e7, latE7[p - 1] / 1e7, lonE7[p] / 1e7, latE7[p] / 1e7, r);
  return out.done();
}
