// Lower bounds on the distance to a target, in f64. With coordinates: `scale` times the
// straight-line distance. Every arc weighs at least `scale` times its length (see `scale` in
// src/graph/layout.ts), so every path costs at least `scale` times the line between its ends. By
// landmarks: landmarks.ts. Manhattan and octile distances can overestimate: greedy search may take
// them, A* only with `allowInadmissible`.
//
// A key is dist + bound, rounded to f32 once. The f32 sum along a path may have been rounded below
// the true length, and so below the key. A search therefore continues to keys somewhat above the
// cost found: `aimedLimit` in expand.ts says how far.

import { Y } from '../layout';
import { LANDMARKS, MANHATTAN, OCTILE } from '../heuristics';
import { landmarkBound, landmarksAim } from './landmarks';
import { graphCoordinates, distOf } from './state';

/** One of ../heuristics.ts; ZERO gives no bounds. */
let heuristic: u32 = 0;
/** Cost per unit of coordinates; 1 in greedy search. */
let scale: f64 = 0;
let targetX: f64 = 0;
let targetY: f64 = 0;

/** Sets the target of the bounds, the heuristic `kind`, and the cost per unit of coordinates. */
export function aim(kind: u32, unitCost: f64, target: u32): void {
  heuristic = kind;
  scale = unitCost;
  if (kind == LANDMARKS) landmarksAim(target);
  else if (kind) {
    const at = graphCoordinates() + ((<usize>target) << 3);
    targetX = <f64>load<f32>(at);
    targetY = <f64>load<f32>(at, Y);
  }
}

/** `scale` times the Manhattan, octile or else Euclidean distance over (dx, dy). */
export function coordinateDistance(dx: f64, dy: f64): f64 {
  const x = abs(dx),
    y = abs(dy);
  if (heuristic == MANHATTAN) return scale * (x + y);
  if (heuristic == OCTILE) return scale * (max(x, y) + 0.41421356237309503 * min(x, y));
  return scale * Math.sqrt(dx * dx + dy * dy);
}

/** The lower bound of a node on the distance to the target given to `aim`. */
export function boundOf(node: u32): f64 {
  if (heuristic == LANDMARKS) return landmarkBound(node);
  const at = graphCoordinates() + ((<usize>node) << 3);
  return coordinateDistance(<f64>load<f32>(at) - targetX, <f64>load<f32>(at, Y) - targetY);
}

/** The key of a node in the queue: its dist plus its lower bound. */
export function keyOf(node: u32, record: u64): f32 {
  const dist = distOf(record);
  return heuristic ? <f32>(<f64>dist + boundOf(node)) : dist;
}

export function heuristicKind(): u32 {
  return heuristic;
}

export function heuristicScale(): f64 {
  return scale;
}

export function heuristicTargetX(): f64 {
  return targetX;
}

export function heuristicTargetY(): f64 {
  return targetY;
}
