// The text files of Shewchuk's `triangle`, with which Klaffenböck (2014) triangulates: .node with
// points, .poly with points, segments and holes, .ele with triangles. Format:
// https://www.cs.cmu.edu/~quake/triangle.html
import {
  number,
  object,
  optional,
  refuse,
  type Rule,
  text as textRule,
  typed,
} from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import { polygonMesh } from '../common/rules.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { createReader, type Reader } from './triangle-words.ts';

const nodesFields = {
  points: /* @__PURE__ */ typed(Float64Array),
  markers: /* @__PURE__ */ typed(Int32Array),
} as const;
const base: Rule = /* @__PURE__ */ number(0, 1);
const edgesRule: Rule = /* @__PURE__ */ typed(Uint32Array);
const nodesRule: Rule = /* @__PURE__ */ object({ ...nodesFields, base }, 'TriangleNodes');
const pointsRule: Rule = /* @__PURE__ */ object(nodesFields, 'TriangleNodes');
const polyRule: Rule = /* @__PURE__ */ object(
  { ...nodesFields, edges: edgesRule, holes: /* @__PURE__ */ typed(Float64Array) },
  'TrianglePoly',
);
const elementsRule: Rule = /* @__PURE__ */ object({ triangles: edgesRule }, 'TriangleElements');
const wallsRule: Rule = /* @__PURE__ */ optional(
  /* @__PURE__ */ object({ edges: edgesRule }, 'TrianglePoly'),
);
const mayNodes: Rule = /* @__PURE__ */ optional(nodesRule);

/** The points of a .node file. */
export interface TriangleNodes {
  /** x, y, x, y, … */
  readonly points: Float64Array;
  /** One per point: its boundary marker, 0 where the file has none. */
  readonly markers: Int32Array;
  /** The number of the first point in the file, 0 or 1. */
  readonly base: 0 | 1;
}

/** A planar graph of straight lines, as a .poly file has it. */
export interface TrianglePoly extends TriangleNodes {
  /** Pairs of point numbers, from 0. */
  readonly edges: Uint32Array;
  /** A point in each hole: x, y, x, y, … */
  readonly holes: Float64Array;
}

/** The triangles of an .ele file. */
export interface TriangleElements {
  /** Three point numbers per triangle, from 0, in left turns where the file has them so. */
  readonly triangles: Uint32Array;
}

/**
 * Reads a .node file. Attributes are skipped.
 *
 * @throws RangeError, with the number of the line, for any other text.
 */
export function readNode(text: string): TriangleNodes {
  textRule(text, 'text');
  const reader = createReader(text, 'node');
  const nodes = readNodes(reader, reader.line());
  reader.end();
  return nodes;
}

/**
 * Reads a .poly file. A file without points of its own takes `nodes`, those of the .node file
 * beside it. Regional attributes, which follow the holes, are not read.
 *
 * @throws RangeError, with the number of the line, for any other text.
 */
export function readPoly(text: string, nodes?: TriangleNodes): TrianglePoly {
  textRule(text, 'text');
  mayNodes(nodes, 'nodes');
  const reader = createReader(text, 'poly');
  const head = reader.line();
  const count = reader.whole(head, 0, 'a number of points');
  if (count === 0 && !nodes) {
    throw new RangeError('poly: the file has no points, so it needs those of its .node file');
  }
  const own = count === 0 ? nodes! : readNodes(reader, head);
  const edges = readEdges(reader, own);
  const holeCount = reader.count(reader.line(), 0, 'a number of holes');
  const holes = new Float64Array(2 * holeCount);
  for (let i = 0; i < holeCount; i++) {
    const line = reader.line();
    holes[2 * i] = reader.number(line, 1, 'x of a hole');
    holes[2 * i + 1] = reader.number(line, 2, 'y of a hole');
  }
  return { ...own, edges, holes };
}

/**
 * Reads an .ele file. Of triangles with six points the first three are taken.
 *
 * @throws RangeError, with the number of the line, for any other text or a point that is not there.
 */
export function readEle(text: string, nodes: TriangleNodes): TriangleElements {
  textRule(text, 'text');
  nodesRule(nodes, 'nodes');
  const reader = createReader(text, 'ele');
  const head = reader.line();
  const each = head.words.length > 1 ? reader.whole(head, 1, 'points per triangle') : 3;
  if (each !== 3 && each !== 6) reader.refuse(head, 1, '3 or 6 points per triangle');
  const count = reader.count(head, 0, 'a number of triangles');
  const triangles = new Uint32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const line = reader.line();
    for (let k = 0; k < 3; k++) {
      triangles[3 * i + k] = reader.point(line, k + 1, nodes.points.length / 2, nodes.base);
    }
  }
  reader.end();
  return { triangles };
}

/**
 * Joins the triangles of an .ele file into a mesh for searches. The two triangles at an edge are
 * neighbours, unless the edge is a segment of the .poly file: such an edge is a wall. Triangles
 * without area and other overlaps are not searched for: `checkPolygonMesh` finds the former.
 *
 * @throws RangeError for a point that is not there, for an edge that three triangles share, and for
 *   two triangles on the same side of an edge.
 */
export function meshOfTriangles(
  nodes: TriangleNodes,
  elements: TriangleElements,
  poly?: Pick<TrianglePoly, 'edges'>,
): PolygonMesh {
  nodesRule(nodes, 'nodes');
  elementsRule(elements, 'elements');
  wallsRule(poly, 'poly');
  const { points } = nodes;
  const { triangles } = elements;
  const vertexCount = points.length / 2;
  const count = triangles.length / 3;
  if (triangles.length % 3 !== 0)
    refuse('elements.triangles.length', triangles.length, 'a multiple of 3');
  const missing = triangles.findIndex((v) => v >= vertexCount);
  if (missing >= 0)
    refuse(`elements.triangles[${missing}]`, triangles[missing], `a point below ${vertexCount}`);
  const corner = leftTurns(points, triangles);
  const twin = new Uint32Array(corner.length).fill(NONE);
  const keyOf = (a: number, b: number): number => Math.min(a, b) * vertexCount + Math.max(a, b);
  const walls = new Set<number>();
  const edges = poly?.edges ?? [];
  for (let i = 0; i < edges.length; i += 2) walls.add(keyOf(edges[i], edges[i + 1]));
  const open = new Map<number, number>();
  for (let side = 0; side < corner.length; side++) {
    const next = side % 3 === 2 ? side - 2 : side + 1;
    const key = keyOf(corner[side], corner[next]);
    const other = open.get(key);
    if (other === undefined) {
      open.set(key, side);
      continue;
    }
    if (other === NONE) {
      throw new RangeError(`points ${corner[side]} and ${corner[next]} join three triangles`);
    }
    if (corner[other] === corner[side])
      throw new RangeError(
        `points ${corner[side]} and ${corner[next]} have two triangles on the same side`,
      );
    open.set(key, NONE);
    if (walls.has(key)) continue;
    twin[side] = other;
    twin[other] = side;
  }
  return {
    vertexCount,
    polygonCount: count,
    x: Float64Array.from({ length: vertexCount }, (_, i) => points[2 * i]),
    y: Float64Array.from({ length: vertexCount }, (_, i) => points[2 * i + 1]),
    firstSide: Uint32Array.from({ length: count + 1 }, (_, i) => 3 * i),
    corner,
    twin,
  };
}

/** Writes points as a .node file, numbered from 0. */
export function writeNode(nodes: Omit<TriangleNodes, 'base'>): string {
  pointsRule(nodes, 'nodes');
  return `${nodeLines(nodes.points, nodes.markers).join('\n')}\n`;
}

/** Writes a .poly file with its points, numbered from 0. */
export function writePoly(poly: Omit<TrianglePoly, 'base'>): string {
  polyRule(poly, 'poly');
  const { points, markers, edges, holes } = poly;
  const lines = nodeLines(points, markers);
  lines.push(`${edges.length / 2} 0`);
  for (let i = 0; i < edges.length; i += 2) lines.push(`${i / 2} ${edges[i]} ${edges[i + 1]}`);
  lines.push(String(holes.length / 2));
  for (let i = 0; i < holes.length; i += 2) lines.push(`${i / 2} ${holes[i]} ${holes[i + 1]}`);
  return `${lines.join('\n')}\n`;
}

/**
 * Writes a mesh of triangles as the texts of a .node and an .ele file; points at walls have the
 * marker 1.
 *
 * @throws RangeError for a mesh with other polygons.
 */
export function writeTriangles(mesh: PolygonMesh): { node: string; ele: string } {
  polygonMesh(mesh, 'mesh');
  const { vertexCount, polygonCount, x, y, corner, twin, firstSide } = mesh;
  if (firstSide[polygonCount] !== 3 * polygonCount) {
    throw new RangeError('mesh has polygons with more than three sides, it takes triangles');
  }
  const markers = new Int32Array(vertexCount);
  for (let side = 0; side < corner.length; side++) {
    if (twin[side] !== NONE) continue;
    markers[corner[side]] = 1;
    markers[corner[side % 3 === 2 ? side - 2 : side + 1]] = 1;
  }
  const points = Float64Array.from({ length: 2 * vertexCount }, (_, i) =>
    i % 2 === 0 ? x[i / 2] : y[(i - 1) / 2],
  );
  const lines = [`${polygonCount} 3 0`];
  for (let t = 0; t < polygonCount; t++) {
    lines.push(`${t} ${corner[3 * t]} ${corner[3 * t + 1]} ${corner[3 * t + 2]}`);
  }
  return { node: writeNode({ points, markers }), ele: `${lines.join('\n')}\n` };
}

function readNodes(reader: Reader, head: ReturnType<Reader['line']>): TriangleNodes {
  const more = (at: number, what: string): number =>
    head.words.length > at ? reader.whole(head, at, what) : 0;
  if (head.words.length > 1 && more(1, 'dimensions') !== 2) reader.refuse(head, 1, '2 dimensions');
  const attributes = more(2, 'a number of attributes');
  const hasMarkers = more(3, 'a number of markers') > 0;
  const count = reader.count(head, 0, 'a number of points');
  const points = new Float64Array(2 * count);
  const markers = new Int32Array(count);
  let first: 0 | 1 = 0;
  for (let i = 0; i < count; i++) {
    const line = reader.line();
    const own = reader.whole(line, 0, 'a point number');
    if (i === 0 && own === 1) first = 1;
    if (own !== i + first) reader.refuse(line, 0, `point ${i + first}`);
    points[2 * i] = reader.number(line, 1, 'x');
    points[2 * i + 1] = reader.number(line, 2, 'y');
    if (hasMarkers) markers[i] = reader.number(line, 3 + attributes, 'a marker');
  }
  return { points, markers, base: first };
}

function readEdges(reader: Reader, { points, base: first }: TriangleNodes): Uint32Array {
  const count = reader.count(reader.line(), 0, 'a number of segments');
  const edges = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const line = reader.line();
    edges[2 * i] = reader.point(line, 1, points.length / 2, first);
    edges[2 * i + 1] = reader.point(line, 2, points.length / 2, first);
  }
  return edges;
}

/** Triangles with all turns to the left (y up). */
function leftTurns(points: Float64Array, triangles: Uint32Array): Uint32Array {
  const corner = triangles.slice();
  for (let i = 0; i < corner.length; i += 3) {
    const [a, b, c] = [corner[i], corner[i + 1], corner[i + 2]];
    const [ax, ay] = [points[2 * a], points[2 * a + 1]];
    const area =
      (points[2 * b] - ax) * (points[2 * c + 1] - ay) -
      (points[2 * b + 1] - ay) * (points[2 * c] - ax);
    if (area < 0) corner.set([b, a], i);
  }
  return corner;
}

function nodeLines(points: Float64Array, markers: Int32Array): string[] {
  const lines = [`${points.length / 2} 2 0 1`];
  for (let i = 0; i < points.length; i += 2) {
    lines.push(`${i / 2} ${points[i]} ${points[i + 1]} ${markers[i / 2]}`);
  }
  return lines;
}
