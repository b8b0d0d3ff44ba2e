// Calls of corridors for many slots: rows are checked, then answered one by one. A pool checks the
// rows on the calling thread, and its threads answer parts of them.

import { either, list, number, object, refuse, refuseNumber, typed } from '@wayfield/check';
import {
  CORRIDOR_STATUS,
  type CorridorBatches,
  type CorridorRows,
  type CorridorStatus,
  type PlaceRows,
  type RouteRows,
} from './corridors.ts';
import { moveEnd, moveStart, routesRule, setRoute } from './follow.ts';
import type { CorridorContext } from './corridor-context.ts';
import { isValid, optimize, repair } from './mend.ts';
import { allCorners, lengthOf, measure } from './path-ahead.ts';

/** Rows of any call. */
export type AnyRows = CorridorRows & Partial<RouteRows & PlaceRows>;

const statusNumber = (status: CorridorStatus): number => CORRIDOR_STATUS.indexOf(status);
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

/** Answers one row, about a slot. */
type Answer = (context: CorridorContext, slot: number, rows: AnyRows, row: number) => number;

const ANSWERS: Readonly<Record<RowCall, Answer>> = {
  set: (context, slot, { routes, radius = 0 }, row) =>
    Number(
      setRoute(context, slot, routes!, row, typeof radius === 'number' ? radius : radius[row]),
    ),
  clear: ({ store }, slot) => (store.length[slot] = 0),
  move: (context, slot, { x, y }, row) => statusNumber(moveStart(context, slot, x!, y!, row)),
  moveTarget: (context, slot, { x, y }, row) => statusNumber(moveEnd(context, slot, x!, y!, row)),
  distance: lengthOf,
  optimize: (context, slot) => Number(context.store.length[slot] > 0 && optimize(context, slot)),
  valid: (context, slot) => Number(isValid(context, slot)),
  repair: (context, slot) => Number(repair(context, slot)),
};

export type Answers = Uint8Array | Float64Array;

const radiusOne = /* @__PURE__ */ number(0);
const floats = /* @__PURE__ */ typed(Float64Array);
const bytes = /* @__PURE__ */ typed(Uint8Array);
const radiusRule = /* @__PURE__ */ either(radiusOne, floats);
const rowsRule = /* @__PURE__ */ object({}, 'an object');
const finite = /* @__PURE__ */ number();

/** Checks the rows of a call, and returns how many they are. */
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

/** Checks what a call takes per row; `all` rows where it takes nothing. */
function countOf(call: RowCall, { routes, radius = 0, x, y }: AnyRows, all: number): number {
  if (call === 'set') {
    routesRule(routes, 'rows.routes');
    const count = Math.max(0, routes!.firstPoint.length - 1);
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

/** The array for the answers of a call. */
export function answersOf(call: RowCall, count: number, out: Answers | undefined): Answers {
  const isLength = call === 'distance';
  if (out === undefined) return isLength ? new Float64Array(count) : new Uint8Array(count);
  (isLength ? floats : bytes)(out, 'out');
  if (out.length < count) refuse('out.length', out.length, `at least ${count}`);
  return out;
}

/** Answers checked rows. */
export function answerRows(
  context: CorridorContext,
  call: RowCall,
  rows: AnyRows,
  count: number,
  out: Answers,
): void {
  const answer = ANSWERS[call];
  const { slots } = rows;
  for (let row = 0; row < count; row++) {
    const slot = slots === undefined ? row : slots[row];
    if (call !== 'distance') out[row] = answer(context, slot, rows, row);
    else {
      // a fraction that a function returns is allocated
      measure(context, slot);
      out[row] = context.measured[0];
    }
  }
}

const NO_ROWS: CorridorRows = {};

/** The batches of corridors; `enter` is called first by each. */
export function batchesOf(context: CorridorContext, enter: () => void): CorridorBatches {
  const slotCount = context.store.length.length;
  const answer = <Out extends Answers>(call: RowCall, rows: AnyRows, out: Out | undefined): Out => {
    enter();
    const count = checkRows(call, rows, slotCount);
    const to = answersOf(call, count, out);
    answerRows(context, call, rows, count, to);
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
      return allCorners(context, n, out);
    },
  };
}
