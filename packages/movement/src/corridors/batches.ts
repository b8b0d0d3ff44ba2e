// Calls of corridors for many slots: checks the rows, then lets the kernels answer them. Used by
// create-corridors.ts. corridor-pool.ts uses the checks on the calling thread, and its threads
// answer parts of the rows.

import { either, list, number, object, refuse, refuseNumber, typed } from '@wayfield/check';
import type { CorridorHost } from './corridor-host.ts';
import type {
  AllCorners,
  CorridorBatches,
  CorridorCorners,
  CorridorRows,
  PlaceRows,
  RouteRows,
} from './corridors.ts';
import { checkPoints, pointsOf, routesRule } from './routes.ts';

/** Rows of any call. */
export type AnyRows = CorridorRows & Partial<RouteRows & PlaceRows>;

/** A call for many slots, by its name without 'All'. */
export type RowCall =
  | 'set'
  | 'clear'
  | 'move'
  | 'moveTarget'
  | 'distance'
  | 'optimize'
  | 'valid'
  | 'repair';

export type Answers = Uint8Array | Float64Array;

const radiusOne = /* @__PURE__ */ number(0);
const floats = /* @__PURE__ */ typed(Float64Array);
const bytes = /* @__PURE__ */ typed(Uint8Array);
const radiusRule = /* @__PURE__ */ either(radiusOne, floats);
const rowsRule = /* @__PURE__ */ object({}, 'an object');
const finite = /* @__PURE__ */ number();

/** Checks the rows of a call, and returns how many rows there are. */
export function checkRows(call: RowCall, rows: AnyRows, slotCount: number): number {
  rowsRule(rows, 'rows');
  const { slots } = rows;
  if (slots !== undefined) list(slots, 'rows.slots');
  const count = countOf(call, rows, slots?.length ?? slotCount);
  if (slots === undefined) {
    if (count > slotCount) refuse('rows', count, `at most ${slotCount} without slots`);
    return count;
  }
  if (slots.length !== count) refuse('rows.slots.length', slots.length, count);
  for (let row = 0; row < count; row++) {
    const slot = slots[row];
    if (!(Number.isInteger(slot) && slot >= 0 && slot < slotCount))
      refuseNumber(`rows.slots[${row}]`, slot, `a whole number from 0 to ${slotCount - 1}`);
  }
  return count;
}

/**
 * Checks the columns of a call other than `slots`, and returns how many rows they have. A call
 * without such columns has `all` rows.
 */
function countOf(call: RowCall, { routes, radius = 0, x, y }: AnyRows, all: number): number {
  if (call === 'set') {
    routesRule(routes, 'rows.routes');
    const count = Math.max(0, routes!.firstPoint.length - 1);
    for (let row = 0; row < count; row++) checkPoints(routes!, row, 'rows.routes');
    radiusRule(radius, 'rows.radius');
    if (typeof radius !== 'number') {
      if (radius.length !== count) refuse('rows.radius.length', radius.length, count);
      for (let row = 0; row < count; row++) radiusOne(radius[row], `rows.radius[${row}]`);
    }
    return count;
  }
  if (call !== 'move' && call !== 'moveTarget') return all;
  floats(x, 'rows.x');
  floats(y, 'rows.y');
  const count = x!.length;
  if (y!.length !== count) refuse('rows.y.length', y!.length, count);
  for (let row = 0; row < count; row++) {
    if (!Number.isFinite(x![row])) finite(x![row], `rows.x[${row}]`);
    if (!Number.isFinite(y![row])) finite(y![row], `rows.y[${row}]`);
  }
  return count;
}

/** The array for the answers of a call: `out`, which is checked, or a new one. */
export function answersOf(call: RowCall, count: number, out: Answers | undefined): Answers {
  const isLength = call === 'distance';
  if (out === undefined) return isLength ? new Float64Array(count) : new Uint8Array(count);
  (isLength ? floats : bytes)(out, 'out');
  if (out.length < count) refuse('out.length', out.length, `at least ${count}`);
  return out;
}

/** Answers `count` checked rows; `out` has room for the answers. */
export function answerRows(
  host: CorridorHost,
  call: RowCall,
  rows: AnyRows,
  count: number,
  out: Answers,
): void {
  const { kernels, columns, doubles } = host;
  const { lengths } = columns;
  if (call === 'set') {
    setRows(host, rows, count, out);
    return;
  }
  const slots = putSlots(host, rows, count);
  if (call === 'clear') kernels.clearRows(count, slots);
  else if (call === 'distance') {
    kernels.distanceRows(count, slots, lengths.reserve(count));
    out.set(lengths.view(count));
  } else {
    const to = columns.bytes.reserve(count);
    if (call === 'move' || call === 'moveTarget') {
      const x = host.x.reserve(count);
      const y = host.y.reserve(count);
      doubles().set(rows.x!, x >>> 3);
      doubles().set(rows.y!, y >>> 3);
      kernels.moveRows(count, slots, x, y, to, call === 'move' ? 0 : 1);
    } else if (call === 'optimize') kernels.optimizeRows(count, slots, to);
    else if (call === 'repair') kernels.repairRows(count, slots, to);
    else kernels.validRows(count, slots, to);
    takeBytes(host, to, out, count);
  }
}

/** Copies answers in a loop: a view of a part of the memory would be a new object per call. */
function takeBytes(host: CorridorHost, from: number, out: Answers, count: number): void {
  const memory = host.bytes();
  for (let row = 0; row < count; row++) out[row] = memory[from + row];
}

/** Writes the slots of rows, and returns their address; 0 if row i is about slot i. */
function putSlots({ columns, words }: CorridorHost, { slots }: AnyRows, count: number): number {
  if (slots === undefined) return 0;
  const at = columns.slots.reserve(count);
  words().set(slots, at >>> 2);
  return at;
}

const slotOf = ({ slots }: AnyRows, row: number): number =>
  slots === undefined ? row : slots[row];

function setRows(host: CorridorHost, rows: AnyRows, count: number, out: Answers): void {
  const { routes, radius = 0 } = rows;
  for (let row = 0; row < count; row++) {
    const one = typeof radius === 'number' ? radius : radius[row];
    out[row] = Number(host.set(slotOf(rows, row), pointsOf(routes!, row), one));
  }
}

/** The largest `n` of `corners`: kernels count corners in a byte. */
const MOST_ASKED = 255;
const allCornersRule = /* @__PURE__ */ object(
  { count: bytes, hasTarget: bytes, x: floats, y: floats },
  'AllCorners',
);

export function checkAsked(n: number): void {
  if (!(Number.isInteger(n) && n >= 1 && n <= MOST_ASKED))
    refuseNumber('n', n, `a whole number from 1 to ${MOST_ASKED}`);
}

/** Checks the arguments of `cornersAll`, and makes the arrays that are not given. */
export function allCornersOut(n: number, slots: number, out: AllCorners | undefined): AllCorners {
  checkAsked(n);
  if (out === undefined)
    return {
      count: new Uint8Array(slots),
      hasTarget: new Uint8Array(slots),
      x: new Float64Array(n * slots),
      y: new Float64Array(n * slots),
    };
  allCornersRule(out, 'out');
  for (const name in out) {
    const { length } = out[name as keyof AllCorners];
    const least = name === 'x' || name === 'y' ? n * slots : slots;
    if (length < least) refuse(`out.${name}.length`, length, `at least ${least}`);
  }
  return out;
}

/** Lets the kernels write the next `n` corners of `count` slots from `first` on to the columns. */
function runCorners(host: CorridorHost, first: number, count: number, n: number): void {
  const { kernels, columns } = host;
  const x = columns.cornerX.reserve(count * n);
  const y = columns.cornerY.reserve(count * n);
  const counts = columns.counts.reserve(count);
  const hasTarget = columns.hasTarget.reserve(count);
  kernels.cornerRows(first, count, n, x, y, counts, hasTarget);
}

/** `corners` of one slot, written to `to`. */
export function oneCorners(host: CorridorHost, slot: number, n: number, to: CorridorCorners): void {
  runCorners(host, slot, 1, n);
  const { cornerX, cornerY, counts, hasTarget } = host.columns;
  const memory = host.bytes();
  const numbers = host.doubles();
  to.count = memory[counts.address];
  to.hasTarget = memory[hasTarget.address] === 1;
  for (let k = 0; k < to.count; k++) {
    to.x[k] = numbers[(cornerX.address >>> 3) + k];
    to.y[k] = numbers[(cornerY.address >>> 3) + k];
  }
}

function allCorners(host: CorridorHost, n: number, out: AllCorners | undefined): AllCorners {
  const { slots, columns } = host;
  const to = allCornersOut(n, slots, out);
  runCorners(host, 0, slots, n);
  to.x.set(columns.cornerX.view(slots * n));
  to.y.set(columns.cornerY.view(slots * n));
  takeBytes(host, columns.counts.address, to.count, slots);
  takeBytes(host, columns.hasTarget.address, to.hasTarget, slots);
  return to;
}

const NO_ROWS: CorridorRows = {};

/** The batches of corridors. Each begins with `enter`, which takes over changes of the mesh. */
export function batchesOf(host: CorridorHost, enter: () => void): CorridorBatches {
  const answer = <Out extends Answers>(call: RowCall, rows: AnyRows, out: Out | undefined): Out => {
    enter();
    const count = checkRows(call, rows, host.slots);
    const to = answersOf(call, count, out);
    answerRows(host, call, rows, count, to);
    return to as Out;
  };
  return {
    setAll: (rows, out) => answer('set', rows, out),
    clearAll: (rows = NO_ROWS) => void answer('clear', rows, undefined),
    moveAll: (rows, out) => answer('move', rows, out),
    moveTargetAll: (rows, out) => answer('moveTarget', rows, out),
    distanceAll: (rows = NO_ROWS, out) => answer('distance', rows, out),
    optimizeAll: (rows = NO_ROWS, out) => answer('optimize', rows, out),
    validAll: (rows = NO_ROWS, out) => answer('valid', rows, out),
    repairAll: (rows = NO_ROWS, out) => answer('repair', rows, out),
    cornersAll(n, out) {
      enter();
      return allCorners(host, n, out);
    },
  };
}
