import { NONE } from '@wayfield/graph';
import { type KernelHost, openKernels } from '@wayfield/wasm';
import { withNeighbours } from '../geometry/sides.ts';
import type { NavMesh } from '../obstacles/create-nav-mesh.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import type { Kernels } from '../walks.gen.ts';
import { type Cells, createCells } from './cells.ts';
import { type Column, createColumn } from './column.ts';
import type { Points } from './routes.ts';

/** Kernels with a copy of a mesh in their memory, and walks of points on it. */
export interface Walks<All extends Kernels = Kernels> {
  readonly opened: KernelHost<All>;
  readonly kernels: All;
  readonly cells: Cells;
  /** The columns of batches for places. */
  readonly x: Column;
  readonly y: Column;
  /** Takes over what has changed in the mesh. To be called before kernels. */
  update(): void;
  /** The memory of the kernels, until they allocate. */
  doubles(): Float64Array;
  words(): Uint32Array;
  /** Where in `doubles` the line of the kernels is: x, y, x, y. */
  readonly line: number;
  /** Fills a slot with a path. Returns false, and empties the slot, where it leaves the mesh. */
  set(slot: number, points: Points, radius: number): boolean;
  /** Whether a line from a point in polygon `from` stays on the mesh. */
  sees(from: number, ax: number, ay: number, bx: number, by: number): boolean;
  /** Whether a line begins on the mesh and stays on it. */
  seesLine(ax: number, ay: number, bx: number, by: number): boolean;
  /** Stops following the mesh, and frees the memory. */
  destroy(): void;
}

/** Opens kernels with a number of slots, all empty. */
export function openWalks<All extends Kernels>(
  code: string,
  mesh: NavMesh | PolygonMesh,
  slots: number,
): Walks<All> {
  const opened = openKernels<All>(code);
  const { kernels, arena, blocks } = opened;
  const cells = createCells(mesh);
  const live = 'triangulation' in mesh ? followed(mesh) : undefined;
  writeMesh(kernels, cells, mesh, slots);
  const line = kernels.lineAddress() >>> 3;
  let memory = new Float64Array(arena.memory.buffer);
  const doubles = (): Float64Array => {
    if (memory.length === 0) memory = new Float64Array(arena.memory.buffer);
    return memory;
  };
  const sees: Walks['sees'] = (from, ax, ay, bx, by) => {
    const numbers = doubles();
    numbers[line] = ax;
    numbers[line + 1] = ay;
    numbers[line + 2] = bx;
    numbers[line + 3] = by;
    return kernels.straight(from) === 1;
  };
  const x = createColumn(opened, 8);
  const y = createColumn(opened, 8);
  return {
    opened,
    kernels,
    cells,
    x,
    y,
    update() {
      live?.update(kernels, cells);
    },
    doubles,
    words: arena.words,
    line,
    set(slot, points, radius) {
      const count = points.x.length;
      const from = count > 1 ? cells.locate(points.x[0], points.y[0]) : -1;
      const atX = x.reserve(count);
      const atY = y.reserve(count);
      doubles().set(points.x, atX >>> 3);
      doubles().set(points.y, atY >>> 3);
      return kernels.setRoute(slot, from, atX, atY, count, radius) === 1;
    },
    sees,
    seesLine(ax, ay, bx, by) {
      const from = cells.locate(ax, ay);
      return from >= 0 && sees(from, ax, ay, bx, by);
    },
    destroy() {
      live?.stop();
      blocks.freeAll();
    },
  };
}

/** A mesh that is taken over where it has changed. */
interface Followed {
  update(kernels: Kernels, cells: Cells): void;
  stop(): void;
}

function followed(mesh: NavMesh): Followed {
  const touched = new Set<number>();
  const t = mesh.triangulation;
  /** Triangles for which there is room. */
  let room = t.corner.length / 3;
  const stop = mesh.follow((triangles) => {
    for (const triangle of triangles) touched.add(triangle);
  });
  return {
    update(kernels, cells) {
      if (touched.size === 0) return;
      const changed = withNeighbours(touched, t.twin);
      touched.clear();
      if (t.triangleCount > room) {
        room = t.corner.length / 3;
        kernels.meshGrow(room);
      }
      for (const triangle of changed) writeSides(kernels, cells, triangle);
      kernels.meshChanged();
    },
    stop,
  };
}

function writeMesh(
  kernels: Kernels,
  cells: Cells,
  mesh: NavMesh | PolygonMesh,
  slots: number,
): void {
  if ('triangulation' in mesh) {
    const { corner, triangleCount } = mesh.triangulation;
    kernels.walksCreate(slots, corner.length / 3, corner.length, 1, cells.epsilon);
    for (let triangle = 0; triangle < triangleCount; triangle++)
      writeSides(kernels, cells, triangle);
    return;
  }
  const { polygonCount, corner, firstSide } = mesh;
  kernels.walksCreate(slots, polygonCount, corner.length, 0, cells.epsilon);
  for (let p = 0; p < polygonCount; p++) {
    kernels.setPolygon(p, firstSide[p], firstSide[p + 1]);
    writeSides(kernels, cells, p);
  }
}

function writeSides(kernels: Kernels, cells: Cells, p: number): void {
  const isFree = cells.isFree(p);
  for (let s = cells.begin(p), end = cells.end(p); s < end; s++) {
    const across = isFree ? cells.across(s) : -1;
    const twin = across < 0 ? NONE : across;
    if (isFree) kernels.setSide(s, cells.x(s), cells.y(s), twin, p);
    else kernels.setSide(s, 0, 0, NONE, NONE);
  }
}
