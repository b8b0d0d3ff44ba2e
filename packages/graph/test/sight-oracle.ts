// Line of sight by its definition, in whole numbers: the segment is cut at every line between
// cells, each piece lies in one cell or on the line between two, and a point walks from piece to
// piece by straight steps and by diagonal ones that the corner rule allows.
import type { Grid } from '../src/index.ts';

/** Units of a cell in which the oracle's coordinates count. */
export const UNITS = 8;

/** Line of sight between (ax, ay) and (bx, by), whole numbers of `1 / UNITS` of a cell. */
export function sightByDefinition(
  { width, height, cost, neighbours, corners }: Grid,
  [ax, ay]: readonly number[],
  [bx, by]: readonly number[],
): boolean {
  const isOpen = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && cost[y * width + x] > 0;
  const needed = neighbours === 4 || corners === 'never' ? 2 : corners === 'one-open' ? 1 : 0;
  const [dx, dy] = [bx - ax, by - ay];
  // t counts from 0 to `whole`, in which crossings of both kinds of lines are whole numbers
  const whole = 2 * (dx || 1) * (dy || 1);
  const cuts = new Set([0, Math.abs(whole)]);
  const cut = (a: number, d: number): void => {
    if (d === 0) return;
    for (let k = Math.min(a, a + d); k <= Math.max(a, a + d); k++) {
      if (k % UNITS === 0) cuts.add(Math.abs(((k - a) * whole) / d));
    }
  };
  cut(ax, dx);
  cut(ay, dy);
  const times = [...cuts].sort((p, q) => p - q);
  if (dx === 0 && dy === 0) times.splice(1);

  /** The cells whose closed squares hold the middle between two times. */
  const cellsAt = (t: number): [number, number][] => {
    // the place times 2 * |whole| * UNITS
    const scale = 2 * Math.abs(whole) * UNITS;
    const px = ax * 2 * Math.abs(whole) + dx * t;
    const py = ay * 2 * Math.abs(whole) + dy * t;
    const along = (p: number): number[] =>
      p % scale === 0 ? [p / scale - 1, p / scale] : [Math.floor(p / scale)];
    return along(px).flatMap((x) => along(py).map((y): [number, number] => [x, y]));
  };
  let reached: [number, number][] | undefined;
  const pieces = times.length === 1 ? [0] : times.slice(1).map((t, i) => t + times[i]);
  for (const middle of pieces) {
    const open = cellsAt(middle).filter(([x, y]) => isOpen(x, y));
    const before = reached;
    const entered = open.filter(
      ([x, y]) =>
        !before ||
        before.some(([u, v]) => {
          if (u === x || v === y) return Math.abs(u - x) + Math.abs(v - y) <= 1;
          return +isOpen(u, y) + +isOpen(x, v) >= needed;
        }),
    );
    // on the line between two open cells the point is in both
    reached = entered.length > 0 ? open : [];
    if (reached.length === 0) return false;
  }
  return true;
}
