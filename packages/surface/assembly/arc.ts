// A disc that slides around a corner under a constant push: the centre moves on the circle of the
// radius around the corner. With θ the angle from the push to the normal at the contact,
// dθ/dt = -(speed / radius) sin θ, so T = tan(θ / 2) shrinks as T₀ exp(-speed t / radius). The disc
// leaves the corner at θ = 90°, where T = 1. Contacts on the circle are intersections of circles
// and lines, so T of each is known without an angle. `turn` of move.ts calls `slideAround`.

import { columnAt, inRow, listAt, rowAt, wallIn } from './grid';
import { Contact } from './layout';
import { exp, log } from './logarithm';
import { wallAt, wallGrid } from './world';

/**
 * The corner, the direction of the push, and 1 if the normal lies to the left of the push, else -1.
 */
let cx: f64 = 0;
let cy: f64 = 0;
let vx: f64 = 0;
let vy: f64 = 0;
let hand: f64 = 0;
let radius: f64 = 0;
let slop: f64 = 0;
/**
 * T where the slide begins, and where it ends as far as is known: at the end of the time, at T = 1,
 * or at the contact that comes first. T falls, so the larger of two ends comes first.
 */
let t0: f64 = 0;
let best: f64 = 0;

let isHit: bool = false;
let hitWall: u32 = 0;
let isCorner: bool = false;
let hitX: f64 = 0;
let hitY: f64 = 0;

let normalX: f64 = 0;
let normalY: f64 = 0;
let timeValue: f64 = 0;

/** The normal at the end of the last slide, and the time that the slide took. */
export function arcNormalX(): f64 {
  return normalX;
}
export function arcNormalY(): f64 {
  return normalY;
}
export function arcTime(): f64 {
  return timeValue;
}

/** The disc has turned until the push no longer presses it against the corner. */
export const ARC_LEAVES: u32 = 0;
/** The disc has touched something else. */
export const ARC_HITS: u32 = 1;
/** The time is over. */
export const ARC_ENDS: u32 = 2;
/** The push goes straight at the corner: the disc stays. */
export const ARC_STAYS: u32 = 3;

/**
 * Slides around the corner of a contact for a time, pushed in direction (dx, dy) of length 1 at a
 * speed. Returns one of the numbers above. `tolerance`: the `slop` of move.ts.
 */
export function slideAround(
  contact: Contact,
  dx: f64,
  dy: f64,
  speed: f64,
  time: f64,
  r: f64,
  tolerance: f64,
): u32 {
  cx = contact.cx;
  cy = contact.cy;
  vx = dx;
  vy = dy;
  radius = r;
  slop = tolerance;
  normalX = contact.nx;
  normalY = contact.ny;
  timeValue = 0;
  const cosine = normalX * vx + normalY * vy;
  const sine = vx * normalY - vy * normalX;
  if (cosine >= 0) return ARC_LEAVES;
  hand = sine < 0 ? -1 : 1;
  t0 = (1 - cosine) / abs(sine);
  // within 2e-15 rad of straight at the corner, rounding alone would choose the side to turn to
  if (!(t0 < 1e15)) return ARC_STAYS;
  const atEnd = t0 * exp((-speed * time) / r);
  best = max(1, atEnd);
  isHit = false;
  findContacts();
  if (isHit) {
    normalX = hitX;
    normalY = hitY;
  } else {
    // cos θ and sin θ from tan(θ / 2)
    const over = 1 / (1 + best * best);
    const c = (1 - best * best) * over;
    const s = 2 * best * over * hand;
    normalX = c * vx - s * vy;
    normalY = c * vy + s * vx;
  }
  if (!isHit && atEnd >= 1) {
    timeValue = time;
    return ARC_ENDS;
  }
  timeValue = min(time, (r / speed) * log(t0 / best));
  return isHit ? ARC_HITS : ARC_LEAVES;
}

function findContacts(): void {
  const grid = wallGrid();
  const c1 = columnAt(grid, cx + 2 * radius);
  const r1 = rowAt(grid, cy + 2 * radius);
  const c0 = columnAt(grid, cx - 2 * radius);
  for (let row = rowAt(grid, cy - 2 * radius); row <= r1; row++)
    for (let column = c0; column <= c1; column++) {
      if (inRow(grid, row, column, 1) == 0) continue;
      const list = listAt(grid, column, row);
      for (let i: u32 = 0, count = list.count; i < count; i++) testWall(wallIn(list, i).wall);
    }
}

function testWall(w: u32): void {
  const wall = wallAt(w);
  const dx = cx - wall.ax;
  const dy = cy - wall.ay;
  const startsHere = dx == 0 && dy == 0;
  const endsHere = cx == wall.bx && cy == wall.by;
  // an obstacle that is one point is a corner alone
  if (startsHere && endsHere) return;
  if (startsHere || endsHere) {
    // a wall that begins or ends at the corner: the disc touches it where their normals are equal
    tryNormal(
      w,
      false,
      -wall.ey,
      wall.ex,
      startsHere ? wall.ex : -wall.ex,
      startsHere ? wall.ey : -wall.ey,
    );
  } else {
    const away = wall.ex * dy - wall.ey * dx;
    if (away >= 2 * radius - slop || away <= -2 * radius) return;
    if (away > 0) testInside(w, away);
  }
  if (!startsHere) testStart(w, -dx, -dy);
}

/** Tries contacts with a wall between its ends. The corner lies to the left of it, by `away`. */
function testInside(w: u32, away: f64): void {
  const wall = wallAt(w);
  const g = 1 - away / radius;
  const h = sqrt(max(0, 1 - g * g));
  // the centre is a radius away from the wall's line at two places
  for (let k = 0; k < 2; k++) {
    const along = k == 0 ? h : -h;
    const nx = -g * wall.ey + along * wall.ex;
    const ny = g * wall.ex + along * wall.ey;
    const place = wall.ex * (cx + radius * nx - wall.ax) + wall.ey * (cy + radius * ny - wall.ay);
    if (place >= 0 && place <= wall.length) tryNormal(w, false, nx, ny, wall.ey, -wall.ex);
  }
}

/** Tries contacts with the start of a wall, which lies at (dx, dy) from the corner. */
function testStart(w: u32, dx: f64, dy: f64): void {
  const away = sqrt(dx * dx + dy * dy);
  if (away == 0 || away >= 2 * radius - slop) return;
  const ex = dx / away;
  const ey = dy / away;
  const g = away / (2 * radius);
  const h = sqrt(max(0, 1 - g * g));
  tryNormal(w, true, g * ex - h * ey, g * ey + h * ex, ex, ey);
  tryNormal(w, true, g * ex + h * ey, g * ey - h * ex, ex, ey);
}

/**
 * Takes a contact where the normal is (nx, ny), if the disc comes there before all other contacts,
 * and its motion there has a part in direction (inX, inY), towards what it touches.
 */
function tryNormal(w: u32, corner: bool, nx: f64, ny: f64, inX: f64, inY: f64): void {
  const cosine = nx * vx + ny * vy;
  const sine = hand * (vx * ny - vy * nx);
  if (sine <= 0 || cosine > 0) return;
  const t = (1 - cosine) / sine;
  // T falls from T0. A T slightly above T0 is a contact at the start of the slide, because rounding
  // of the normals moves T by 1e-15 T².
  if (t < best || t > t0 * (1 + 1e-9) + 1e-12 * t0 * t0) return;
  if (t == best && isHit) return;
  // how fast the centre moves in that direction, on the circle
  const towards = (vx - cosine * nx) * inX + (vy - cosine * ny) * inY;
  if (towards <= 0) return;
  best = min(t, t0);
  isHit = true;
  hitWall = w;
  isCorner = corner;
  hitX = t > t0 ? normalX : nx;
  hitY = t > t0 ? normalY : ny;
}

/** Writes what the last slide has touched, for a centre at (x, y). */
export function arcContact(contact: Contact, x: f64, y: f64): void {
  const wall = wallAt(hitWall);
  contact.wall = hitWall;
  contact.isCorner = isCorner ? 1 : 0;
  contact.nx = -wall.ey;
  contact.ny = wall.ex;
  if (!isCorner) return;
  contact.cx = wall.ax;
  contact.cy = wall.ay;
  const dx = x - wall.ax;
  const dy = y - wall.ay;
  const away = sqrt(dx * dx + dy * dy);
  if (away == 0) return;
  contact.nx = dx / away;
  contact.ny = dy / away;
}
