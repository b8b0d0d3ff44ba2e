// Shapes of meshes, their reduction, the routes on them and the portals that these cross.
import { checkOptions, object, oneOf, type OptionRules, typed, whole } from '@wayfield/check';
import { createShapeList, type DebugShapes, originRules, type ShapeOptions } from './shapes.ts';

/** What is read of a `PolygonMesh` of `@wayfield/navmesh`. */
export interface PolygonMeshLike {
  readonly polygonCount: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly firstSide: Uint32Array;
  readonly corner: Uint32Array;
  readonly twin: Uint32Array;
}

/** What is read of a `Triangulation` of `@wayfield/navmesh`, the field of a `NavMesh`. */
export interface TriangulationLike {
  readonly triangleCount: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly corner: Int32Array;
  readonly twin: Int32Array;
  readonly constraint: Int32Array;
  readonly depth: Int32Array;
}

/** What is read of a `Reduction` of `@wayfield/navmesh`. */
export interface ReductionLike {
  readonly triangleCount: number;
  readonly level: Uint8Array;
}

/** What is read of a `Sleeve` of `@wayfield/navmesh`. */
export interface SleeveLike {
  readonly count: number;
  readonly leftX: Float64Array;
  readonly leftY: Float64Array;
  readonly rightX: Float64Array;
  readonly rightY: Float64Array;
}

/** What is read of `PointRoutes` of `@wayfield/navmesh`. */
export interface PointRoutesLike {
  readonly count: number;
  readonly firstPoint: Uint32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Options of shapes of meshes. */
export interface MeshShapeOptions extends ShapeOptions {
  /**
   * Which sides become lines: 'walls', those that agents cannot cross; 'inner', the others; or
   * 'all'. Default 'all'.
   */
  readonly sides?: 'all' | 'walls' | 'inner' | undefined;
}

/** `twin` of a side without neighbour. */
const NONE = 0xffffffff;
const doubles = /* @__PURE__ */ typed(Float64Array);
const words = /* @__PURE__ */ typed(Uint32Array);
const ints = /* @__PURE__ */ typed(Int32Array);
const count = /* @__PURE__ */ whole();
const meshRule = /* @__PURE__ */ object(
  { polygonCount: count, x: doubles, y: doubles, firstSide: words, corner: words, twin: words },
  'a PolygonMesh',
);
const triangulationRule = /* @__PURE__ */ object(
  {
    triangleCount: count,
    x: doubles,
    y: doubles,
    corner: ints,
    twin: ints,
    constraint: ints,
    depth: ints,
  },
  'a Triangulation',
);
const reductionRule = /* @__PURE__ */ object(
  { triangleCount: count, level: /* @__PURE__ */ typed(Uint8Array) },
  'a Reduction',
);
const sleeveRule = /* @__PURE__ */ object(
  { count, leftX: doubles, leftY: doubles, rightX: doubles, rightY: doubles },
  'a Sleeve',
);
const routesRule = /* @__PURE__ */ object(
  { count, firstPoint: words, x: doubles, y: doubles },
  'PointRoutes',
);
const meshRules: OptionRules = {
  ...originRules,
  sides: /* @__PURE__ */ oneOf('all', 'walls', 'inner'),
};

/**
 * A mesh of convex polygons: triangles numbered by polygon, sides numbered by side. A side between
 * two polygons is one line.
 *
 * @example
 * const { triangles, triangleOf } = shapesOfMesh(buildPolygonMesh(navMesh.triangulation));
 * console.log(triangles.length / 6, triangleOf.length); // 8 8
 */
export function shapesOfMesh(mesh: PolygonMeshLike, options: MeshShapeOptions = {}): DebugShapes {
  meshRule(mesh, 'mesh');
  checkOptions('shapesOfMesh', options, meshRules);
  return fanPolygons(mesh, (polygon) => polygon, options);
}

/**
 * A reduction of a mesh of triangles: triangles numbered by level, 0 walled in, 1 dead end, 2
 * corridor, 3 node; sides as `shapesOfMesh`.
 *
 * @throws RangeError unless the mesh has a polygon per triangle of the reduction.
 *
 * @example
 * const { triangles, triangleOf } = shapesOfReduction(buildReduction(mesh), mesh);
 * console.log(triangles.length / 6, triangleOf.length); // 8 8
 */
export function shapesOfReduction(
  reduction: ReductionLike,
  mesh: PolygonMeshLike,
  options: MeshShapeOptions = {},
): DebugShapes {
  reductionRule(reduction, 'reduction');
  meshRule(mesh, 'mesh');
  checkOptions('shapesOfReduction', options, meshRules);
  if (reduction.triangleCount !== mesh.polygonCount)
    throw new RangeError(
      `reduction has ${reduction.triangleCount} triangles, mesh ${mesh.polygonCount} polygons`,
    );
  return fanPolygons(mesh, (polygon) => reduction.level[polygon], options);
}

/**
 * The polygons of a mesh as fans of triangles with the number `numberOf(polygon)`, and the sides
 * that the option `sides` names.
 */
function fanPolygons(
  mesh: PolygonMeshLike,
  numberOf: (polygon: number) => number,
  options: MeshShapeOptions,
): DebugShapes {
  const { polygonCount, x, y, firstSide, corner, twin } = mesh;
  const { sides = 'all' } = options;
  const out = createShapeList(options);
  for (let p = 0; p < polygonCount; p++) {
    const [first, end] = [firstSide[p], firstSide[p + 1]];
    const a = corner[first];
    for (let s = first + 1; s + 1 < end; s++) {
      const [b, c] = [corner[s], corner[s + 1]];
      out.triangle([x[a], y[a], x[b], y[b], x[c], y[c]], numberOf(p));
    }
    for (let s = first; s < end; s++) {
      const isWall = twin[s] === NONE;
      if (isWall ? sides === 'inner' : sides === 'walls' || twin[s] < s) continue;
      const [b, c] = [corner[s], corner[s + 1 === end ? first : s + 1]];
      out.line(x[b], y[b], x[c], y[c], s);
    }
  }
  return out.done();
}

/**
 * The triangulation of a `NavMesh`: free triangles, numbered by triangle; edges of free triangles,
 * numbered by half-edge. Edges of obstacles and of the border are the walls.
 *
 * @example
 * const walls = shapesOfTriangulation(navMesh.triangulation, { sides: 'walls' }).lines;
 * console.log(walls.length / 4); // 8
 */
export function shapesOfTriangulation(
  triangulation: TriangulationLike,
  options: MeshShapeOptions = {},
): DebugShapes {
  triangulationRule(triangulation, 'triangulation');
  checkOptions('shapesOfTriangulation', options, meshRules);
  const { triangleCount, x, y, corner, twin, constraint, depth } = triangulation;
  const { sides = 'all' } = options;
  const out = createShapeList(options);
  const isFree = (t: number): boolean => corner[3 * t] >= 0 && depth[t] === 0;
  for (let t = 0; t < triangleCount; t++) {
    if (!isFree(t)) continue;
    const [a, b, c] = corner.subarray(3 * t, 3 * t + 3);
    out.triangle([x[a], y[a], x[b], y[b], x[c], y[c]], t);
    for (let k = 0; k < 3; k++) {
      const e = 3 * t + k;
      const other = twin[e];
      const shared = other >= 0 && isFree(Math.floor(other / 3));
      // an edge between two free triangles is drawn with the lower half-edge
      if (shared && other < e) continue;
      const isWall = !shared || constraint[e] >= 0;
      if (sides === (isWall ? 'inner' : 'walls')) continue;
      const [from, to] = [corner[e], corner[3 * t + ((k + 1) % 3)]];
      out.line(x[from], y[from], x[to], y[to], e);
    }
  }
  return out.done();
}

/**
 * The portals of a sleeve, each a line from its left to its right end, numbered in order.
 *
 * @example
 * const portals = shapesOfSleeve(sleeve).lines;
 * console.log(portals.join()); // 4,8,4,10
 */
export function shapesOfSleeve(sleeve: SleeveLike, options: ShapeOptions = {}): DebugShapes {
  sleeveRule(sleeve, 'sleeve');
  checkOptions('shapesOfSleeve', options, originRules);
  const out = createShapeList(options);
  for (let i = 0; i < sleeve.count; i++)
    out.line(sleeve.leftX[i], sleeve.leftY[i], sleeve.rightX[i], sleeve.rightY[i], i);
  return out.done();
}

/**
 * The paths of all queries on a mesh: lines numbered by query.
 *
 * @example
 * const solver = createPolyanya(navMesh);
 * const paths = shapesOfPointRoutes(solver.run(buildPointQueries([[1, 1, 19, 9]]))).lines;
 * console.log(paths.length / 4); // 2
 */
export function shapesOfPointRoutes(
  routes: PointRoutesLike,
  options: ShapeOptions = {},
): DebugShapes {
  routesRule(routes, 'routes');
  checkOptions('shapesOfPointRoutes', options, originRules);
  const { firstPoint, x, y } = routes;
  const out = createShapeList(options);
  for (let i = 0; i < routes.count; i++)
    for (let k = firstPoint[i] + 1; k < firstPoint[i + 1]; k++)
      out.line(x[k - 1], y[k - 1], x[k], y[k], i);
  return out.done();
}
