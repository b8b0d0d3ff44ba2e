// The discs of the scene: their places, goals, and progress on their paths.

export interface Agents {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly radius: Float64Array;
  readonly goalX: Float64Array;
  readonly goalY: Float64Array;
  /** The next move. */
  readonly dx: Float64Array;
  readonly dy: Float64Array;
  readonly status: Uint8Array;
  readonly contacts: Uint32Array;
}

const RADII = [0.15, 0.22, 0.32, 0.45];
/** Speeds of the slowest and the fastest disc, in world units per tick. */
const [SLOWEST, FASTEST] = [0.08, 0.16];
/** The golden angle, in radians, from one place around the goal to the next, as in a sunflower. */
const TURN = Math.PI * (3 - Math.sqrt(5));

export function placeAgents(
  count: number,
  width: number,
  height: number,
  next: () => number,
): Agents & { readonly speed: Float64Array } {
  const array = (of: (k: number) => number): Float64Array =>
    Float64Array.from({ length: count }, (_, k) => of(k));
  return {
    x: array(() => width * next()),
    y: array(() => height * next()),
    radius: array((k) => RADII[k % RADII.length]),
    goalX: new Float64Array(count),
    goalY: new Float64Array(count),
    dx: new Float64Array(count),
    dy: new Float64Array(count),
    status: new Uint8Array(count),
    contacts: new Uint32Array(count),
    speed: array(() => SLOWEST + (FASTEST - SLOWEST) * next()),
  };
}

/** Spreads the goals of all discs around a place, within the world. */
export function setGoals(
  { goalX, goalY }: Agents,
  [x, y]: readonly number[],
  width: number,
  height: number,
): void {
  for (let k = 0; k < goalX.length; k++) {
    const away = 0.4 * Math.sqrt(k);
    goalX[k] = Math.min(width, Math.max(0, x + away * Math.cos(k * TURN)));
    goalY[k] = Math.min(height, Math.max(0, y + away * Math.sin(k * TURN)));
  }
}

/** Aims disc `k` at the next corner of its path; returns the index of that corner. */
export function aim(
  { x, y, dx, dy }: Agents,
  k: number,
  path: readonly number[],
  corner: number,
  speed: number,
): number {
  [dx[k], dy[k]] = [0, 0];
  for (let at = corner; at < path.length; at += 2) {
    const [toX, toY] = [path[at] - x[k], path[at + 1] - y[k]];
    const away = Math.hypot(toX, toY);
    if (away <= 1e-3 * speed) continue;
    const share = Math.min(1, speed / away);
    [dx[k], dy[k]] = [toX * share, toY * share];
    return at;
  }
  return path.length;
}
