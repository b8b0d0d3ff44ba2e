// The narrow phase for oriented shapes: src/oriented/touch.ts, operation by operation.
//
//   layout.ts    where records and poses lie
//   polygons.ts  discs and polygons in 2D
//   boxes.ts     balls and boxes in 3D
import { ballCentres, boxesTouch, boxTouchesBall } from './boxes';
import {
  copyPair,
  corners,
  enclosing,
  firstSlot,
  layoutBind,
  PAIR_BYTES,
  poseOf,
  radiusOf,
  recordOf,
  secondSlot,
} from './layout';
import { discCentres, polygonTouchesDisc, sidesSeparate } from './polygons';

/** 2^-40: the largest gap that counts as touching, per sum of enclosing radii. */
const TOUCHING: f64 = 9.094947017729282e-13;

let three: bool;

/** Where the records of shapes, their first words, the entries and poses of bodies begin. */
export function bind(
  records: usize,
  first: usize,
  entries: usize,
  poses: usize,
  inThree: bool,
): void {
  layoutBind(records, first, entries, poses, inThree);
  three = inThree;
}

/** Moves the pairs that touch to the front, in their order, and returns their number. */
export function keepPairs(pairs: usize, count: u32): u32 {
  let to = pairs;
  const end = pairs + PAIR_BYTES * count;
  for (let at = pairs; at < end; at += PAIR_BYTES) {
    if (!touch(firstSlot(at), secondSlot(at))) continue;
    copyPair(to, at);
    to += PAIR_BYTES;
  }
  return <u32>((to - pairs) / PAIR_BYTES);
}

/** Do the shapes of two slots touch? */
function touch(slotA: u32, slotB: u32): bool {
  const A = recordOf(slotA);
  const B = recordOf(slotB);
  const a = poseOf(slotA);
  const b = poseOf(slotB);
  const limit = TOUCHING * (enclosing(A) + enclosing(B));
  if (corners(A) == 0 && corners(B) == 0) {
    const reach = radiusOf(A) + radiusOf(B) + limit;
    return (three ? ballCentres(a, b) : discCentres(a, b)) <= reach * reach;
  }
  if (corners(A) == 0) return touchesRound(b, a, B, radiusOf(A) + limit);
  if (corners(B) == 0) return touchesRound(a, b, A, radiusOf(B) + limit);
  if (three) return boxesTouch(a, b, A, B, limit);
  return !sidesSeparate(a, b, A, B, limit) && !sidesSeparate(b, a, B, A, limit);
}

/** Does the shape A at a touch a disc or ball about b? */
function touchesRound(a: usize, b: usize, A: usize, reach: f64): bool {
  return three ? boxTouchesBall(a, b, A, reach) : polygonTouchesDisc(a, b, A, reach);
}
