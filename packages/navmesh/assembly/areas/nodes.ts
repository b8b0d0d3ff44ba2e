// The nodes of the graph. With S sides and k points on each: node s < S is the start of side s, the
// first one of its sector of free triangles around the vertex; then k nodes per side, of which only
// those of the side with the lower number of two twins are used; then the extra points.

import { after, NONE } from '../sides';
import {
  extraX,
  extraY,
  firstExtra,
  perSide,
  sideNode,
  sideRoom,
  sideTwin,
  sideX,
  sideY,
} from './layout';

/** The first extra point. */
export function firstExtraNode(): u32 {
  return sideRoom() * (1 + perSide());
}

/** The node of point i of a triangle: corners, points of the three sides, extra points. */
export function nodeOf(t: u32, i: u32): u32 {
  const count = perSide();
  if (i < 3) return sideNode(3 * t + i);
  i -= 3;
  if (i >= 3 * count) return firstExtraNode() + firstExtra(t) + (i - 3 * count);
  const side: u32 = 3 * t + i / count;
  const k: u32 = i % count;
  const twin = sideTwin(side);
  // a side that is not crossed has no points
  if (twin == NONE) return NONE;
  if (side < twin) return sideRoom() + side * count + k;
  return sideRoom() + twin * count + (count - 1 - k);
}

export function nodeX(node: u32): f64 {
  if (node < sideRoom()) return sideX(node);
  if (node >= firstExtraNode()) return extraX(node - firstExtraNode());
  const side = (node - sideRoom()) / perSide();
  return between(sideX(side), sideX(after(side)), node);
}
export function nodeY(node: u32): f64 {
  if (node < sideRoom()) return sideY(node);
  if (node >= firstExtraNode()) return extraY(node - firstExtraNode());
  const side = (node - sideRoom()) / perSide();
  return between(sideY(side), sideY(after(side)), node);
}

/** Points divide their side into equal pieces. */
function between(a: f64, b: f64, node: u32): f64 {
  const k = (node - sideRoom()) % perSide();
  return a + ((b - a) * <f64>(k + 1)) / <f64>(perSide() + 1);
}
