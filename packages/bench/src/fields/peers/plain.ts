// The step of the contract (packages/diffusion/src/types.ts), written once more from its text
// alone: one cell after another, no SIMD, no tiles, no window of exponents. Numbers are pairs of a
// mantissa, 1 <= m < 2 (0: nothing) of 24 bits, and an exponent, so that precision 'log' has no
// limits; precision 'f32' rounds the same pairs to f32.
import type { DiffusionMap } from '@wayfield/diffusion';

export interface PlainOptions {
  readonly rate: number;
  readonly border: 'zero' | 'clamp';
  readonly precision: 'f32' | 'log';
  readonly flushToZero: boolean;
  /** Strengths by goal. */
  readonly goals: readonly number[];
  readonly strength: number;
}

const f = Math.fround;

/** The field after this number of steps, as `field` returns it. */
export function plainField(map: DiffusionMap, options: PlainOptions, steps: number): Float32Array {
  return options.precision === 'f32' ? inF32(map, options, steps) : inPairs(map, options, steps);
}

interface Neighbourhood<T> {
  /** The value at an offset; zero outside the map. */
  at(dx: number, dy: number): T;
  add(a: T, b: T): T;
}

/** The sum of the neighbours in the order of the contract. */
function sumOf<T>(
  { at, add }: Neighbourhood<T>,
  neighbours: 4 | 8,
  clamp: { left: boolean; right: boolean; up: boolean; down: boolean },
): T {
  const mid = at(0, 0);
  const column = (dx: number): T => add(add(at(dx, -1), at(dx, 1)), at(dx, 0));
  const side = (dx: number): T => (neighbours === 8 ? column(dx) : at(dx, 0));
  const left = clamp.left ? mid : side(-1);
  const right = clamp.right ? mid : side(1);
  const up = clamp.up ? mid : at(0, -1);
  const down = clamp.down ? mid : at(0, 1);
  return add(add(left, right), add(up, down));
}

function clampAt(map: DiffusionMap, border: string, x: number, y: number) {
  const on = border === 'clamp';
  return {
    left: on && x === 0,
    right: on && x === map.width - 1,
    up: on && y === 0,
    down: on && y === map.height - 1,
  };
}

function inF32(map: DiffusionMap, options: PlainOptions, steps: number): Float32Array {
  const { width, height, neighbours, terrain } = map;
  const { rate, border, goals, strength, flushToZero } = options;
  const centre = centreOf(rate, neighbours);
  let from = new Float32Array(width * height);
  let to = new Float32Array(width * height);
  const clampGoals = (field: Float32Array): void => {
    for (const g of goals) if (terrain[g] > 0) field[g] = strength;
  };
  clampGoals(from);
  for (let step = 0; step < steps; step++) {
    for (let v = 0; v < from.length; v++) {
      const x = v % width;
      const y = (v - x) / width;
      const around: Neighbourhood<number> = {
        at: (dx, dy) =>
          x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height
            ? 0
            : from[v + dy * width + dx],
        add: (a, b) => f(a + b),
      };
      let sum = sumOf(around, neighbours, clampAt(map, border, x, y));
      if (centre !== 0) sum = f(sum + f(centre * from[v]));
      const value = f(sum * f(terrain[v] * f(rate)));
      to[v] = flushToZero && value < 2 ** -126 ? 0 : value;
    }
    clampGoals(to);
    [from, to] = [to, from];
  }
  return from;
}

/** m * 2^e. */
type Pair = readonly [m: number, e: number];
const NOTHING: Pair = [0, 0];

function normal(value: number, e: number): Pair {
  if (value === 0) return NOTHING;
  const shift = Math.floor(Math.log2(value));
  const m = f(value * 2 ** -shift);
  if (m >= 2) return [m / 2, e + shift + 1];
  return m < 1 ? [m * 2, e + shift - 1] : [m, e + shift];
}

function addPairs(a: Pair, b: Pair): Pair {
  if (a[0] === 0) return b;
  if (b[0] === 0) return a;
  const [hi, lo] = a[1] >= b[1] ? [a, b] : [b, a];
  // beyond 24 places the smaller number is less than half a unit of the larger; up to there doubles
  // are exact
  return hi[1] - lo[1] > 24 ? hi : normal(f(hi[0] + lo[0] * 2 ** (lo[1] - hi[1])), hi[1]);
}

const multiplyPairs = (a: Pair, b: Pair): Pair =>
  a[0] === 0 || b[0] === 0 ? NOTHING : normal(f(a[0] * b[0]), a[1] + b[1]);

function inPairs(map: DiffusionMap, options: PlainOptions, steps: number): Float32Array {
  const { width, height, neighbours, terrain } = map;
  const { rate, border, goals, strength } = options;
  const centre = normal(centreOf(rate, neighbours), 0);
  const factor = Array.from(terrain, (t) => normal(f(t * f(rate)), 0));
  let from: Pair[] = Array.from(terrain, () => NOTHING);
  const clampGoals = (field: Pair[]): void => {
    for (const g of goals) if (terrain[g] > 0) field[g] = normal(f(strength), 0);
  };
  clampGoals(from);
  for (let step = 0; step < steps; step++) {
    const old = from;
    from = old.map((mid, v) => {
      if (factor[v][0] === 0) return NOTHING;
      const x = v % width;
      const y = (v - x) / width;
      const around: Neighbourhood<Pair> = {
        at: (dx, dy) =>
          x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height
            ? NOTHING
            : old[v + dy * width + dx],
        add: addPairs,
      };
      let sum = sumOf(around, neighbours, clampAt(map, border, x, y));
      if (centre[0] !== 0) sum = addPairs(sum, multiplyPairs(centre, mid));
      return multiplyPairs(sum, factor[v]);
    });
    clampGoals(from);
  }
  return Float32Array.from(from, ([m, e]) => (m === 0 ? -Infinity : Math.log2(m) + e));
}

function centreOf(rate: number, neighbours: number): number {
  const centre = f(1 / f(rate) - neighbours);
  return centre < 2 ** -12 ? 0 : centre;
}
