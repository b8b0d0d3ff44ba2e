import { openKernels, type SharedHost } from '@wayfield/wasm';
import { triangleOf } from '../geometry/sides.ts';
import { type Kernels, KERNELS_BASE64 } from '../hub-labels.gen.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { splitVertices } from '../polygons/split-vertices.ts';
import { bindLocator, findPlaces } from '../queries/query-kernels.ts';
import { findCorners, packTriangles, placeTriangles } from '../tangents/tangent-kernels.ts';
import type { LabelHost, LabelLayout, MeshLayout } from './layout.ts';
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

/** A checksum of a mesh. */
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

/** Writes a mesh of triangles into the memory of kernels. */
export function putMesh(host: LabelHost, given: PolygonMesh): MeshLayout {
  const { put } = host;
  const mesh = splitVertices(given);
  const { part, epsilon, locator } = findPlaces(mesh);
  const corners = findCorners(mesh);
  const { count, list } = corners;
  const place = placeTriangles(mesh, corners);
  const points = new Float64Array(2 * mesh.vertexCount);
  list.forEach((v, i) => points.set([mesh.x[v], mesh.y[v]], 2 * i));
  const nodes = new Float64Array((CORNER_BYTES / 8) * (count + 1));
  for (let i = 0; i < count; i++)
    nodes.set(points.subarray(2 * i, 2 * i + 2), (CORNER_BYTES / 8) * i);
  let bound: MeshLayout['locator'] | undefined;
  bindLocator({ locateBind: (...all) => void (bound = all) }, put, mesh, locator);
  // a mesh without triangles has no box
  const box = mesh.polygonCount === 0 ? ([0, 0, 1, 1] as const) : locator.buckets.box;
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
    numbers: put(place),
    parts: put(part),
    twins: put(mesh.twin),
    most: Math.max(1, locator.most),
    locator: bound!,
  };
}

/** Writes an array so that it starts with a cache line. */
function putInLines({ blocks, arena }: LabelHost, array: Float64Array | Uint32Array): number {
  const at = LINE_BYTES * Math.ceil(blocks.allocate(array.byteLength + LINE_BYTES) / LINE_BYTES);
  arena.bytes().set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
  return at;
}

/** A mesh and its labels in the memory of a host, which threads can share. */
export function putLabels(
  mesh: PolygonMesh,
  labels: PointLabels,
  code: string = KERNELS_BASE64,
  shared: boolean = false,
): SharedHost & { readonly layout: LabelLayout } {
  const host = openKernels<Kernels>(code, { shared });
  const { put } = host;
  const layout = putMesh(host, mesh);
  return {
    ...host,
    layout: {
      mesh: layout,
      entries: putInLines(host, labels.entries),
      grid: [labels.minX, labels.minY, labels.cellSize, labels.columns, labels.rows],
      listEnd: put(labels.listEnd),
      lists: putInLines(host, labels.lists),
      mostCorners: labels.mostCorners,
    },
  };
}
