import { bytes, meshContent } from '../common/rules.ts';
import { checkPolygonMesh } from '../polygons/check-polygon-mesh.ts';
import { checkReduction } from '../reduction/check-reduction.ts';
import { openFile, type Section, type View, writeSections } from './file-sections.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import type { Reduction } from '../reduction/reduction.ts';
import { refuse } from '../common/refuse.ts';
import {
  packTriangulation,
  type PackedTriangulation,
  unpackTriangulation,
} from '../triangulation/pack-triangulation.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';

/** The content of a mesh file: at least one of these. */
export interface MeshContent {
  /**
   * All triangles, those of obstacles included; vertices and triangles are numbered without gaps.
   */
  readonly triangulation?: Triangulation | undefined;
  readonly mesh?: PolygonMesh | undefined;
  /** The reduction of `mesh`, if that is given too. */
  readonly reduction?: Reduction | undefined;
}

/** The first words of a header: the bytes 'WAYM', the version and the byte order mark. */
const MARK: readonly number[] = [0x4d594157, 1, 0x01020304];
const W_FLAGS = 3;
/** Bits of the flags. */
const HAS_TRIANGULATION = 1;
const HAS_MESH = 2;
const HAS_REDUCTION = 4;

/** The counts, and their words in the header; 0 for content that is not there. */
const COUNTS = {
  vertices: 4,
  triangles: 5,
  constraints: 7,
  corners: 8,
  polygons: 9,
  sides: 10,
  reduced: 11,
  deadEnds: 12,
  corridors: 13,
  inCorridors: 14,
  nodes: 15,
} as const;
type Counts = Record<keyof typeof COUNTS, number>;

/**
 * The arrays in the order in which they lie in the buffer; arrays of absent content take no bytes.
 */
function sectionsOf(c: Counts, flags: number): Section[] {
  const F = Float64Array;
  const I = Int32Array;
  const U = Uint32Array;
  const triangulation: Section[] = [
    ['x', F, c.vertices],
    ['y', F, c.vertices],
    ['corner', I, 3 * c.triangles],
    ['twin', I, 3 * c.triangles],
    ['constraint', I, 3 * c.triangles],
    ['depth', I, c.triangles],
  ];
  const mesh: Section[] = [
    ['x', F, c.corners],
    ['y', F, c.corners],
    ['firstSide', U, c.polygons + 1],
    ['corner', U, c.sides],
    ['twin', U, c.sides],
  ];
  const reduction: Section[] = [
    ['passWidth', F, 3 * c.reduced],
    ['corridorLength', F, c.corridors],
    ['corridorWidth', F, c.corridors],
    ['level', Uint8Array, c.reduced],
    ['structure', U, c.reduced],
    ['part', U, c.reduced],
    ['exit', U, c.reduced],
    ['position', U, c.reduced],
    ['mouth', U, c.deadEnds],
    ['firstTriangle', U, c.corridors + 1],
    ['corridorTriangle', U, c.inCorridors],
    ['corridorEnd', U, 2 * c.corridors],
    ['nodeTriangle', U, c.nodes],
    ['nodeCorridor', U, 3 * c.nodes],
  ];
  const named = (prefix: string, sections: Section[]): Section[] =>
    sections.map(([name, type, length]) => [`${prefix}.${name}`, type, length]);
  return [
    ...(flags & HAS_TRIANGULATION ? named('triangulation', triangulation) : []),
    ...(flags & HAS_MESH ? named('mesh', mesh) : []),
    ...(flags & HAS_REDUCTION ? named('reduction', reduction) : []),
  ];
}

/**
 * Writes a triangulation, a mesh of polygons, a reduction, or several of them, as bytes in the
 * format of docs/mesh-layout.md: a copy, little-endian, with a checksum. Of a triangulation the
 * file keeps vertices, triangles, twins, depths, and which edges are constrained, but not by which
 * obstacle.
 *
 * @throws RangeError if there is nothing to write, and for a triangulation with a coordinate that
 *   is neither 0 nor of a size from 1e-50 to 1e50. Also what `checkTriangulation`,
 *   `checkPolygonMesh` and `checkReduction` throw.
 */
export function writeMesh(content: MeshContent): Uint8Array {
  meshContent(content, 'content');
  const { mesh, reduction } = content;
  const triangulation = content.triangulation && packTriangulation(content.triangulation);
  const flags =
    (triangulation ? HAS_TRIANGULATION : 0) |
    (mesh ? HAS_MESH : 0) |
    (reduction ? HAS_REDUCTION : 0);
  if (flags === 0)
    throw new RangeError('a mesh file takes a triangulation, a mesh or a reduction, here is none');
  if (mesh) checkPolygonMesh(mesh);
  if (reduction) checkReduction(reduction, mesh);
  const counts: Counts = {
    vertices: triangulation?.x.length ?? 0,
    triangles: triangulation?.depth.length ?? 0,
    constraints: triangulation?.constraintCount ?? 0,
    corners: mesh?.vertexCount ?? 0,
    polygons: mesh?.polygonCount ?? 0,
    sides: mesh?.corner.length ?? 0,
    reduced: reduction?.triangleCount ?? 0,
    deadEnds: reduction?.deadEndCount ?? 0,
    corridors: reduction?.corridorCount ?? 0,
    inCorridors: reduction?.corridorTriangle.length ?? 0,
    nodes: reduction?.nodeCount ?? 0,
  };
  const sections = sectionsOf(counts, flags);
  const data = { triangulation, mesh, reduction } as unknown as Record<
    string,
    Record<string, View>
  >;
  const arrays: Record<string, View> = {};
  for (const [name] of sections) {
    const [part, array] = name.split('.') as [string, string];
    arrays[name] = data[part][array];
  }
  const header: number[] = [...MARK];
  header[W_FLAGS] = flags;
  for (const [name, word] of Object.entries(COUNTS)) header[word] = counts[name as keyof Counts];
  return writeSections(header, sections, arrays);
}

/**
 * Reads what `writeMesh` wrote. Arrays are views on the bytes if these start at a multiple of 8 in
 * their buffer, else views on a copy. In a triangulation each constrained edge is a segment of its
 * own.
 *
 * @throws RangeError for bytes that are cut off, too long, changed, no mesh file, or of another
 *   version. A checksum proves nothing about a hostile file, so the content is proven as by
 *   `checkTriangulation`, `checkPolygonMesh` and `checkReduction`.
 */
export function readMesh(source: ArrayBufferLike | ArrayBufferView): MeshContent {
  bytes(source, 'source');
  const { header, read } = openFile(source, MARK);
  const flags = header[W_FLAGS];
  if (!(flags >= 1 && flags <= 7)) refuse('flags', flags, '1 to 7');
  const counts = {} as Counts;
  for (const [name, word] of Object.entries(COUNTS)) {
    const has = word < 8 ? HAS_TRIANGULATION : word < 11 ? HAS_MESH : HAS_REDUCTION;
    if (header[word] !== 0 && !(flags & has)) refuse(`header[${word}]`, header[word], 0);
    counts[name as keyof Counts] = header[word];
  }
  const views = read(sectionsOf(counts, flags));
  const part = <Type>(name: string, numbers: Record<string, number>): Type => {
    const data: Record<string, View | number> = { ...numbers };
    for (const [key, view] of Object.entries(views))
      if (key.startsWith(`${name}.`)) data[key.slice(name.length + 1)] = view;
    return data as Type;
  };
  const content: { -readonly [Key in keyof MeshContent]: MeshContent[Key] } = {};
  if (flags & HAS_TRIANGULATION)
    content.triangulation = unpackTriangulation(
      part<PackedTriangulation>('triangulation', { constraintCount: counts.constraints }),
    );
  if (flags & HAS_MESH) {
    content.mesh = part<PolygonMesh>('mesh', {
      vertexCount: counts.corners,
      polygonCount: counts.polygons,
    });
    checkPolygonMesh(content.mesh);
  }
  if (flags & HAS_REDUCTION) {
    content.reduction = part<Reduction>('reduction', {
      triangleCount: counts.reduced,
      deadEndCount: counts.deadEnds,
      corridorCount: counts.corridors,
      nodeCount: counts.nodes,
    });
    checkReduction(content.reduction, content.mesh);
  }
  return content;
}
