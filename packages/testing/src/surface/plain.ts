// The reference for surfaces. It looks at all segments of all obstacles as they were given, without
// a triangulation or a grid, and shares no code with the package that it judges.

/** Rings (`boundary`, the border of the world, and `obstacles`) and open lines: x, y, x, y, … */
export interface PlainScene {
  readonly boundary: readonly number[];
  readonly obstacles: readonly (readonly number[])[];
  readonly walls: readonly (readonly number[])[];
}

interface Segment {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/** A segment from a to b; an obstacle that is a single point is a segment without length. */
export interface PlainWall extends Segment {
  /** Whether the segment belongs to an open line, which blocks on both sides. */
  readonly isOpen: boolean;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A place, and its distance from the query point. */
export interface FarPlace extends Place {
  readonly distance: number;
}

export interface Plain {
  readonly walls: readonly PlainWall[];
  /** Whether a point is inside an obstacle or outside of the border. */
  isBlocked(x: number, y: number): boolean;
  /** The distance to the nearest wall. */
  distance(x: number, y: number): number;
}

export function plainOf(scene: PlainScene): Plain {
  const walls: PlainWall[] = [];
  const add = (line: readonly number[], isRing: boolean): void => {
    for (let i = 0; i + (isRing ? 0 : 2) < line.length; i += 2) {
      const j = (i + 2) % line.length;
      const [ax, ay, bx, by] = [line[i], line[i + 1], line[j], line[j + 1]];
      if (ax !== bx || ay !== by) walls.push({ ax, ay, bx, by, isOpen: !isRing });
    }
    const [ax, ay] = line;
    if (isPoint(line)) walls.push({ ax, ay, bx: ax, by: ay, isOpen: true });
  };
  add(scene.boundary, true);
  for (const ring of scene.obstacles) add(ring, true);
  for (const line of scene.walls) add(line, false);
  return {
    walls,
    isBlocked: (x, y) =>
      !isInside(scene.boundary, x, y) || scene.obstacles.some((ring) => isInside(ring, x, y)),
    distance: (x, y) => {
      let least = Infinity;
      for (const wall of walls) least = Math.min(least, squareTo(wall, x, y));
      return Math.sqrt(least);
    },
  };
}

const isPoint = (line: readonly number[]): boolean =>
  line.every((value, i) => value === line[i % 2]);

/** The share of a segment at which it is nearest to a point. */
export function nearestShare({ ax, ay, bx, by }: Segment, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  if (square === 0) return 0;
  return Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
}

/** Whether a point is inside a ring, by the even-odd rule. */
function isInside(ring: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [ring[j], ring[j + 1], ring[i], ring[i + 1]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

/** The square of the distance of a point to a segment. */
export function squareTo(wall: Segment, x: number, y: number): number {
  const { ax, ay, bx, by } = wall;
  const t = nearestShare(wall, x, y);
  return (ax + t * (bx - ax) - x) ** 2 + (ay + t * (by - ay) - y) ** 2;
}

/**
 * The nearest point of the border of free space. The part of a segment that lies inside another
 * obstacle is no border, so the crossings of segments are candidates, too. A candidate is on the
 * border if one of 2,000 points around it, 1e-7 away, is free.
 */
export function plainBorder(plain: Plain, x: number, y: number): FarPlace {
  let best = { x, y, distance: Infinity };
  const take = (px: number, py: number): void => {
    const distance = Math.hypot(px - x, py - y);
    if (distance >= best.distance) return;
    for (let k = 0; k < 2000; k++) {
      const angle = (k / 2000) * 2 * Math.PI + 0.01;
      if (plain.isBlocked(px + 1e-7 * Math.cos(angle), py + 1e-7 * Math.sin(angle))) continue;
      best = { x: px, y: py, distance };
      return;
    }
  };
  const { walls } = plain;
  for (const wall of walls) {
    const t = nearestShare(wall, x, y);
    take(wall.ax + t * (wall.bx - wall.ax), wall.ay + t * (wall.by - wall.ay));
  }
  for (const { ax, ay, bx, by } of walls)
    for (const other of walls) {
      const [dx, dy] = [bx - ax, by - ay];
      const [ex, ey] = [other.bx - other.ax, other.by - other.ay];
      const det = dx * ey - dy * ex;
      if (det === 0) continue;
      const t = ((other.ax - ax) * ey - (other.ay - ay) * ex) / det;
      const u = ((other.ax - ax) * dy - (other.ay - ay) * dx) / det;
      if (t >= 0 && t <= 1 && u >= 0 && u <= 1) take(ax + t * dx, ay + t * dy);
    }
  return best;
}

/** The points p with n · p = c, where n has length 1: a wall moved by the radius. */
interface Line {
  readonly nx: number;
  readonly ny: number;
  readonly c: number;
}

/**
 * The nearest place where a disc fits, or undefined where there is none. Candidates are the nearest
 * point of every wall moved by the radius and of every circle around a corner, and all points where
 * two of these meet: the border of the places where the disc fits is made of them.
 *
 * @param slack how much closer than r a place may be to walls
 */
export function plainClosest(
  plain: Plain,
  x: number,
  y: number,
  r: number,
  slack: number,
): FarPlace | undefined {
  const fits = (px: number, py: number): boolean =>
    plain.distance(px, py) >= r - slack && !plain.isBlocked(px, py);
  if (!plain.isBlocked(x, y) && plain.distance(x, y) >= r - slack) return { x, y, distance: 0 };
  if (r === 0) return plainBorder(plain, x, y);
  let best: FarPlace | undefined;
  const take = (px: number, py: number): void => {
    const distance = Math.hypot(px - x, py - y);
    if (best && distance >= best.distance) return;
    if (fits(px, py)) best = { x: px, y: py, distance };
  };
  const lines: Line[] = [];
  const corners: Place[] = [];
  for (const { ax, ay, bx, by } of plain.walls) {
    corners.push({ x: ax, y: ay }, { x: bx, y: by });
    const length = Math.hypot(bx - ax, by - ay);
    if (length === 0) continue;
    const [nx, ny] = [-(by - ay) / length, (bx - ax) / length];
    const c = nx * ax + ny * ay;
    lines.push({ nx, ny, c: c + r }, { nx: -nx, ny: -ny, c: r - c });
  }
  for (const { nx, ny, c } of lines) {
    const off = c - nx * x - ny * y;
    take(x + off * nx, y + off * ny);
  }
  for (const p of corners) {
    const away = Math.hypot(x - p.x, y - p.y);
    if (away > 0) take(p.x + ((x - p.x) * r) / away, p.y + ((y - p.y) * r) / away);
  }
  const reach = best?.distance ?? Infinity;
  const near = lines.filter(({ nx, ny, c }) => Math.abs(c - nx * x - ny * y) < reach);
  const around = corners.filter((p) => Math.abs(Math.hypot(x - p.x, y - p.y) - r) < reach);
  for (let i = 0; i < near.length; i++) {
    for (let j = 0; j < i; j++) meetLines(near[i], near[j], take);
    for (const p of around) meetCircle(near[i], p, r, take);
  }
  for (let i = 0; i < around.length; i++)
    for (let j = 0; j < i; j++) meetCircles(around[i], around[j], r, take);
  return best;
}

type Take = (x: number, y: number) => void;

function meetLines(one: Line, other: Line, take: Take): void {
  const det = one.nx * other.ny - one.ny * other.nx;
  if (Math.abs(det) < 1e-9) return;
  take((one.c * other.ny - other.c * one.ny) / det, (one.nx * other.c - other.nx * one.c) / det);
}

function meetCircle({ nx, ny, c }: Line, p: Place, r: number, take: Take): void {
  const off = c - nx * p.x - ny * p.y;
  if (Math.abs(off) > r) return;
  const h = Math.sqrt(r * r - off * off);
  for (const sign of [-h, h]) take(p.x + off * nx - sign * ny, p.y + off * ny + sign * nx);
}

function meetCircles(p: Place, q: Place, r: number, take: Take): void {
  const [dx, dy] = [q.x - p.x, q.y - p.y];
  const d = Math.hypot(dx, dy);
  if (d === 0 || d > 2 * r) return;
  const h = Math.sqrt(r * r - (d * d) / 4) / d;
  for (const sign of [-h, h]) take(p.x + dx / 2 - sign * dy, p.y + dy / 2 + sign * dx);
}

/**
 * The first share, 0 to 1, of the line from a to b at which a disc is nearer than r to a wall;
 * Infinity where it never is.
 */
export function plainSweep({ walls }: Plain, a: Place, b: Place, r: number): number {
  let first = Infinity;
  for (const wall of walls) first = Math.min(first, sweepOne(wall, a, b, r));
  return first;
}

/**
 * `plainSweep` for one wall. The distance to a segment is convex along a line. So a ternary search
 * finds a share at which it is below r, or its minimum. Bisection finds the first share below r.
 */
function sweepOne(
  wall: PlainWall,
  { x: ax, y: ay }: Place,
  { x: bx, y: by }: Place,
  r: number,
): number {
  const at = (t: number): number =>
    Math.sqrt(squareTo(wall, ax + t * (bx - ax), ay + t * (by - ay)));
  if (at(0) < r) return 0;
  // no search: the wall is farther than r from all of the line
  if (at(0) - Math.hypot(bx - ax, by - ay) > r) return Infinity;
  let [low, high] = [0, 1];
  for (let i = 0; i < 80 && at((low + high) / 2) >= r; i++) {
    const [p, q] = [low + (high - low) / 3, high - (high - low) / 3];
    if (at(p) <= at(q)) high = q;
    else low = p;
  }
  let inside = (low + high) / 2;
  if (at(inside) >= r) inside = at(1) < r ? 1 : NaN;
  if (Number.isNaN(inside)) return Infinity;
  let outside = 0;
  for (let i = 0; i < 60; i++) {
    const middle = (outside + inside) / 2;
    if (at(middle) < r) inside = middle;
    else outside = middle;
  }
  return inside;
}

/**
 * Where a push moves a disc, in small steps: after each step the disc is pushed out of the wall
 * that it is deepest in, at most 40 times (Moreau's catching-up algorithm). The error is about the
 * length of a step.
 */
export function plainMove(
  { walls }: Plain,
  start: Place,
  { x: dx, y: dy }: Place,
  r: number,
  steps: number,
): Place {
  let { x, y } = start;
  const reach = Math.hypot(dx, dy) + r;
  const near = walls.filter((wall) => squareTo(wall, x, y) < (reach * 1.01) ** 2);
  for (let i = 0; i < steps; i++) {
    x += dx / steps;
    y += dy / steps;
    for (let k = 0; k < 40; k++) {
      let least = r * r * (1 - 1e-12);
      let worst: PlainWall | undefined;
      for (const wall of near) {
        const square = squareTo(wall, x, y);
        if (square >= least) continue;
        least = square;
        worst = wall;
      }
      if (!worst) break;
      const { ax, ay, bx, by } = worst;
      const t = nearestShare(worst, x, y);
      const [fx, fy] = [ax + t * (bx - ax), ay + t * (by - ay)];
      const away = Math.hypot(x - fx, y - fy);
      x = fx + ((x - fx) * r) / away;
      y = fy + ((y - fy) * r) / away;
    }
  }
  return { x, y };
}
