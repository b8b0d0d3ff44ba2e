import { NONE } from '@wayfield/graph';
import type { MeshChange, MeshFacts } from './live-mesh.ts';

/** Where the records of a mesh lie, addresses in bytes. */
interface MeshPlaces {
  readonly coordinates: number;
  readonly vertices: number;
  readonly sides: number;
  readonly polygons: number;
  readonly exits: number;
}

/** DEAD_END of assembly/mesh.ts. */
const DEAD_END = 0x80000000;

/** Writes what assembly/mesh.ts and assembly/roots.ts read of a mesh. The memory was zeroed. */
export function writeMesh(memory: ArrayBufferLike, facts: MeshFacts, places: MeshPlaces): void {
  const { vertexCount, polygonCount } = facts.mesh;
  const writer = writerOf(memory, facts, places);
  for (let v = 0; v < vertexCount; v++) writer.vertex(v);
  for (let p = 0; p < polygonCount; p++) writer.polygon(p);
}

/** Writes what has changed. */
export function writeChange(
  memory: ArrayBufferLike,
  facts: MeshFacts,
  places: MeshPlaces,
  { polygons, vertices }: MeshChange,
): void {
  const writer = writerOf(memory, facts, places);
  for (const v of vertices) writer.vertex(v);
  for (const p of polygons) {
    writer.polygon(p);
    writer.sidesInto(p);
  }
}

function writerOf(memory: ArrayBufferLike, facts: MeshFacts, places: MeshPlaces) {
  const { mesh, owner, turns, exit } = facts;
  const { x, y, firstSide, corner, twin } = mesh;
  const coordinates = new Float64Array(memory, places.coordinates, 2 * mesh.vertexCount);
  const vertices = new Uint32Array(memory, places.vertices, 4 * mesh.vertexCount);
  const polygons = new Uint32Array(memory, places.polygons, 4 * mesh.polygonCount + 4);
  const sides = new Uint32Array(memory, places.sides, 4 * corner.length);
  const exits = new Uint32Array(memory, places.exits, mesh.polygonCount);
  /** The polygon over side s. */
  const over = (s: number): number => {
    const p = owner[twin[s]!]!;
    return exit[p] === twin[s] ? p + DEAD_END : p;
  };
  return {
    vertex(v: number): void {
      coordinates[2 * v] = x[v]!;
      coordinates[2 * v + 1] = y[v]!;
      vertices[4 * v + 3] = turns[v]!;
    },
    polygon(p: number): void {
      const first = firstSide[p]!;
      const end = firstSide[p + 1]!;
      polygons[4 * p] = first;
      polygons[4 * p + 4] = end;
      exits[p] = exit[p]!;
      for (let s = first; s < end; s++) {
        sides[4 * s] = corner[s]!;
        sides[4 * s + 1] = corner[s + 1 === end ? first : s + 1]!;
        sides[4 * s + 2] = twin[s]!;
        if (twin[s] !== NONE) sides[4 * s + 3] = over(s);
      }
    },
    /** The sides of its neighbours that lead into a polygon: whether that is down into a dead end is up to the polygon. */
    sidesInto(p: number): void {
      for (let s = firstSide[p]!; s < firstSide[p + 1]!; s++) {
        const other = twin[s]!;
        if (other !== NONE) sides[4 * other + 3] = over(other);
      }
    },
  };
}
