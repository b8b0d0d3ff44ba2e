// Lower bounds of what is left to a target, in f64 so that they are as good as exact: rounding the
// sum of a dist and its bound to f32 is monotone and cannot lift it above the cost of a path.

import { landmarkBound, landmarksAim } from './graph-landmarks';
import { coordinates, distOf } from './graph-state';

/** As numbers, the same as on grids. */
const MANHATTAN: u32 = 1;
const OCTILE: u32 = 2;
/** Beyond what grids have. */
export const LANDMARKS: u32 = 4;

/** 0 = no heuristic, else MANHATTAN, OCTILE, LANDMARKS or 3, Euclidean. */
export let heuristic: u32 = 0;
export let scale: f64 = 0;
export let targetX: f64 = 0;
export let targetY: f64 = 0;

/** Aims at a target; with kind 0 there is no bound. */
export function aim(kind: u32, by: f64, target: u32): void {
  heuristic = kind;
  scale = by;
  if (kind == LANDMARKS) landmarksAim(target);
  else if (kind) {
    const at = coordinates + ((<usize>target) << 3);
    targetX = <f64>load<f32>(at);
    targetY = <f64>load<f32>(at, 4);
  }
}

/** The bound for a difference of coordinates that is not measured in a straight line. */
export function otherBound(dx: f64, dy: f64): f64 {
  const x = abs(dx),
    y = abs(dy);
  if (heuristic == MANHATTAN) return scale * (x + y);
  if (heuristic == OCTILE) return scale * (max(x, y) + 0.41421356237309503 * min(x, y));
  return scale * Math.sqrt(dx * dx + dy * dy);
}

/** The bound of a node; aim first. */
export function boundOf(node: u32): f64 {
  if (heuristic == LANDMARKS) return landmarkBound(node);
  const at = coordinates + ((<usize>node) << 3);
  return otherBound(<f64>load<f32>(at) - targetX, <f64>load<f32>(at, 4) - targetY);
}

/** The key of a node in the queue: its dist and its bound. */
export function keyOf(node: u32, record: u64): f32 {
  const dist = distOf(record);
  return heuristic ? <f32>(<f64>dist + boundOf(node)) : dist;
}
