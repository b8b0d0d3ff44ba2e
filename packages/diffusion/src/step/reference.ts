// The formula of types.ts, cell by cell, in plain TypeScript: slow and easy to check. Tests hold
// every backend against it. Precision 'log' is done with a fraction and an exponent per cell, not
// as the backends do it.

import type { SortedGoals } from '../model/check-input.ts';
import { besideNeeded, cornerOpen, stepAllowed } from '../model/corners.ts';
import type { Resolved } from '../model/resolve-options.ts';
import type { DiffusionMap } from '../types.ts';

/**
 * One layer: `fraction * 2^exponent`, 1 <= fraction < 2 or fraction 0; in precision 'f32' all
 * exponents are 0.
 */
export interface ReferenceField {
  readonly fraction: Float32Array;
  readonly exponent: Int32Array;
}

interface Value {
  readonly f: number;
  readonly e: number;
}

const ZERO: Value = { f: 0, e: 0 };

/**
 * Rounds to 24 significant bits, the exponent unbounded; `f` is a double, exact or far enough from
 * a tie.
 */
function unbounded(f: number, e: number): Value {
  if (f === 0) return ZERO;
  let exponent = e;
  let fraction = f;
  for (; fraction < 1; exponent--) fraction *= 2;
  for (; fraction >= 2; exponent++) fraction /= 2;
  fraction = Math.fround(fraction);
  return fraction === 2 ? { f: 1, e: exponent + 1 } : { f: fraction, e: exponent };
}

function plain(f: number): Value {
  return { f: Math.fround(f), e: 0 };
}

function add(log: boolean, a: Value, b: Value): Value {
  if (!log) return plain(a.f + b.f);
  if (a.f === 0) return b;
  if (b.f === 0) return a;
  if (a.e < b.e) return add(log, b, a);
  // 26 places below, b is less than half a unit in the last place of a
  return a.e - b.e >= 26 ? a : unbounded(a.f + b.f * 2 ** (b.e - a.e), a.e);
}

function multiply(log: boolean, a: Value, factor: number): Value {
  return log ? unbounded(a.f * factor, a.e) : plain(a.f * factor);
}

/** A field without scent, but for the goals on open cells. */
export function referenceField(
  map: DiffusionMap,
  options: Resolved,
  goals: SortedGoals,
): ReferenceField {
  const cells = map.width * map.height;
  const field = { fraction: new Float32Array(cells), exponent: new Int32Array(cells) };
  clampGoals(map, options, goals, field);
  return field;
}

/** Sets every goal on an open cell to its strength. */
export function clampGoals(
  { terrain }: DiffusionMap,
  { precision }: Resolved,
  { cell, strength }: SortedGoals,
  { fraction, exponent }: ReferenceField,
): void {
  for (let i = 0; i < cell.length; i++) {
    if (terrain[cell[i]] === 0) continue;
    const { f, e } = precision === 'log' ? unbounded(strength[i], 0) : plain(strength[i]);
    fraction[cell[i]] = f;
    exponent[cell[i]] = e;
  }
}

/** The field after one step. `factor` has one entry per cell, by `cellFactor`. */
export function referenceStep(
  map: DiffusionMap,
  options: Resolved,
  goals: SortedGoals,
  factor: Float32Array,
  { fraction, exponent }: ReferenceField,
): ReferenceField {
  const { width, height, neighbours } = map;
  const { border, centre, flushToZero } = options;
  const log = options.precision === 'log';
  const next = referenceField(map, options, {
    cell: new Uint32Array(),
    strength: new Float32Array(),
  });
  const at = (x: number, y: number): Value => {
    if (x < 0 || x >= width || y < 0 || y >= height) return ZERO;
    return { f: fraction[y * width + x], e: exponent[y * width + x] };
  };
  const sum = (a: Value, b: Value): Value => add(log, a, b);
  const corners = { width, height, beside: besideNeeded(map), terrain: map.terrain };
  /** The value at (x, y) if the corner (`corner`, `below`) of `cornerOpen` is open, else 0. */
  const past = (x: number, y: number, corner: number, below: number): Value =>
    corners.beside === 0 || cornerOpen(corners, corner, below) ? at(x, y) : ZERO;
  /** s(x) as a cell beside it counts it; `corner`: the column of corners between the two. */
  const column = (x: number, y: number, corner: number): Value =>
    neighbours === 4
      ? at(x, y)
      : sum(sum(past(x, y - 1, corner, y), past(x, y + 1, corner, y + 1)), at(x, y));

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const v = y * width + x;
      const mid = at(x, y);
      const clamp = border === 'clamp';
      const left = clamp && x === 0 ? mid : column(x - 1, y, x);
      const right = clamp && x === width - 1 ? mid : column(x + 1, y, x + 1);
      const up = clamp && y === 0 ? mid : at(x, y - 1);
      const down = clamp && y === height - 1 ? mid : at(x, y + 1);
      // the stencil's sum (src/types.ts)
      let total = sum(sum(left, right), sum(up, down));
      if (centre !== 0) total = sum(total, multiply(log, mid, centre));
      const value = multiply(log, total, factor[v]);
      if (flushToZero && value.f < 2 ** -126) continue;
      next.fraction[v] = value.f;
      next.exponent[v] = value.e;
    }
  }
  clampGoals(map, options, goals, next);
  return next;
}

/** One byte per cell: 1 where an open cell reaches a goal on an open cell. */
export function referenceReach(map: DiffusionMap, { cell }: SortedGoals): Uint8Array {
  const { width, height, terrain } = map;
  const corners = { width, height, terrain, beside: besideNeeded(map) };
  const reached = new Uint8Array(width * height);
  const queue: number[] = [];
  const visit = (v: number): void => {
    if (terrain[v] === 0 || reached[v]) return;
    reached[v] = 1;
    queue.push(v);
  };
  cell.forEach(visit);
  while (queue.length > 0) {
    const v = queue.pop()!;
    const x = v % width;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const toY = (v - x) / width + dy;
        if (x + dx < 0 || x + dx >= width || toY < 0 || toY >= height) continue;
        if (stepAllowed(corners, v, dx, dy)) visit(toY * width + x + dx);
      }
    }
  }
  return reached;
}

/** A layer as `Diffusion.field` gives it. */
export function referenceValues(options: Resolved, field: ReferenceField): Float32Array {
  const { fraction, exponent } = field;
  if (options.precision === 'f32') return fraction.slice();
  return fraction.map((f, v) => (f === 0 ? -Infinity : Math.log2(f) + exponent[v]));
}
