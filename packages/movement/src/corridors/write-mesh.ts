// Writes a mesh directly into the memory of kernels, for walks.ts: a call per side would take
// several times as long.

import { NONE } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import type { NavMesh, PolygonMesh, Triangulation } from '@wayfield/triangulation';
import { isFree, isOpen } from '@wayfield/triangulation/internal/half-edges';
import { areaRounding, boxOf } from '@wayfield/triangulation/internal/polygons';
import { SIDE, SIDE_OWNER, SIDE_TWIN } from '../walks.gen.ts';
import type { WalkKernels } from './walk-kernels.ts';

/** Views of the memory of kernels with a mesh, lost when a kernel or a column allocates. */
interface Place {
  readonly numbers: Float64Array;
  readonly words: Uint32Array;
  /** Address of the sides. */
  readonly sides: number;
}

const placeOf = ({ arena, kernels }: KernelHost<WalkKernels>): Place => ({
  numbers: new Float64Array(arena.memory.buffer),
  words: arena.words(),
  sides: kernels.sidesAddress() >>> 0,
});

/** Writes where side `s` starts. */
function writeStart({ numbers, sides }: Place, s: number, x: number, y: number): void {
  const at = (sides + s * SIDE) / 8;
  numbers[at] = x;
  numbers[at + 1] = y;
}

/** Writes the other half of side `s`, and its owner: the polygon, NONE if that is not free. */
function writeWords({ words, sides }: Place, s: number, twin: number, owner: number): void {
  const at = sides + s * SIDE;
  words[(at + SIDE_TWIN) / 4] = twin;
  words[(at + SIDE_OWNER) / 4] = owner;
}

function writeTriangle(place: Place, t: Triangulation, triangle: number): void {
  const isIn = isFree(t, 3 * triangle);
  for (let s = 3 * triangle; s < 3 * triangle + 3; s++) {
    const v = t.corner[s];
    writeStart(place, s, isIn ? t.x[v] : 0, isIn ? t.y[v] : 0);
    writeWords(place, s, isIn && isOpen(t, s) ? t.twin[s] : NONE, isIn ? triangle : NONE);
  }
}

/** Writes changed triangles again. */
export function writeTriangles(
  opened: KernelHost<WalkKernels>,
  t: Triangulation,
  triangles: Iterable<number>,
): void {
  const place = placeOf(opened);
  for (const triangle of triangles) writeTriangle(place, t, triangle);
}

/** Makes empty slots, and writes a whole mesh. */
export function writeMesh(
  opened: KernelHost<WalkKernels>,
  mesh: NavMesh | PolygonMesh,
  slots: number,
  epsilon: number,
): void {
  const { kernels } = opened;
  if ('triangulation' in mesh) {
    const t = mesh.triangulation;
    kernels.walksCreate(slots, t.corner.length / 3, t.corner.length, 1, epsilon);
    kernels.placesCreate(...mesh.box, 0);
    const place = placeOf(opened);
    // New memory is 0, so every side names triangle 0 as its owner. Triangle 0 must be written even
    // if it is not free; other triangles need not.
    writeTriangle(place, t, 0);
    for (let triangle = 1; triangle < t.triangleCount; triangle++)
      if (isFree(t, 3 * triangle)) writeTriangle(place, t, triangle);
    return;
  }
  const { polygonCount, corner, firstSide, twin, x, y } = mesh;
  kernels.walksCreate(slots, polygonCount, corner.length, 0, epsilon);
  const box = boxOf(mesh);
  kernels.placesCreate(...box, polygonCount === 0 ? 0 : areaRounding(box));
  const place = placeOf(opened);
  for (let p = 0; p < polygonCount; p++) {
    kernels.setPolygon(p, firstSide[p], firstSide[p + 1]);
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      writeStart(place, s, x[corner[s]], y[corner[s]]);
      writeWords(place, s, twin[s], p);
    }
  }
}
