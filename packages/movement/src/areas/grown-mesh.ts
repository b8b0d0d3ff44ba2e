// A mesh whose obstacles are grown by a radius, for the centres of discs: every wall of the free
// space becomes a capsule. The half circles of a capsule become polygons around them, so no path
// comes nearer to a wall than the radius. On this mesh the centre of a disc is a point, so a search
// for points needs no test of widths. Made by create-area-search.ts, used by disc-areas.ts,
// find-path.ts and nearest-place.ts.

import type { Cells } from '../corridors/cells.ts';
import { createColumn } from '../corridors/column.ts';
import { orDestroy } from '../corridors/or-destroy.ts';
import { openWalks } from '../corridors/walks.ts';
import { withNeighbours } from '@wayfield/triangulation/internal/half-edges';
import { createNavMesh, type NavMesh, type PolygonMesh } from '@wayfield/triangulation';
import { findLoose } from '@wayfield/triangulation/internal/polygons';
import type { Numbers } from '@wayfield/surface';
import { createLivePoints } from '@wayfield/surface/internal/world';
import { type Kernels, KERNELS_BASE64 } from '../walks.gen.ts';

export interface GrownMesh {
  /** The grown mesh; `update` changes it. */
  readonly nav: NavMesh;
  /** Counts the changes that `update` has taken over. */
  readonly version: number;
  /**
   * Whether a point lies on the original mesh. Only walls become capsules, so the inside of a large
   * obstacle is free in the grown mesh. Call `update` before.
   */
  isOnMesh(x: number, y: number): boolean;
  /** `isOnMesh` of the first `count` points: 1 or 0. */
  areOnMesh(x: Numbers, y: Numbers, count: number): Uint8Array;
  /** Bytes of WebAssembly memory: those of a copy of the original mesh. */
  readonly memoryBytes: number;
  /** A point that is off the grown mesh. */
  readonly blocked: readonly [x: number, y: number];
  /** Takes over the changes of the original mesh. */
  update(): void;
  destroy(): void;
}

/**
 * Corners of the polygon around a circle: a multiple of 4, so that two sides are parallel to the
 * wall, exactly at the radius.
 */
const CORNERS = 16;
/** From the centre to the corners, for a radius of 1. */
const REACH = 1 / Math.cos(Math.PI / CORNERS);

/**
 * The corners, x and y each, of the capsule around a wall from (ax, ay) to (bx, by). If both ends
 * are one point: of the polygon around a circle.
 */
function capsule(
  [ax, ay, bx, by]: readonly [number, number, number, number],
  radius: number,
): number[] {
  const along = Math.atan2(by - ay, bx - ax);
  const ring: number[] = [];
  for (let k = 0; k < CORNERS; k++) {
    const angle = ((k + 0.5) / CORNERS) * 2 * Math.PI;
    const [x, y] = Math.cos(angle) > 0 ? [bx, by] : [ax, ay];
    ring.push(x + radius * REACH * Math.cos(along + angle));
    ring.push(y + radius * REACH * Math.sin(along + angle));
  }
  return ring;
}

/** Grows a mesh by a radius above 0, and follows its changes. */
export function growMesh(mesh: NavMesh | PolygonMesh, radius: number): GrownMesh {
  const walks = openWalks<Kernels>(KERNELS_BASE64, mesh, 1);
  const { cells, kernels, doubles } = walks;
  const answers = createColumn(walks.opened, 1);
  const margin = 4 * radius;
  const [minX, minY, maxX, maxY] = boxOf(mesh);
  const [left, low, right, high] = [minX - margin, minY - margin, maxX + margin, maxY + margin];
  const { walls, nav } = orDestroy(walks.destroy, () => {
    const found = wallsOf(mesh, cells, radius);
    const boundary = [left, low, right, low, right, high, left, high];
    return {
      walls: found,
      nav: createNavMesh({ boundary, obstacles: [...found.capsules.values()] }),
    };
  });
  const touched = new Set<number>();
  const stop =
    'triangulation' in mesh
      ? mesh.follow((triangles) => {
          for (const t of triangles) touched.add(t);
        })
      : undefined;
  /** Per side with a wall, or with a point: the id of its capsule in `nav`, and the capsule. */
  const ids = new Map<number, { id: number; ring: readonly number[] }>();
  for (const [i, [side, ring]] of [...walls.capsules].entries()) ids.set(side, { id: i, ring });
  /** Sides whose capsules in `nav` may differ from those in `walls`. */
  const stale = new Set<number>();
  let version = 0;
  return {
    nav,
    get version() {
      return version;
    },
    get memoryBytes() {
      return walks.opened.blocks.held();
    },
    isOnMesh: (x, y) => walks.locate(x, y) >= 0,
    areOnMesh(x, y, count) {
      const [atX, atY] = [walks.x.reserve(count), walks.y.reserve(count)];
      const at = answers.reserve(count);
      doubles().set(x.subarray(0, count), atX >>> 3);
      doubles().set(y.subarray(0, count), atY >>> 3);
      kernels.onMeshRows(count, atX, atY, at);
      return walks.opened.arena.bytes().slice(at, at + count);
    },
    // outside the box, where no change makes ground free; a point in a capsule might become free
    blocked: [left - margin, low - margin],
    update() {
      walks.update();
      if (touched.size > 0 && 'triangulation' in mesh) {
        const changed = withNeighbours(touched, mesh.triangulation.twin);
        for (const side of walls.update(changed)) stale.add(side);
        touched.clear();
      }
      if (stale.size > 0) version++;
      // a side leaves `stale` last: if memory ends in `nav`, the next call goes on with that side
      for (const side of stale) {
        const ring = walls.capsules.get(side);
        const old = ids.get(side);
        if (!(old && ring && old.ring.every((value, i) => value === ring[i]))) {
          if (old) nav.remove(old.id);
          ids.delete(side);
          if (ring) ids.set(side, { id: nav.add(ring), ring });
        }
        stale.delete(side);
      }
    },
    destroy() {
      stop?.();
      walks.destroy();
    },
  };
}

interface Walls {
  /** The capsules, by side: the side that is the wall, or a side that starts at a single point. */
  readonly capsules: Map<number, number[]>;
  /** Finds the capsules of changed triangles again. Returns the sides whose capsules may differ. */
  update(triangles: ReadonlySet<number>): Set<number>;
}

/** Finds the capsules of a mesh: of its walls, and of obstacles that are single points. */
function wallsOf(mesh: NavMesh | PolygonMesh, cells: Cells, radius: number): Walls {
  const capsules = new Map<number, number[]>();
  const put = (s: number, to: number): void => {
    capsules.set(s, capsule([cells.x(s), cells.y(s), cells.x(to), cells.y(to)], radius));
  };
  const putWalls = (p: number): void => {
    for (let s = cells.begin(p), end = cells.end(p); s < end; s++)
      if (cells.across(s) < 0) put(s, cells.after(p, s));
  };
  if (!('triangulation' in mesh)) {
    for (let p = 0; p < mesh.polygonCount; p++) putWalls(p);
    const loose = findLoose(mesh);
    for (const [s, v] of mesh.corner.entries()) {
      if (loose[v]) put(s, s);
      loose[v] = 0;
    }
    return { capsules, update: () => new Set() };
  }
  const points = createLivePoints(mesh.triangulation);
  const sides = new Set<number>();
  const pointWalls = {
    addPoint(s: number): void {
      put(s, s);
      sides.add(s);
    },
    removeWalls(s: number): void {
      capsules.delete(s);
      sides.add(s);
    },
  };
  const update = (triangles: Iterable<number>): Set<number> => {
    sides.clear();
    for (const t of triangles) {
      points.forget(t);
      for (let s = 3 * t; s < 3 * t + 3; s++) if (capsules.delete(s)) sides.add(s);
    }
    for (const t of triangles) {
      if (!cells.isFree(t)) continue;
      putWalls(t);
      for (let s = 3 * t; s < 3 * t + 3; s++) if (capsules.has(s)) sides.add(s);
    }
    for (const t of triangles) points.update(pointWalls, t);
    return sides;
  };
  update(Array.from({ length: mesh.triangulation.triangleCount }, (_, t) => t));
  return { capsules, update };
}

function boxOf(mesh: NavMesh | PolygonMesh): readonly [number, number, number, number] {
  if ('triangulation' in mesh) return mesh.box;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let v = 0; v < mesh.vertexCount; v++) {
    minX = Math.min(minX, mesh.x[v]);
    maxX = Math.max(maxX, mesh.x[v]);
    minY = Math.min(minY, mesh.y[v]);
    maxY = Math.max(maxY, mesh.y[v]);
  }
  return mesh.vertexCount > 0 ? [minX, minY, maxX, maxY] : [0, 0, 1, 1];
}
