// The heading of a cell: by upwind differences of the first order (Rouy and Tourin, 1992), as the
// eikonal costs are made. The gain of a neighbour is a difference of costs, or the logarithm of a
// quotient of scents, which is close to a distance. A heading is computed when it is first read,
// and kept until the field changes. Threads that share the memory must not compute headings while
// others read: they compute all headings first, each thread in rows of its own.

import { i32At } from '../layout';
import { cellScale } from '../step/log-block';
import {
  blockedAround,
  DOWN,
  DOWN_LEFT,
  DOWN_RIGHT,
  hasDiagonals,
  isBlocked,
  LEFT,
  leadsPast,
  rows,
  columns,
  RIGHT,
  bytesOfRow,
  UP,
  UP_LEFT,
  UP_RIGHT,
} from './ground';
import { factsOf, GOAL, KNOWN, setFacts, setHeading, SHUT } from './layout';

/** Kinds of fields, as of pursuers: scent in precision 'f32' is 0, in 'log' 1; costs are 2. */
const KIND_LOG: i32 = 1;
const KIND_COST: i32 = 2;

let field: usize = 0;
let kind: i32 = 0;
let facts: usize = 0;
let headings: usize = 0;

export function headingsBind(values: usize, valueKind: i32, cellFacts: usize, out: usize): void {
  field = values;
  kind = valueKind;
  facts = cellFacts;
  headings = out;
}

export function headingPlaces(): usize {
  return headings;
}

export function factPlaces(): usize {
  return facts;
}

/** Forgets all headings. `goals` are `count` cells (u32), where headings are 0. */
export function headingsForget(goals: usize, count: i32): void {
  memory.fill(facts, 0, (<usize>(columns() * rows())) << 1);
  for (let g = 0; g < count; g++) {
    const v = i32At(goals, g);
    const j = v / columns();
    setHeading(headings, v, 0, 0);
    setFacts(facts, v, KNOWN | GOAL | blockedAround(v - j * columns(), j));
  }
}

/** Finds the headings of rows `first` to `last` - 1. */
export function headingsFill(first: i32, last: i32): void {
  for (let j = first; j < last; j++) {
    for (let i = 0; i < columns(); i++) headingAt(i, j);
  }
}

/** The facts of a cell of the map; its heading is known then. */
export function headingAt(i: i32, j: i32): u32 {
  const v = j * columns() + i;
  const known = factsOf(facts, v);
  return known != 0 ? known : findHeading(i, j, v);
}

function findHeading(i: i32, j: i32, v: i32): u32 {
  const around = blockedAround(i, j);
  if (isBlocked(i, j)) {
    setHeading(headings, v, 0, 0);
    setFacts(facts, v, KNOWN | SHUT | around);
    return KNOWN | SHUT | around;
  }
  const row = field + <usize>j * bytesOfRow();
  const own = load<f32>(row + ((<usize>i) << 2));
  let x: f64 = 0;
  let y: f64 = 0;
  if (kind == KIND_COST ? own != Infinity : own != 0) {
    const scale = kind == KIND_LOG ? cellScale(row, i) : 0;
    const left = around & LEFT ? 0 : gain(own, scale, i - 1, j);
    const right = around & RIGHT ? 0 : gain(own, scale, i + 1, j);
    const up = around & UP ? 0 : gain(own, scale, i, j - 1);
    const down = around & DOWN ? 0 : gain(own, scale, i, j + 1);
    x = steeper(left, right);
    y = steeper(up, down);
    if (hasDiagonals()) {
      const upLeft = passes(around, UP_LEFT, LEFT, UP) ? gain(own, scale, i - 1, j - 1) : 0;
      const upRight = passes(around, UP_RIGHT, RIGHT, UP) ? gain(own, scale, i + 1, j - 1) : 0;
      const downLeft = passes(around, DOWN_LEFT, LEFT, DOWN) ? gain(own, scale, i - 1, j + 1) : 0;
      const downRight = passes(around, DOWN_RIGHT, RIGHT, DOWN)
        ? gain(own, scale, i + 1, j + 1)
        : 0;
      const c = steeper(upLeft, downRight) * Math.SQRT1_2;
      const d = steeper(upRight, downLeft) * Math.SQRT1_2;
      // the value of the cell was computed from the steeper of the two pairs
      if (c * c + d * d > x * x + y * y) {
        x = (c - d) * Math.SQRT1_2;
        y = (c + d) * Math.SQRT1_2;
        // the part that leads into a blocked side between both diagonals is dropped
        if (x > 0 ? (around & RIGHT) != 0 : x < 0 && (around & LEFT) != 0) x = 0;
        if (y > 0 ? (around & DOWN) != 0 : y < 0 && (around & UP) != 0) y = 0;
        if (x == 0 && y == 0) {
          // Both diagonals are equally steep, and the side between them is blocked. The heading
          // goes to the other side beside `c`, which is open. (If the diagonals differed, x and y
          // would both be 0 only between two blocked sides, where no disc passes.)
          if (!isBlocked(i + (c > 0 ? 1 : -1), j)) x = c;
          else y = c;
        }
      }
    }
    if (x != 0 && y != 0 && !leads(own, scale, i + (x > 0 ? 1 : -1), j + (y > 0 ? 1 : -1))) {
      // the diagonal cell is blocked or no better: go straight, because a disc would meet the
      // corner of an obstacle or enter a dead end
      if (Math.abs(x) >= Math.abs(y)) y = 0;
      else x = 0;
    }
    const length = Math.sqrt(x * x + y * y);
    if (length > 0) {
      x /= length;
      y /= length;
    }
  }
  setHeading(headings, v, x, y);
  setFacts(facts, v, KNOWN | around);
  return KNOWN | around;
}

/** Whether a cell is open and better than one with the value own * 2^scale. */
function leads(own: f32, scale: i32, i: i32, j: i32): bool {
  return !isBlocked(i, j) && gain(own, scale, i, j) > 0;
}

/** Whether a disc can pass to a diagonal cell: it is open, and so is one of the cells beside. */
function passes(around: u32, corner: u32, side: u32, other: u32): bool {
  return (around & corner) == 0 && leadsPast(around, side, other);
}

/** The larger of two gains, the first if both are equal; negated if the first gain is taken. */
function steeper(first: f64, second: f64): f64 {
  return first >= second ? -first : second;
}

/** By how much a cell is better than one with the value own * 2^scale; 0 where it is not. */
function gain(own: f32, scale: i32, i: i32, j: i32): f64 {
  const row = field + <usize>j * bytesOfRow();
  const other = load<f32>(row + ((<usize>i) << 2));
  if (kind == KIND_COST) return max(<f64>own - <f64>other, 0);
  if (other == 0) return 0;
  const bits = reinterpret<u64>(<f64>other / <f64>own);
  const places = kind == KIND_LOG ? cellScale(row, i) - scale : 0;
  const exponent = <i32>(bits >>> 52) - 1023 + places;
  if (exponent < 0) return 0;
  const t = reinterpret<f64>((bits & 0xfffffffffffff) | 0x3ff0000000000000) - 1;
  // ln(1 + t) by Padé; its value at 1, 0.7, stands for ln 2, so that the sum has no jumps
  return 0.7 * <f64>exponent + (t * (6 + t)) / (6 + 4 * t);
}
