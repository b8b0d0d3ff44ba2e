// Discs among blocked cells by brute force, in f64: every blocked cell is looked at in every
// question. What lies outside the map is blocked.

/** Blocked cells: 1 = blocked, width * height entries. */
export interface BlockMap {
  readonly width: number;
  readonly height: number;
  readonly blocked: Uint8Array;
}

/** The least distance that a disc keeps: `SKIN` in assembly/steering/place.ts of diffusion. */
const SKIN = 2 ** -20;

/** The distance that a disc of a radius keeps from obstacles. */
export const kept = (radius: number): number => Math.max(radius, SKIN);

/** Blocked cells by their lower corners, with a ring of them around the map. */
export function squaresOf({ width, height, blocked }: BlockMap): [x: number, y: number][] {
  const squares: [number, number][] = [];
  for (let j = -1; j <= height; j++) {
    for (let i = -1; i <= width; i++) {
      const inside = i >= 0 && j >= 0 && i < width && j < height;
      if (!inside || blocked[j * width + i] === 1) squares.push([i, j]);
    }
  }
  return squares;
}

/** How far a place is from a square, 0 inside. */
export function distanceTo([i, j]: readonly [number, number], x: number, y: number): number {
  return Math.hypot(Math.max(i - x, x - i - 1, 0), Math.max(j - y, y - j - 1, 0));
}

/** How far a place is from the nearest obstacle, 0 inside one. */
export function clearanceAt(map: BlockMap, x: number, y: number): number {
  return Math.min(...squaresOf(map).map((square) => distanceTo(square, x, y)));
}

/**
 * The least distance from a position to a place where a disc fits: among the position itself, its
 * nearest places on all the lines and circles that are `r` away from a side or a corner of a
 * blocked cell, and where these meet. Infinity where there is no such place.
 */
export function nearestFit(map: BlockMap, fromX: number, fromY: number, radius: number): number {
  const r = kept(radius);
  const squares = squaresOf(map);
  const [x, y] = [
    Math.min(Math.max(fromX, 0), map.width),
    Math.min(Math.max(fromY, 0), map.height),
  ];
  let best = Infinity;
  const attempt = (px: number, py: number): void => {
    const away = Math.hypot(px - x, py - y);
    if (!(away < best)) return;
    if (squares.every((square) => distanceTo(square, px, py) >= r - 1e-9)) best = away;
  };
  attempt(x, y);
  if (best === 0) return 0;
  for (let j = 0; j < map.height; j++) {
    for (let i = 0; i < map.width; i++) attempt(i + 0.5, j + 0.5);
  }
  const linesX = Array.from({ length: map.width + 1 }, (_, i) => [i - r, i + r]).flat();
  const linesY = Array.from({ length: map.height + 1 }, (_, j) => [j - r, j + r]).flat();
  for (const a of linesX) attempt(a, y);
  for (const b of linesY) attempt(x, b);
  for (const a of linesX) for (const b of linesY) attempt(a, b);
  for (let j = 0; j <= map.height; j++) {
    for (let i = 0; i <= map.width; i++) {
      const far = Math.hypot(x - i, y - j);
      if (far > best + 1) continue;
      if (far > 0) attempt(i + ((x - i) * r) / far, j + ((y - j) * r) / far);
      for (const [ex, ey] of [
        [r, 0],
        [-r, 0],
        [0, r],
        [0, -r],
      ])
        attempt(i + ex, j + ey);
      for (const a of linesX) {
        const half = Math.sqrt(r * r - (a - i) ** 2);
        if (half > 0) for (const b of [j - half, j + half]) attempt(a, b);
      }
      for (const b of linesY) {
        const half = Math.sqrt(r * r - (b - j) ** 2);
        if (half > 0) for (const a of [i - half, i + half]) attempt(a, b);
      }
    }
  }
  return best;
}

/** When a disc first touches something on its step, and the normal there. */
interface Touch {
  readonly time: number;
  readonly nx: number;
  readonly ny: number;
}

/**
 * Where a disc is after a step, from a place where it fits: straight to the first touch of any
 * blocked cell, then along the tangent for the rest of the step less its part against the normal.
 * The disc stops where two obstacles wedge it.
 */
export function slideByForce(
  map: BlockMap,
  from: readonly [x: number, y: number],
  step: readonly [dx: number, dy: number],
  radius: number,
): [x: number, y: number] {
  const r = kept(radius);
  const squares = squaresOf(map);
  let [x, y] = from;
  let [dx, dy] = step;
  let last: readonly [number, number] = [0, 0];
  for (let contacts = 0; contacts < 16 && (dx !== 0 || dy !== 0); contacts++) {
    let first: Touch | undefined;
    for (const square of squares) {
      const touch = touchOf(map, square, { x, y, dx, dy }, r);
      if (touch !== undefined && (first === undefined || touch.time < first.time)) first = touch;
    }
    if (first === undefined) return [x + dx, y + dy];
    const { time, nx, ny } = first;
    x += time * dx;
    y += time * dy;
    if (time > 1e-12) last = [0, 0];
    const [restX, restY] = [dx * (1 - time), dy * (1 - time)];
    const against = restX * nx + restY * ny;
    dx = restX - against * nx;
    dy = restY - against * ny;
    if (dx * last[0] + dy * last[1] < -1e-9 * Math.hypot(dx, dy)) return [x, y];
    last = [nx, ny];
  }
  return [x, y];
}

const isBlocked = ({ width, height, blocked }: BlockMap, i: number, j: number): boolean =>
  i < 0 || j < 0 || i >= width || j >= height || blocked[j * width + i] === 1;

/**
 * The first touch of one square: with a side, or with a corner that no blocked cell beside the
 * square shares. A shared corner lies within a longer side.
 */
function touchOf(
  map: BlockMap,
  [i, j]: readonly [number, number],
  { x, y, dx, dy }: { x: number; y: number; dx: number; dy: number },
  r: number,
): Touch | undefined {
  let best: Touch | undefined;
  const take = (time: number, nx: number, ny: number): void => {
    if (time > 1 || (best !== undefined && best.time <= time)) return;
    best = { time: Math.max(time, 0), nx, ny };
  };
  const slack = 1e-9;
  if (dx !== 0) {
    const at = dx > 0 ? i - r : i + 1 + r;
    const time = (at - x) / dx;
    const there = y + time * dy;
    if (time * Math.abs(dx) >= -slack && there >= j && there <= j + 1)
      take(time, -Math.sign(dx), 0);
  }
  if (dy !== 0) {
    const at = dy > 0 ? j - r : j + 1 + r;
    const time = (at - y) / dy;
    const there = x + time * dx;
    if (time * Math.abs(dy) >= -slack && there >= i && there <= i + 1)
      take(time, 0, -Math.sign(dy));
  }
  for (const [cx, cy] of [
    [i, j],
    [i + 1, j],
    [i, j + 1],
    [i + 1, j + 1],
  ]) {
    const [besideX, besideY] = [cx === i ? i - 1 : i + 1, cy === j ? j - 1 : j + 1];
    if (isBlocked(map, besideX, j) || isBlocked(map, i, besideY)) continue;
    const [ex, ey] = [x - cx, y - cy];
    const approach = ex * dx + ey * dy;
    if (approach >= 0) continue;
    const length = Math.hypot(dx, dy);
    const beside = Math.abs(ex * dy - ey * dx) / length;
    if (beside >= r - 1e-10) continue;
    const time = (-approach / length - Math.sqrt(r * r - beside * beside)) / length;
    if (time * length < -slack) continue;
    const [tx, ty] = [ex + time * dx, ey + time * dy];
    const away = Math.hypot(tx, ty);
    take(time, tx / away, ty / away);
  }
  return best;
}
