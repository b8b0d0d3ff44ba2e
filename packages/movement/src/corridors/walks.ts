// A copy of a mesh in the memory of kernels, kept up to date with a `NavMesh`: for
// corridor-host.ts, ../areas/create-area-search.ts and ../areas/grown-mesh.ts.

import { type KernelHost, openKernels } from '@wayfield/wasm';
import { withNeighbours } from '@wayfield/triangulation/internal/half-edges';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';
import { type Cells, createCells } from './cells.ts';
import { type Column, createColumn } from './column.ts';
import type { Points } from './routes.ts';
import type { WalkKernels } from './walk-kernels.ts';
import { writeMesh, writeTriangles } from './write-mesh.ts';

/** Kernels with a copy of a mesh in their memory, and walks of points on it. */
export interface Walks<All extends WalkKernels = WalkKernels> {
  readonly opened: KernelHost<All>;
  readonly kernels: All;
  readonly cells: Cells;
  /** Columns for the coordinates of a path or of a batch of places; each call fills them again. */
  readonly x: Column;
  readonly y: Column;
  /** Takes over the changes of the mesh since the last call. Call this before any kernel. */
  update(): void;
  /** A view of the memory of the kernels. It is lost when a kernel or a column allocates. */
  doubles(): Float64Array;
  words(): Uint32Array;
  /** The index in `doubles` of the line of the kernels: ax, ay, bx, by. */
  readonly line: number;
  /**
   * Fills a slot with a path. Returns false, and empties the slot, if the path leaves the mesh or
   * has fewer than two points. If memory ends, throws, and the slot is as before.
   */
  set(slot: number, points: Points, radius: number): boolean;
  /** The polygon with the lowest number that holds a point, or -1. */
  locate(x: number, y: number): number;
  /** Whether the line from (ax, ay), a point in polygon `from`, to (bx, by) stays on the mesh. */
  sees(from: number, ax: number, ay: number, bx: number, by: number): boolean;
  /** Stops following the mesh, and frees the blocks of the kernels. */
  destroy(): void;
}

/** Opens kernels with a number of slots, all empty. If memory ends, the mesh is not followed. */
export function openWalks<All extends WalkKernels>(
  code: string,
  mesh: NavMesh | PolygonMesh,
  slots: number,
): Walks<All> {
  const opened = openKernels<All>(code);
  const { kernels, arena, blocks } = opened;
  const cells = createCells(mesh);
  writeMesh(opened, mesh, slots, cells.epsilon);
  // follows the mesh last: if `writeMesh` throws, the mesh is not followed
  const live = 'triangulation' in mesh ? followed(mesh, opened) : undefined;
  const line = kernels.lineAddress() >>> 3;
  let memory = new Float64Array(arena.memory.buffer);
  const doubles = (): Float64Array => {
    if (memory.length === 0) memory = new Float64Array(arena.memory.buffer);
    return memory;
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
      live?.update();
    },
    doubles,
    words: arena.words,
    line,
    set(slot, points, radius) {
      const count = points.x.length;
      const atX = x.reserve(count);
      const atY = y.reserve(count);
      doubles().set(points.x, atX >>> 3);
      doubles().set(points.y, atY >>> 3);
      return kernels.setRoute(slot, atX, atY, count, radius) === 1;
    },
    locate: kernels.locate,
    sees(from, ax, ay, bx, by) {
      const numbers = doubles();
      numbers[line] = ax;
      numbers[line + 1] = ay;
      numbers[line + 2] = bx;
      numbers[line + 3] = by;
      return kernels.straight(from) === 1;
    },
    destroy() {
      live?.stop();
      blocks.freeAll();
    },
  };
}

/** A `NavMesh` whose changed triangles are written to the kernels by `update`. */
interface Followed {
  update(): void;
  stop(): void;
}

function followed(mesh: NavMesh, opened: KernelHost<WalkKernels>): Followed {
  const { kernels } = opened;
  const touched = new Set<number>();
  const t = mesh.triangulation;
  const changed = createColumn(opened, 4);
  /** How many triangles the kernels have room for. */
  let room = t.corner.length / 3;
  const stop = mesh.follow((triangles) => {
    for (const triangle of triangles) touched.add(triangle);
  });
  return {
    update() {
      if (touched.size === 0) return;
      const triangles = withNeighbours(touched, t.twin);
      if (t.triangleCount > room) {
        kernels.meshGrow(t.corner.length / 3);
        room = t.corner.length / 3;
      }
      const at = changed.reserve(triangles.size);
      writeTriangles(opened, t, triangles);
      opened.arena.words().set([...triangles], at >>> 2);
      kernels.meshChanged(at, triangles.size);
      // forgets the triangles last: if memory ends above, the next call takes them over again
      touched.clear();
    },
    stop,
  };
}
