import { text as textRule } from '@wayfield/check';
import { check } from '../common/rules.ts';
import { areaOf, cutEars, isConvex, isFlat } from '../geometry/convex-parts.ts';
import { findOverlap } from './find-overlap.ts';
import { joinFaces } from './join-faces.ts';
import { linkRings, meshOfRings } from './link-rings.ts';
import { type ObjFaces, parseObj } from './parse-obj.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { refuse } from '../common/refuse.ts';
import { snap, snapGrid } from '../obstacles/snap.ts';

/** Options of `loadObj`. */
export interface ObjOptions {
  /**
   * The axis of height. The other two, in alphabetical order, become x and y. Default 'y'.
   */
  readonly up?: 'x' | 'y' | 'z';
  /**
   * true: faces of any height and slope are projected into the plane. false: a file that is not
   * flat is an error. Default false.
   */
  readonly project?: boolean;
  /**
   * Only faces that look up and rise by at most this many degrees, 0 to below 90, are ground;
   * others are left out. Default: all faces but vertical ones, those that look down included.
   */
  readonly maxSlope?: number;
  /**
   * Step of a grid on which vertices are put, rounded down to a power of two. Default: no grid, and
   * only equal vertices become one.
   */
  readonly snap?: number;
  /**
   * What happens to faces that overlap in the plane. 'refuse': they are an error. 'join': all faces
   * become one surface, by snap rounding. Default 'refuse'.
   */
  readonly overlaps?: 'refuse' | 'join';
}

/** Numbers of what was in the file and what was done with it. */
export interface ObjReport {
  readonly vertices: number;
  readonly faces: number;
  /** Vertices at the same point of the plane as an earlier vertex. */
  readonly mergedVertices: number;
  /** Faces that are not convex, cut into triangles. */
  readonly splitFaces: number;
  /** Corners added where a vertex of one face lies on a side of another; 0 if faces were joined. */
  readonly junctions: number;
  /** Faces left out because they have no area in the plane. */
  readonly degenerateFaces: number;
  /** Faces left out by `maxSlope`: too steep, or looking down. */
  readonly steepFaces: number;
  /** How many lines had a keyword other than `v` and `f`, by keyword. */
  readonly ignored: Readonly<Record<string, number>>;
}

/** What `loadObj` returns. */
export interface ObjMesh {
  readonly mesh: PolygonMesh;
  /** One per polygon: its face in the file, from 0; undefined if faces were joined. */
  readonly faceOf: Uint32Array | undefined;
  readonly report: ObjReport;
}

/**
 * Reads the faces of a Wavefront `.obj` file as a mesh of convex polygons in the plane. Faces that
 * are not convex are cut into triangles. A vertex on a side of another face becomes a corner of
 * that face, so that faces which share a part of a side are neighbours.
 *
 * @throws RangeError, with the line or the faces, for a file that is damaged, not flat (unless
 *   `project`), or without ground; for faces that cross themselves; for faces that overlap in the
 *   plane (unless `overlaps: 'join'`); and for a `snap` that is too fine for the coordinates.
 */
export function loadObj(text: string, options: ObjOptions = {}): ObjMesh {
  textRule(text, 'text');
  check('loadObj', options);
  const { up = 'y', overlaps = 'refuse', maxSlope } = options;
  if (maxSlope !== undefined && !(maxSlope >= 0 && maxSlope < 90))
    refuse('maxSlope', maxSlope, '0 to below 90 degrees');
  const obj = parseObj(text);
  const height = 'xyz'.indexOf(up);
  if (!options.project) checkFlat(obj, height);
  const { points, vertexOf, mergedVertices } = lay(obj, height, options.snap);

  const rings: number[][] = [];
  const faces: number[] = [];
  let [degenerateFaces, steepFaces, splitFaces] = [0, 0, 0];
  for (let f = 0; f < obj.line.length; f++) {
    const corners = obj.corner.slice(obj.firstCorner[f], obj.firstCorner[f + 1]);
    if (maxSlope !== undefined && slopeOf(obj, corners, height) > maxSlope) {
      steepFaces++;
      continue;
    }
    const all = corners.map((v) => vertexOf[v]);
    const ring = all.filter((v, i) => v !== all[(i + 1) % all.length]);
    if (ring.length < 3 || isFlat(points, ring)) {
      degenerateFaces++;
      continue;
    }
    if (areaOf(points, ring) < 0) ring.reverse();
    const parts = isConvex(points, ring) ? [ring] : cutEars(points, ring);
    if (!parts)
      throw new RangeError(
        `face ${f} (line ${obj.line[f]} of the .obj, ${corners.length} corners) crosses ` +
          'itself in the plane',
      );
    if (parts.length > 1) splitFaces++;
    for (const part of parts) {
      rings.push(part);
      faces.push(f);
    }
  }
  if (rings.length === 0)
    throw new RangeError(
      `the .obj has no ground: of ${obj.line.length} faces ${steepFaces} are too steep and ` +
        `${degenerateFaces} have no area in the plane`,
    );
  const report = {
    vertices: obj.position.length / 3,
    faces: obj.line.length,
    mergedVertices,
    splitFaces,
    junctions: 0,
    degenerateFaces,
    steepFaces,
    ignored: obj.others,
  };
  if (overlaps === 'join')
    return { mesh: joinFaces(points, rings, options.snap), faceOf: undefined, report };

  const onOverlap = (p: number, q: number): never => {
    const [one, other] = [faces[p], faces[q]];
    throw new RangeError(
      `faces ${one} and ${other} (lines ${obj.line[one]} and ${obj.line[other]} of the .obj) ` +
        "overlap in the plane; overlaps: 'join' makes them one surface",
    );
  };
  const junctions = linkRings(points, rings);
  const mesh = meshOfRings(points, rings, onOverlap);
  const pair = findOverlap(mesh);
  if (pair) onOverlap(...pair);
  return { mesh, faceOf: Uint32Array.from(faces), report: { ...report, junctions } };
}

/**
 * Throws unless the file is flat: every height differs from that of the first corner by at most a
 * millionth of the extent in the plane.
 */
function checkFlat({ position, corner, firstCorner, line }: ObjFaces, height: number): void {
  if (corner.length === 0) return;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const v of corner)
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], position[3 * v + k]);
      high[k] = Math.max(high[k], position[3 * v + k]);
    }
  const size = Math.max(...[0, 1, 2].map((k) => (k === height ? 0 : high[k] - low[k])));
  const [base, axis] = [position[3 * corner[0] + height], 'xyz'[height]];
  for (let i = 0; i < corner.length; i++) {
    const at = position[3 * corner[i] + height];
    if (Math.abs(at - base) <= 1e-6 * size) continue;
    const f = firstCorner.findIndex((first) => first > i) - 1;
    throw new RangeError(
      `face ${f} (line ${line[f]} of the .obj) has a corner at ${axis} = ${at}, the first ` +
        `one lies at ${base}: not flat; project: true lays it into the plane`,
    );
  }
}

/** The vertices in the plane; vertices at one point become one. */
function lay({ position }: ObjFaces, height: number, step: number | undefined) {
  const count = position.length / 3;
  const axes = [0, 1, 2].filter((k) => k !== height) as [number, number];
  let largest = 0;
  for (const value of position) largest = Math.max(largest, Math.abs(value));
  const grid = step === undefined || count === 0 ? undefined : snapGrid(largest || 1, step);
  const x: number[] = [];
  const y: number[] = [];
  const known = new Map<string, number>();
  const vertexOf = new Uint32Array(count);
  for (let v = 0; v < count; v++) {
    // + 0 turns -0 into 0
    const [px, py] = axes.map((k) => {
      const value = position[3 * v + k];
      return grid ? snap(grid, value) : value + 0;
    }) as [number, number];
    const key = `${px},${py}`;
    const same = known.get(key);
    vertexOf[v] = same ?? x.length;
    if (same !== undefined) continue;
    known.set(key, x.length);
    x.push(px);
    y.push(py);
  }
  return { points: { x, y }, vertexOf, mergedVertices: count - x.length };
}

/** Degrees between a face and the horizontal; over 90 for a face that looks down. */
function slopeOf({ position }: ObjFaces, corners: readonly number[], height: number): number {
  const normal = [0, 0, 0];
  // Newell's sum, which tolerates corners outside the plane of the others
  for (let i = 0; i < corners.length; i++) {
    const [a, b] = [3 * corners[i], 3 * corners[(i + 1) % corners.length]];
    for (let k = 0; k < 3; k++) {
      const [j, l] = [(k + 1) % 3, (k + 2) % 3];
      normal[k] += (position[a + j] - position[b + j]) * (position[a + l] + position[b + l]);
    }
  }
  const length = Math.hypot(...normal);
  return length === 0
    ? 0
    : (Math.acos(Math.min(1, Math.max(-1, normal[height] / length))) * 180) / Math.PI;
}
