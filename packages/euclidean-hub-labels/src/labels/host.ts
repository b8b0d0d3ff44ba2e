// Writes a mesh and its labels into the memory of kernels. build.ts needs the mesh alone; search.ts
// and the pool need both.
import { refuse } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import {
  cornerCoordinates,
  findPlaces,
  largestFirst,
  type MeshPlaces,
} from '@wayfield/navmesh/internal/queries';
import { findCorners, packTriangles, placeTriangles } from '@wayfield/navmesh/internal/tangents';
import type { PolygonMesh } from '@wayfield/triangulation';
import { triangleOf } from '@wayfield/triangulation/internal/half-edges';
import { splitVertices } from '@wayfield/triangulation/internal/polygons';
import { openKernels, type SharedHost } from '@wayfield/wasm';
import { type Kernels, KERNELS_BASE64, LIST_AHEAD } from '../kernels.gen.ts';
import { bindLabelMesh, type LabelHost, type LabelLayout, type MeshLayout } from './layout.ts';
import type { PointLabels } from './types.ts';

/** Bytes of a cache line. */
const LINE_BYTES = 64;
/** Bytes of a record `Corner` of the tangent graph. */
const CORNER_BYTES = 64;

/** Throws RangeError unless the mesh is one of triangles. */
export function checkTriangles({ polygonCount, firstSide }: PolygonMesh): void {
  for (let p = 0; p < polygonCount; p++)
    if (firstSide[p + 1] - firstSide[p] !== 3)
      throw new RangeError(
        `polygon ${p} has ${firstSide[p + 1] - firstSide[p]} sides, labels need a mesh of ` +
          'triangles: buildPolygonMesh(triangulation, { merge: false })',
      );
}

/** A checksum of a mesh, by which labels of another mesh are refused. */
export function meshChecksum({ x, y, corner, twin, firstSide }: PolygonMesh): number {
  let sum = 0;
  for (const array of [x, y, corner, twin, firstSide]) {
    const words = new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
    for (let i = 0; i < words.length; i++) {
      sum = Math.imul(sum ^ words[i], 0x9e3779b1);
      sum ^= sum >>> 15;
    }
  }
  return sum >>> 0;
}

/** Writes a mesh of triangles into the memory of kernels: for point location, views and rays. */
export function putMesh(host: LabelHost, given: PolygonMesh): MeshLayout {
  const { put } = host;
  const mesh = splitVertices(given);
  const places = findPlaces(mesh);
  const { epsilon, locator } = places;
  const corners = findCorners(mesh);
  const { count, list } = corners;
  const place = placeTriangles(mesh, corners);
  const points = new Float64Array(2 * mesh.vertexCount);
  list.forEach((v, i) => points.set([mesh.x[v], mesh.y[v]], 2 * i));
  const nodes = new Float64Array((CORNER_BYTES / 8) * (count + 1));
  for (let i = 0; i < count; i++)
    nodes.set(points.subarray(2 * i, 2 * i + 2), (CORNER_BYTES / 8) * i);
  // a mesh without triangles has no box
  const box = mesh.polygonCount === 0 ? ([0, 0, 1, 1] as const) : locator.buckets.box;
  const numbers = new Uint32Array(place.length);
  place.forEach((to, t) => (numbers[to] = t));
  const nodesAligned = putInLines(host, nodes);
  return {
    cornerCount: count,
    triangleCount: mesh.polygonCount,
    box,
    triangles: put(new Uint32Array(packTriangles(mesh, corners, place))),
    points: put(points),
    firstOpen: corners.wallCount,
    alongs: put(corners.alongs),
    epsilon,
    nodes: nodesAligned,
    firstSides: put(corners.side.map((s) => 4 * place[triangleOf(s)] + (s % 3))),
    numbers: put(numbers),
    most: Math.max(1, locator.most),
    locator: putLocator(host, mesh, places, place),
  };
}

/** Words of the corners of a triangle, and of all its record: locate/layout.ts of navmesh. */
const CORNER_WORDS = 12;
const TRIANGLE_WORDS = 16;

/**
 * Writes the tables of point location in the form that `locate` of navmesh reads. Triangles stand
 * in the order of their new numbers, `place`, and with their sides, over which rays walk.
 */
function putLocator(
  host: LabelHost,
  mesh: PolygonMesh,
  { part, epsilon, locator }: MeshPlaces,
  place: Uint32Array,
): MeshLayout['locator'] {
  const { put } = host;
  const { box, cell, columns, rows, first, bucketed } = locator.buckets;
  const coordinates = cornerCoordinates(mesh);
  const sorted = largestFirst(first, bucketed, coordinates);
  const words = new Uint32Array(coordinates.buffer);
  // one spare record at the end: group.ts reads ahead a triangle even for an end off the mesh
  const records = new Uint32Array(TRIANGLE_WORDS * (mesh.polygonCount + 1));
  for (let t = 0; t < mesh.polygonCount; t++) {
    const to = TRIANGLE_WORDS * place[t];
    records.set(words.subarray(CORNER_WORDS * t, CORNER_WORDS * (t + 1)), to);
    for (let k = 0; k < 3; k++) {
      const twin = mesh.twin[3 * t + k];
      records[to + CORNER_WORDS + k] =
        twin === NONE ? NONE : 4 * place[triangleOf(twin)] + (twin % 3);
    }
    records[to + TRIANGLE_WORDS - 1] = part[t];
  }
  const placed = new Uint32Array(sorted.length + 2);
  for (let i = 0; i < sorted.length; i++) placed[i] = place[sorted[i]];
  return [
    put(Float64Array.of(...box, cell)),
    columns,
    rows,
    put(first),
    put(placed),
    putInLines(host, records),
    epsilon,
  ];
}

/** Writes an array to an address at which a cache line begins. */
function putInLines({ blocks, arena }: LabelHost, array: Float64Array | Uint32Array): number {
  // queries read LIST_AHEAD bytes from the start of a list: of the last list, beyond its end
  const room = array.byteLength + LINE_BYTES + LIST_AHEAD;
  const at = LINE_BYTES * Math.ceil(blocks.allocate(room) / LINE_BYTES);
  arena.bytes().set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
  return at;
}

/** Writes the table of parts of cells that triangles touch; returns its address. */
function putFree(host: LabelHost, mesh: MeshLayout, grid: LabelLayout['grid']): number {
  const { kernels, put } = host;
  bindLabelMesh(host, mesh);
  kernels.cellsBind(...grid, 0);
  const free = put(new Uint32Array(Math.ceil((grid[3] * grid[4]) / 2)));
  kernels.cellsFree(free, mesh.triangleCount);
  return free;
}

/**
 * Writes a mesh and its labels into a new memory, with `shared` one that threads share.
 *
 * @throws RangeError for labels with another number of corners than the mesh: queries read the
 *   coordinates of all corners that labels name.
 */
export function putLabels(
  mesh: PolygonMesh,
  labels: PointLabels,
  code: string = KERNELS_BASE64,
  shared: boolean = false,
): SharedHost & { readonly layout: LabelLayout } {
  const host = openKernels<Kernels>(code, { shared });
  const { put } = host;
  const layout = putMesh(host, mesh);
  if (labels.cornerCount !== layout.cornerCount)
    refuse('labels.cornerCount', labels.cornerCount, `${layout.cornerCount}, as of the mesh`);
  const grid = [labels.minX, labels.minY, labels.cellSize, labels.columns, labels.rows] as const;
  return {
    ...host,
    layout: {
      mesh: layout,
      free: putFree(host, layout, grid),
      entries: putInLines(host, labels.entries),
      grid,
      listEnd: put(labels.listEnd),
      lists: putInLines(host, labels.lists),
    },
  };
}
