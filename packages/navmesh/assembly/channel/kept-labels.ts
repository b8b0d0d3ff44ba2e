// Dominance at bottlenecks, for discs: at each bottleneck the two labels with the shortest lengths
// are kept, and new labels are compared with them. More would only prune more: the number has no
// part in the proof.
//
// All labels of a bottleneck have the same continuations. The circle that has the bottleneck as
// its diameter holds neither far corner of the two triangles at it (`hasVertexAround` of
// src/discs/disc-corridors.ts), and so, on Delaunay triangles, no vertex of the corridor. A disc
// before the bottleneck therefore keeps clear of everything behind the bottleneck, whatever path it
// came by. Where the circle holds a far corner, the corridor has no bottleneck.

import { isTrusted, runNow } from '../discs/dominance';
import { bottleneck, lengthToPlace, openOf } from './bottlenecks';
import { firstTurn } from './circle-chains';
import { boundOf, hasSameFunnel, labelLengthTo } from './labels';
import { Bottleneck, KEPT_LABELS, KeptLabel, KeptLabels } from './layout';
import { SUMS } from '../rounding';

/** Records `KeptLabels`, of KEPT_LABELS bytes each, one per node side. */
let kept: usize = 0;
let radius: f64 = 0;
export function keptLabelsBind(address: usize): void {
  kept = address;
}
/** Forgets all labels when the numbers of runs begin again; `sides`: the number of node sides. */
export function keptLabelsRestart(sides: u32): void {
  memory.fill(kept, 0, <usize>sides * KEPT_LABELS);
}
export function keptLabelsForget(r: f64): void {
  radius = r;
}

function keptOf(number: u32): KeptLabels {
  return changetype<KeptLabels>(kept + <usize>number * KEPT_LABELS);
}
/** The first or the second label kept at a bottleneck. */
function keptAt(at: KeptLabels, k: usize): KeptLabel {
  return changetype<KeptLabel>(
    changetype<usize>(at) + offsetof<KeptLabels>() + k * offsetof<KeptLabel>(),
  );
}

/** The current path's lengths to both ends of the open part of a bottleneck. */
let toLeft: f64 = 0;
let toRight: f64 = 0;
function measure(one: Bottleneck): void {
  toLeft = lengthToPlace(one, radius);
  toRight = one.length > 2 * radius ? lengthToPlace(one, one.length - radius) : toLeft;
}

/** The length of a label's path to the place of a bottleneck that is `along` from its left end. */
function placeLength(label: u32, one: Bottleneck, along: f64): f64 {
  const share = along * 2 * one.halfInverse;
  return labelLengthTo(label, one.x + share * one.dx, one.y + share * one.dy);
}
/** Measures a kept label when it is first compared: most labels never are. */
function measureKept(one: Bottleneck, own: KeptLabel): void {
  if (own.left >= 0) return;
  own.left = placeLength(own.label, one, radius);
  own.right = one.length > 2 * radius ? placeLength(own.label, one, one.length - radius) : own.left;
}

/**
 * Whether a kept label F dominates the current path T, whose lower bound is `bound`. F does if its
 * lower bound is no larger and F is nowhere on the open part longer than T. Three comparisons prove
 * the second:
 *
 * - Lengths along the bottleneck are convex, so F lies below the straight line between its lengths
 *   to the two ends.
 * - Lengths change no faster than the place moves. So T lies above max(toLeft - a, toRight - (open
 *   - a)) at distance `a` from the left end: two straight lines that meet at a = `along`.
 * - The line of F lies below both lines of T if it does so at the two ends and at `along`.
 *
 * Where F and T have the same funnel they differ by the same length everywhere, so that the
 * comparison at the ends is enough.
 */
export function isKeptBetter(number: u32, bound: f64): bool {
  const at = keptOf(number);
  if (at.run != runNow()) return false;
  const one = bottleneck(number);
  measure(one);
  const open = openOf(one);
  // where the two lines of T meet, and their value there
  const along = max<f64>(0, min(open, (toLeft - toRight + open) * 0.5));
  const least = max(toLeft - along, toRight - (open - along)) * (1 + SUMS);
  const share = open > 0 ? along / open : 0;
  for (let k: usize = 0; k < 2; k++) {
    const other = keptAt(at, k);
    measureKept(one, other);
    if (other.left > toLeft * (1 + SUMS) || other.right > toRight * (1 + SUMS)) continue;
    if (boundOf(other.label) > bound) continue;
    if (other.left + share * (other.right - other.left) <= least || hasSameFunnel(other.label))
      return true;
  }
  return false;
}

/**
 * Keeps the label of the current path in place of the worse of the two kept ones, if it is better:
 * if the sum of its lengths to both ends is smaller. Labels in doubt are not kept, so they prune
 * nothing. To be called right after `isKeptBetter`, which measures the current path and the kept
 * labels of this run.
 */
export function keepLabel(number: u32, label: u32): void {
  if (!isTrusted(firstTurn())) return;
  const at = keptOf(number);
  const first = keptAt(at, 0);
  const second = keptAt(at, 1);
  if (at.run != runNow()) {
    at.run = runNow();
    first.left = -1;
    first.label = label;
    second.left = Infinity;
    second.right = Infinity;
    return;
  }
  const worse = second.left + second.right >= first.left + first.right ? second : first;
  if (toLeft + toRight >= worse.left + worse.right) return;
  worse.left = toLeft;
  worse.right = toRight;
  worse.label = label;
}
