// The path through a corridor: its next corners and its length.

import { object, refuse, refuseNumber, typed } from '@wayfield/check';
import { openDiscFunnel } from '../discs/disc-funnel.ts';
import { KERNELS_BASE64 } from '../funnel.gen.ts';
import { type Corners, nextCorners } from './corner-funnel.ts';
import type { AllCorners } from './corridors.ts';
import { fillSleeve, type Keeper } from './keeper.ts';

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

export function allCorners(keeper: Keeper, n: number, out: AllCorners | undefined): AllCorners {
  checkAsked(n);
  if (out !== undefined) allCornersRule(out, 'out');
  const { scratch, store } = keeper;
  const count = store.length.length;
  const to = out ?? {
    count: new Uint8Array(count),
    hasTarget: new Uint8Array(count),
    x: new Float64Array(n * count),
    y: new Float64Array(n * count),
  };
  for (const [name, length] of [
    ['count', count],
    ['hasTarget', count],
    ['x', n * count],
    ['y', n * count],
  ] as const)
    if (to[name].length < length)
      refuse(`out.${name}.length`, to[name].length, `at least ${length}`);
  const one = { count: 0, x: to.x, y: to.y, at: 0 };
  for (let slot = 0; slot < count; slot++) {
    one.at = slot * n;
    to.hasTarget[slot] = cornersOf(keeper, slot, n, one) ? 1 : 0;
    to.count[slot] = one.count;
  }
  scratch.count = 0;
  return to;
}

/** Writes the next corners of a slot. Returns whether the target is among them. */
export function cornersOf(keeper: Keeper, slot: number, n: number, out: Corners): boolean {
  const { store, sleeve } = keeper;
  const { radius, length } = store;
  out.count = 0;
  if (length[slot] === 0) return false;
  // the next corners mostly lie in the first part of the corridor: parts twice as long each time
  const most = radius[slot] > 0 ? 0 : length[slot] / 2;
  let filled = 0;
  for (let portals = NEXT_PORTALS; portals < most; portals *= 2) {
    if (!fillSleeve(keeper, slot, portals, filled)) return false;
    filled = portals;
    setEnds(keeper, slot, false);
    nextCorners(sleeve, keeper.ends, keeper.cells.epsilon, n, out);
    if (out.count === n) return false;
  }
  if (!fillSleeve(keeper, slot, Infinity, filled)) return false;
  if (radius[slot] > 0) return discCorners(keeper, slot, n, out);
  setEnds(keeper, slot, true);
  return nextCorners(sleeve, keeper.ends, keeper.cells.epsilon, n, out);
}

/** Writes the ends of a path; the target as NaN where the sleeve ends before it. */
function setEnds({ store, ends }: Keeper, slot: number, hasTarget: boolean): void {
  ends[0] = store.x[slot];
  ends[1] = store.y[slot];
  ends[2] = hasTarget ? store.targetX[slot] : NaN;
  ends[3] = hasTarget ? store.targetY[slot] : NaN;
}

/** The length of the path of a disc through the sleeve, which the funnel then holds. */
function discLength(keeper: Keeper, slot: number): number {
  const { store, sleeve } = keeper;
  keeper.funnel ??= openDiscFunnel(KERNELS_BASE64);
  return keeper.funnel.toPoint(sleeve, {
    sourceX: store.x[slot],
    sourceY: store.y[slot],
    targetX: store.targetX[slot],
    targetY: store.targetY[slot],
    radius: store.radius[slot],
  });
}

function discCorners(keeper: Keeper, slot: number, n: number, out: Corners): boolean {
  if (discLength(keeper, slot) === Infinity) return false;
  const { count, x, y, centreX, centreY, startAngle, sweep } = keeper.funnel!;
  const { radius } = keeper.store;
  const at = out.at ?? 0;
  const put = (px: number, py: number): boolean => {
    if (out.count === n) return false;
    out.x[at + out.count] = px;
    out.y[at + out.count++] = py;
    return true;
  };
  for (let i = 0; i < count; i++) {
    if (i > 0 && !put(x[i], y[i])) return false;
    const pieces = Math.ceil(Math.abs(sweep[i]) / PIECE);
    const step = sweep[i] / pieces;
    const reach = radius[slot] / Math.cos(step / 2);
    for (let k = 0; k < pieces; k++) {
      const angle = startAngle[i] + (k + 0.5) * step;
      if (!put(centreX[i] + reach * Math.cos(angle), centreY[i] + reach * Math.sin(angle)))
        return false;
    }
  }
  return true;
}

/** The length of the path through a corridor; Infinity where it is not valid. */
export function lengthOf(keeper: Keeper, slot: number): number {
  const { store, sleeve, scratch } = keeper;
  if (store.length[slot] === 0 || !fillSleeve(keeper, slot)) return Infinity;
  if (store.radius[slot] > 0) return discLength(keeper, slot);
  let px = store.x[slot];
  let py = store.y[slot];
  const all = fullCorners(scratch, sleeve.count + 2);
  setEnds(keeper, slot, true);
  nextCorners(sleeve, keeper.ends, keeper.cells.epsilon, sleeve.count + 2, all);
  let length = 0;
  for (let i = 0; i < all.count; i++) {
    length += Math.hypot(all.x[i] - px, all.y[i] - py);
    px = all.x[i];
    py = all.y[i];
  }
  return length;
}

/** The scratch, with room for that many corners. */
export function fullCorners(scratch: Corners, room: number): Corners {
  if (scratch.x.length < room)
    Object.assign(scratch, { x: new Float64Array(2 * room), y: new Float64Array(2 * room) });
  return scratch;
}
