// The path through a corridor: its next corners and its length.

import { object, refuse, refuseNumber, typed } from '@wayfield/check';
import { openFunnel, type OpenFunnel } from '../discs/disc-funnel.ts';
import { KERNELS_BASE64 } from '../funnel.gen.ts';
import type { ArcPath } from '../geometry/arc-path.ts';
import { type Corners, nextCorners } from './corner-funnel.ts';
import type { AllCorners } from './corridors.ts';
import { fillSleeve, type CorridorContext } from './corridor-context.ts';

/** Portals that are looked at first for the next corners. */
const NEXT_PORTALS = 24;
/** `corners` gives at most this many. */
const MOST_ASKED = 255;
/** Arcs become corners, one per 60 degrees: pieces that touch the arc from outside. */
const PIECE = Math.PI / 3;
const floats = /* @__PURE__ */ typed(Float64Array);
const bytes = /* @__PURE__ */ typed(Uint8Array);
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

export function allCorners(
  context: CorridorContext,
  n: number,
  out: AllCorners | undefined,
): AllCorners {
  const slots = context.store.length.length;
  const to = allCornersOut(n, slots, out);
  const { one } = context;
  one.x = to.x;
  one.y = to.y;
  for (let slot = 0; slot < slots; slot++) {
    one.at = slot * n;
    to.hasTarget[slot] = cornersOf(context, slot, n, one) ? 1 : 0;
    to.count[slot] = one.count;
  }
  return to;
}

/** Writes the next corners of a slot. Returns whether the target is among them. */
export function cornersOf(
  context: CorridorContext,
  slot: number,
  n: number,
  out: Corners,
): boolean {
  const { store, sleeve } = context;
  const { radius, length } = store;
  out.count = 0;
  if (length[slot] === 0) return false;
  // the next corners mostly lie near the agent: look at 24 portals, then at twice as many, …
  const most = radius[slot] > 0 ? 0 : length[slot] / 2;
  let filled = 0;
  for (let portals = NEXT_PORTALS; portals < most; portals *= 2) {
    if (!fillSleeve(context, slot, portals, filled)) return false;
    filled = portals;
    setEnds(context, slot, false);
    nextCorners(sleeve, context.ends, context.cells, n, out);
    if (out.count === n) return false;
  }
  if (!fillSleeve(context, slot, Infinity, filled)) return false;
  if (radius[slot] > 0) return discCorners(context, slot, n, out);
  setEnds(context, slot, true);
  return nextCorners(sleeve, context.ends, context.cells, n, out);
}

/** Writes the ends of a path; the target as NaN where the sleeve ends before it. */
function setEnds({ store, ends }: CorridorContext, slot: number, hasTarget: boolean): void {
  ends[0] = store.x[slot];
  ends[1] = store.y[slot];
  ends[2] = hasTarget ? store.targetX[slot] : NaN;
  ends[3] = hasTarget ? store.targetY[slot] : NaN;
}

/** Finds the path of a disc through the sleeve, and its length: the funnel holds both. */
function discPath(context: CorridorContext, slot: number): OpenFunnel {
  const { store, sleeve, ends } = context;
  context.funnel ??= openFunnel(KERNELS_BASE64);
  setEnds(context, slot, true);
  context.funnel.radius[0] = store.radius[slot];
  context.funnel.between(sleeve, ends);
  return context.funnel;
}

function discCorners(context: CorridorContext, slot: number, n: number, out: Corners): boolean {
  const { path, length } = discPath(context, slot);
  if (length[0] === Infinity) return false;
  const { x, y, sweep } = path;
  for (let i = 0; i < path.count; i++) {
    if (i > 0 && !add(out, n, x, y, i)) return false;
    if (sweep[i] !== 0 && !addArc(out, n, path, i, context)) return false;
  }
  return true;
}

/** Adds the corners of the arc at point i. Returns false where there is no room for all. */
function addArc(
  out: Corners,
  n: number,
  path: ArcPath,
  i: number,
  context: CorridorContext,
): boolean {
  const { centreX, centreY, startAngle, sweep } = path;
  const pieces = Math.ceil(Math.abs(sweep[i]) / PIECE);
  const step = sweep[i] / pieces;
  const reach = context.funnel!.radius[0] / Math.cos(step / 2);
  for (let k = 0; k < pieces; k++) {
    if (out.count === n) return false;
    const angle = startAngle[i] + (k + 0.5) * step;
    const at = (out.at ?? 0) + out.count++;
    out.x[at] = centreX[i] + reach * Math.cos(angle);
    out.y[at] = centreY[i] + reach * Math.sin(angle);
  }
  return true;
}

/** Adds point i as a corner; false where there are `n` already. */
function add(out: Corners, n: number, xs: Float64Array, ys: Float64Array, i: number): boolean {
  if (out.count === n) return false;
  const at = (out.at ?? 0) + out.count++;
  out.x[at] = xs[i];
  out.y[at] = ys[i];
  return true;
}

/** The length of the path through a corridor; Infinity where it is not valid. */
export function lengthOf(context: CorridorContext, slot: number): number {
  measure(context, slot);
  return context.measured[0];
}

/** Writes the length of the path through a corridor to `measured[0]`: nothing is allocated. */
export function measure(context: CorridorContext, slot: number): void {
  const { store, sleeve, scratch, measured } = context;
  measured[0] = Infinity;
  if (store.length[slot] === 0 || !fillSleeve(context, slot)) return;
  if (store.radius[slot] > 0) {
    measured[0] = discPath(context, slot).length[0];
    return;
  }
  let px = store.x[slot];
  let py = store.y[slot];
  const all = fullCorners(scratch, sleeve.count + 2);
  setEnds(context, slot, true);
  nextCorners(sleeve, context.ends, context.cells, sleeve.count + 2, all);
  let length = 0;
  for (let i = 0; i < all.count; i++) {
    const dx = all.x[i] - px;
    const dy = all.y[i] - py;
    // Math.hypot boxes its numbers
    length += Math.sqrt(dx * dx + dy * dy);
    px = all.x[i];
    py = all.y[i];
  }
  measured[0] = length;
}

/** The scratch, with room for that many corners. */
export function fullCorners(scratch: Corners, room: number): Corners {
  if (scratch.x.length < room)
    Object.assign(scratch, { x: new Float64Array(2 * room), y: new Float64Array(2 * room) });
  return scratch;
}
