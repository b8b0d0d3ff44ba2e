// Which part of a line has the mesh beside it, and not a wall: walls may begin and end along the
// line. Called by `costOf` in integral.ts for lines along a border, where ground behind a wall does
// not count.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { locate } from '../corridors/locate';
import { epsilon } from '../corridors/mesh';
import { pathAt, pathCount, setLine, straight } from '../corridors/search';
import { number, putNumber } from '@wayfield/surface/assembly/columns';
import { endSide, firstSide, sideAt } from '@wayfield/surface/assembly/world';

/** Per vertex of the mesh on the line, in order: the share of the line before the vertex. */
let shares: usize = 0;
let room: u32 = 0;
let count: u32 = 0;

/** Puts a share into the list, in order. */
function push(share: f64): void {
  if (count == room) {
    const more = max<u32>(16, 2 * room);
    shares = reallocate(shares, (<usize>room) << 3, (<usize>more) << 3);
    room = more;
  }
  // polygons come in the order of the line, so few shares move
  let i = count++;
  for (; i > 0 && number(shares, i - 1) > share; i--) putNumber(shares, i, number(shares, i - 1));
  putNumber(shares, i, share);
}

/**
 * The share of a line that has the mesh beside it, on the side to which (besideX, besideY) leads.
 * Vertices on the line divide the line into pieces. The middle of a piece decides for the piece. A
 * sum of more than 1 - 1e-12 counts as 1, because the rest is rounding. If the line leaves the
 * mesh, its middle decides for all of it.
 */
export function shareBeside(ax: f64, ay: f64, bx: f64, by: f64, besideX: f64, besideY: f64): f64 {
  findVertices(ax, ay, bx, by);
  let sum: f64 = 0;
  for (let i: u32 = 0; i + 1 < count; i++) {
    const from = number(shares, i);
    const to = number(shares, i + 1);
    const middle = (from + to) / 2;
    const x = ax + middle * (bx - ax);
    const y = ay + middle * (by - ay);
    if (locate(x + besideX, y + besideY) >= 0) sum += to - from;
  }
  return sum > 1 - 1e-12 ? 1 : sum;
}

/** Lists 0, 1 and the shares of those vertices of polygons along the line that lie on the line. */
function findVertices(ax: f64, ay: f64, bx: f64, by: f64): void {
  count = 0;
  push(0);
  push(1);
  const start = locate(ax, ay);
  if (start < 0) return;
  setLine(ax, ay, bx, by);
  if (!straight(<u32>start)) return;
  const dx = bx - ax;
  const dy = by - ay;
  const square = dx * dx + dy * dy;
  const length = sqrt(square);
  for (let k: u32 = 0, polygons = pathCount(); k < polygons; k++) {
    const p = pathAt(k);
    for (let s = firstSide(p), end = endSide(p); s < end; s++) {
      const cx = sideAt(s).x - ax;
      const cy = sideAt(s).y - ay;
      const share = (cx * dx + cy * dy) / square;
      const off = (cx * dy - cy * dx) / length;
      if (share > 0 && share < 1 && abs(off) <= 4 * epsilon()) push(share);
    }
  }
}
