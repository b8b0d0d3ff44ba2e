import {
  checkOptions,
  listOf,
  number,
  oneOf,
  type OptionRules,
  positive,
  rule,
} from '@wayfield/check';
import type { NavMeshInput, PolygonMesh } from '@wayfield/navmesh';
import { loadObj, outlineMesh } from '@wayfield/navmesh/formats';
import { type BufferGeometry, Matrix4, type Object3D, Vector3 } from 'three';

/** A geometry in world coordinates, or an object with one: its `matrixWorld` is applied. */
export type GeometrySource = BufferGeometry | (Object3D & { readonly geometry: BufferGeometry });

/** Options of `groundOf`. */
export interface GroundOptions {
  /** The axis of height. 'y': the plane is (x, z). 'z': it is (x, y). Default 'y'. */
  readonly up?: 'y' | 'z' | undefined;
  /** Faces that are steeper than this, in degrees from 0 to 89.9, are no ground. Default 45. */
  readonly maxSlope?: number | undefined;
  /**
   * Vertices are rounded to a grid of this step, in units of the scene, so that the rounding of f32
   * positions leaves no gaps between faces. Default 2^-10.
   */
  readonly snap?: number | undefined;
}

/** The ground of a scene. */
export interface Ground {
  /** The faces that agents can stand on, as a mesh of convex polygons. */
  readonly mesh: PolygonMesh;
  /** Its outline: `createNavMesh({ ...input, obstacles })` is a mesh that changes. */
  readonly input: NavMeshInput;
  /** Faces read, and those that were too steep or looked down. */
  readonly faces: number;
  readonly steepFaces: number;
}

/** Options of `footprintOf`. */
export interface FootprintOptions {
  /** The axis of height, as in `groundOf`. Default 'y'. */
  readonly up?: 'y' | 'z' | undefined;
}

const source = /* @__PURE__ */ rule(
  'a BufferGeometry with positions, or an object with one',
  (value) => {
    const geometry: unknown = (value as never)?.['geometry'] ?? value;
    return isGeometry(geometry) && geometry.hasAttribute('position');
  },
);
const sources = /* @__PURE__ */ listOf(source);
const up = /* @__PURE__ */ oneOf('y', 'z');
const groundRules: OptionRules = {
  up,
  maxSlope: /* @__PURE__ */ number(0, 89.9),
  snap: positive,
};
const footprintRules: OptionRules = { up };

function isGeometry(value: unknown): value is BufferGeometry {
  return (value as { isBufferGeometry?: unknown } | null)?.isBufferGeometry === true;
}

/**
 * The ground of a scene: the faces of its geometries that look up and are not too steep, joined to
 * one surface where they overlap in the plane. A face looks where three.js shows its front, also on
 * a mirrored object.
 *
 * @throws RangeError if no face is ground. TypeError for a geometry without positions.
 *
 * @example
 * const { input } = groundOf([floor, ramp]);
 * const navMesh = createNavMesh({ ...input, obstacles: [footprintOf(crate)] });
 * const surface = createSurface(navMesh);
 * console.log(surface.locate(0, 0), surface.locate(5, 0) >= 0); // -1 true
 */
export function groundOf(
  geometries: readonly GeometrySource[],
  options: GroundOptions = {},
): Ground {
  sources(geometries, 'geometries');
  checkOptions('groundOf', options, groundRules);
  const { maxSlope = 45, snap = 2 ** -10 } = options;
  // Faces go to `loadObj` as the text of an .obj file, so that slopes, gaps and overlaps are
  // decided in one place. The text costs a microsecond per face.
  const lines: string[] = [];
  let vertices = 0;
  for (const each of geometries) {
    const { count, mirrored } = eachVertex(each, ({ x, y, z }) => lines.push(`v ${x} ${y} ${z}`));
    const index = (isGeometry(each) ? each : each.geometry).getIndex();
    const corners = index ? index.count : count;
    const corner = (i: number): number => vertices + 1 + (index ? index.getX(i) : i);
    // a mirror reverses the turn of a face
    const [second, third] = mirrored ? [2, 1] : [1, 2];
    for (let i = 0; i + 2 < corners; i += 3)
      lines.push(`f ${corner(i)} ${corner(i + second)} ${corner(i + third)}`);
    vertices += count;
  }
  const found = loadObj(lines.join('\n'), {
    up: options.up ?? 'y',
    project: true,
    maxSlope,
    snap,
    overlaps: 'join',
  });
  const { faces, steepFaces } = found.report;
  return { mesh: found.mesh, input: outlineMesh(found.mesh), faces, steepFaces };
}

/**
 * What an object covers of the ground: the convex hull of its vertices in the plane, as a ring x,
 * y, x, y, … in left turns for `navMesh.add` or the option `obstacles`.
 *
 * @throws RangeError if all vertices lie on one line. TypeError for a geometry without positions.
 *
 * @example
 * const id = navMesh.add(footprintOf(crate));
 * console.log(footprintOf(crate).length); // 8
 */
export function footprintOf(object: GeometrySource, options: FootprintOptions = {}): number[] {
  source(object, 'object');
  checkOptions('footprintOf', options, footprintRules);
  const points: [number, number][] = [];
  const flat = (options.up ?? 'y') === 'y' ? 'z' : 'y';
  eachVertex(object, (vertex) => points.push([vertex.x, vertex[flat]]));
  const hull = convexHull(points);
  if (hull.length < 3)
    throw new RangeError(`object covers no ground: its ${points.length} vertices lie on a line`);
  return hull.flat();
}

/**
 * Calls `visit` with every vertex in world coordinates. Returns how many there are, and whether the
 * object is mirrored in the world.
 */
function eachVertex(
  each: GeometrySource,
  visit: (vertex: Vector3) => void,
): { readonly count: number; readonly mirrored: boolean } {
  const geometry = isGeometry(each) ? each : each.geometry;
  const matrix = new Matrix4();
  if (!isGeometry(each)) {
    each.updateWorldMatrix(true, false);
    matrix.copy(each.matrixWorld);
  }
  const positions = geometry.getAttribute('position');
  const vertex = new Vector3();
  for (let i = 0; i < positions.count; i++)
    visit(vertex.fromBufferAttribute(positions, i).applyMatrix4(matrix));
  return { count: positions.count, mirrored: matrix.determinant() < 0 };
}

/** The convex hull in left turns, without points on its sides (Andrew, 1979). */
function convexHull(points: readonly [number, number][]): [number, number][] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (a: number[], b: number[], c: number[]): number =>
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const half = (list: readonly [number, number][]): [number, number][] => {
    const chain: [number, number][] = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}
