// Lines of sight for discs between the walls of a crowd. All decisions are made in f32 with
// differences of coordinates in two parts, by the same operations as in src/gpu/aim/sight.wgsl.ts,
// so that both give the same answers. Divisions and roots, which WGSL rounds loosely, are avoided.
import { checkOptions, refuseKind } from '@wayfield/check';
import type { Walls } from '../walls/types.ts';
import { ALL_STOREYS, checkWalls, storeyRule } from '../walls/walls.ts';
import { type LineSight, SLACK, type Sight, sightOf } from './sight.ts';
import { createWallCells, type WallCells } from './wall-cells.ts';

export interface WallSightOptions {
  /** The storey of the agents, 0 to 65534. Default 0. */
  readonly storey?: number | undefined;
}

const f = Math.fround;

/** b − a in f32. Each coordinate is split into an f32 and the rest, as on the GPU. */
const between = (a: number, b: number): number => {
  const [aHigh, bHigh] = [f(a), f(b)];
  return f(f(bHigh - aHigh) + f(f(b - bHigh) - f(a - aHigh)));
};
const dot = (ax: number, ay: number, bx: number, by: number): number => f(f(ax * bx) + f(ay * by));
const cross = (ax: number, ay: number, bx: number, by: number): number =>
  f(f(ax * by) - f(ay * bx));

/** Whether (px, py) is nearer than the root of `near` to the segment from (0, 0) to (dx, dy). */
function isNear(px: number, py: number, dx: number, dy: number, near: number): boolean {
  const along = dot(px, py, dx, dy);
  const length = dot(dx, dy, dx, dy);
  if (along <= 0) return dot(px, py, px, py) < near;
  if (along >= length) {
    const [qx, qy] = [f(px - dx), f(py - dy)];
    return dot(qx, qy, qx, qy) < near;
  }
  const off = cross(dx, dy, px, py);
  return f(off * off) < f(near * length);
}

const opposite = (a: number, b: number): boolean => (a < 0 && b > 0) || (a > 0 && b < 0);

/**
 * Whether wall `w` is nearer than the root of `near` to the move by (dx, dy) from (line[0],
 * line[1]). `move` is dx, dy, near.
 */
function blocks(walls: Walls, w: number, line: Float64Array, move: Float32Array): boolean {
  const [dx, dy, near] = move;
  const [ax, ay] = [between(line[0], walls.ax[w]), between(line[1], walls.ay[w])];
  const [bx, by] = [between(line[0], walls.bx[w]), between(line[1], walls.by[w])];
  if (isNear(ax, ay, dx, dy, near) || isNear(bx, by, dx, dy, near)) return true;
  // the wall, and both ends of the move, relative to end a of the wall
  const [ex, ey] = [between(walls.ax[w], walls.bx[w]), between(walls.ay[w], walls.by[w])];
  const [qx, qy] = [f(dx - ax), f(dy - ay)];
  if (isNear(-ax, -ay, ex, ey, near) || isNear(qx, qy, ex, ey, near)) return true;
  const isBetween = opposite(cross(dx, dy, ax, ay), cross(dx, dy, bx, by));
  return isBetween && opposite(cross(ex, ey, -ax, -ay), cross(ex, ey, qx, qy));
}

/**
 * Lines of sight between walls, for discs of any radius: a disc sees a point if no wall is nearer
 * to the straight line there than its radius, less a tenth of a percent. `walls` may be a function
 * that returns the current walls, such as those of `createMeshWalls`. Walls are sorted again when
 * the function returns another object; changes inside the arrays are not noticed. `createGpuPaths`
 * with `sees: 'walls'` gives the same answers.
 *
 * @throws TypeError and RangeError for wrong arguments.
 *
 * @example
 * const crowd = createCrowd({ walls }, { capacity: 100 });
 * crowd.follow(createPathGuide(crowd, { sees: sightOfWalls(walls) }));
 */
export function sightOfWalls(walls: Walls | (() => Walls), options: WallSightOptions = {}): Sight {
  checkOptions('sightOfWalls', options, { storey: storeyRule });
  const { storey = 0 } = options;
  if (typeof walls !== 'function') {
    if (typeof walls !== 'object' || walls === null)
      refuseKind('walls', walls, 'Walls, or a function that returns them');
    checkWalls(walls);
  }
  let list: Walls | undefined;
  let cells: WallCells | undefined;
  const move = new Float32Array(3);
  const looks: LineSight = (line) => {
    const now = typeof walls === 'function' ? walls() : walls;
    if (now !== list || !cells) {
      if (typeof walls === 'function') checkWalls(now);
      list = now;
      cells = createWallCells(now);
    }
    const [x, y, , , radius, fromX, fromY, toX, toY, part] = line;
    // to a point of the path, and a part of the side to the next one
    move[0] = f(between(x, fromX) + f(part * between(fromX, toX)));
    move[1] = f(between(y, fromY) + f(part * between(fromY, toY)));
    const reach = f(SLACK * radius);
    move[2] = f(reach * reach);
    return !cells.some(line, (w) => {
      const own = now.storey?.[w] ?? ALL_STOREYS;
      return (own === ALL_STOREYS || own === storey) && blocks(now, w, line, move);
    });
  };
  return sightOf(looks);
}
