// The nodes of the graph, by number. S is the number of sides that there is room for.
//
// - Below S: vertices. The walls at a vertex divide its free triangles into sectors. Each sector
//   has one node. Its number is that of a side of the sector that starts at the vertex: the most
//   clockwise one, or the lowest one if the vertex has no walls (`firstOf` in
//   src/areas/area-graph.ts). All other numbers below S are unused.
// - From S on: nodes on sides (`nodeOn`).
// - From `firstExtraNode` on: extra points.
//
// Called by search.ts; src/areas/find-path.ts reads where the nodes of the path found lie.

import { after } from '@wayfield/navmesh/assembly/sides';
import {
  extraX,
  extraY,
  firstExtra,
  firstExtraNode,
  nodeSide,
  sideCount,
  sideFirst,
  sideNode,
  sideRoom,
  sideTwin,
  sideX,
  sideY,
} from './layout';

/** The node of point k between the ends of a side, counted from where the side starts. */
export function nodeOn(side: u32, k: u32): u32 {
  const first = sideFirst(side);
  return side < sideTwin(side) ? first + k : first + sideCount(side) - 1 - k;
}

/**
 * The node of point i of a triangle. The order of points: the three vertices, the points of each
 * side, the extra points.
 */
export function nodeOf(t: u32, i: u32): u32 {
  if (i < 3) return sideNode(3 * t + i);
  i -= 3;
  for (let side: u32 = 3 * t; side < 3 * t + 3; side++) {
    const count = sideCount(side);
    if (i < count) return nodeOn(side, i);
    i -= count;
  }
  return firstExtraNode() + firstExtra(t) + i;
}

/** How many points a triangle has before its extra points. */
export function pointCount(t: u32): u32 {
  return 3 + sideCount(3 * t) + sideCount(3 * t + 1) + sideCount(3 * t + 2);
}

/** Where a node lies. Nodes on a side divide it into equal pieces. */
export function nodeX(node: u32): f64 {
  if (node < sideRoom()) return sideX(node);
  if (node >= firstExtraNode()) return extraX(node - firstExtraNode());
  const side = nodeSide(node);
  return between(sideX(side), sideX(after(side)), node - sideFirst(side), sideCount(side));
}
export function nodeY(node: u32): f64 {
  if (node < sideRoom()) return sideY(node);
  if (node >= firstExtraNode()) return extraY(node - firstExtraNode());
  const side = nodeSide(node);
  return between(sideY(side), sideY(after(side)), node - sideFirst(side), sideCount(side));
}

function between(a: f64, b: f64, k: u32, count: u32): f64 {
  return a + ((b - a) * <f64>(k + 1)) / <f64>(count + 1);
}
