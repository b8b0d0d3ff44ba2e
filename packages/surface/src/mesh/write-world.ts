// Writes a mesh into the memory of kernels. `createWorld` lays out an empty one, for live meshes
// too; `writeWorld` copies a `PolygonMesh`. Kernels of navmesh and movement hold a mesh in the same
// way.
import { NONE } from '@wayfield/graph';
import { type Box, findLoose, sideOwners } from '@wayfield/triangulation/internal/polygons';
import type { PolygonMesh } from '@wayfield/triangulation';
import type { Kernels } from '../kernels.gen.ts';

/** The kernels that write a mesh: those of surfaces, and of the packages above this one. */
export type WorldKernels = Pick<
  Kernels,
  'worldCreate' | 'gridCreate' | 'setSide' | 'addPolygon' | 'addPoint'
>;

/** Numbers from which the room and the grids of a mesh are computed. */
export interface WorldSize {
  /** A box around all walls and polygons, those of later changes included. */
  readonly box: Box;
  /** How many polygons and sides there must be room for. */
  readonly polygonRoom: number;
  readonly sideRoom: number;
  /** How many polygons and walls there are now: grids have cells in proportion. */
  readonly polygons: number;
  readonly walls: number;
}

/** The most cells of a grid, before rounding up to whole rows and columns. */
const MOST_CELLS = 1 << 22;
/**
 * Walls and polygons per cell, on average over the box. Walls leave most cells empty: the other
 * cells, along borders, hold several times the average.
 */
const WALLS_PER_CELL = 0.25;
const POLYGONS_PER_CELL = 1;

/** Makes an empty world with room for a mesh, and returns its address. */
export function createWorld(kernels: WorldKernels, size: WorldSize): number {
  const { box, polygonRoom, sideRoom, polygons, walls } = size;
  const largest = Math.max(...box.map(Math.abs), Number.MIN_VALUE);
  const address = kernels.worldCreate(polygonRoom, sideRoom, walls, largest);
  createGrid(kernels, true, box, walls / WALLS_PER_CELL);
  createGrid(kernels, false, box, polygons / POLYGONS_PER_CELL);
  return address;
}

function createGrid(kernels: WorldKernels, ofWalls: boolean, box: Box, cells: number): void {
  const [minX, minY, maxX, maxY] = box;
  const [width, height] = [maxX - minX, maxY - minY];
  const wanted = Math.min(Math.max(1, cells), MOST_CELLS);
  // second and third term: a narrow box has no more cells than wanted, and at most 1e6 in a row
  const longest = Math.max(width, height);
  const cell =
    Math.max(Math.sqrt((width * height) / wanted), longest / wanted, longest * 1e-6) || 1;
  const columns = Math.max(1, Math.ceil(width / cell));
  const rows = Math.max(1, Math.ceil(height / cell));
  kernels.gridCreate(ofWalls ? 1 : 0, minX, minY, cell, columns, rows);
}

/** Writes a whole mesh of polygons, and returns its address. */
export function writeWorld(kernels: WorldKernels, mesh: PolygonMesh): number {
  const { polygonCount, firstSide, corner, twin, x, y } = mesh;
  let walls = 0;
  let box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let s = 0; s < firstSide[polygonCount]; s++) {
    if (twin[s] === NONE) walls++;
    const [px, py] = [x[corner[s]], y[corner[s]]];
    const [minX, minY, maxX, maxY] = box;
    if (px < minX || px > maxX || py < minY || py > maxY)
      box = [Math.min(minX, px), Math.min(minY, py), Math.max(maxX, px), Math.max(maxY, py)];
  }
  if (polygonCount === 0) box = [0, 0, 1, 1];
  const sideRoom = corner.length;
  const address = createWorld(kernels, {
    box,
    polygonRoom: polygonCount,
    sideRoom,
    polygons: polygonCount,
    walls,
  });
  const owner = sideOwners(mesh);
  for (let p = 0; p < polygonCount; p++) {
    const [first, end] = [firstSide[p], firstSide[p + 1]];
    for (let s = first; s < end; s++)
      kernels.setSide(s, x[corner[s]], y[corner[s]], twin[s], owner[s]);
    if (end > first) kernels.addPolygon(p, first, end);
  }
  const loose = findLoose(mesh);
  for (const [s, v] of corner.entries()) {
    if (loose[v]) kernels.addPoint(s);
    loose[v] = 0;
  }
  return address;
}
