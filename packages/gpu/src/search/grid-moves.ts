// The table of successors of the invocation queues, the same as in the kernels of
// @wayfield/cpu-wasm. Directions: 0 E, 1 W, 2 S, 3 N, 4 SE, 5 SW, 6 NE, 7 NW; y grows downwards.
import type { CornerRule } from '@wayfield/graph';

const [E, W, S, N, SE, SW, NE, NW] = [1, 2, 4, 8, 16, 32, 64, 128];
/**
 * Per straight direction the bits of the steps: ahead; to the sides a and b; diagonally ahead on
 * side a, on side b; diagonally back on side a, on side b.
 */
const STRAIGHT = [
  [E, N, S, NE, SE, NW, SW],
  [W, N, S, NW, SW, NE, SE],
  [S, E, W, SE, SW, NE, NW],
  [N, E, W, NE, NW, SE, SW],
];
/**
 * Per diagonal direction the bits of the steps: the three natural ones; then a side behind and the
 * diagonal around the corner there, for both sides.
 */
const DIAGONAL = [
  [E | S | SE, N, NE, W, SW],
  [W | S | SW, N, NW, E, SE],
  [E | N | NE, S, SE, W, NW],
  [W | N | NW, S, SW, E, NE],
];

/**
 * The successors that canonical ordering leaves (Harabor & Grastien 2011 without the jumps;
 * Sturtevant & Rabin 2016), 2048 bytes. Entry [direction of arrival << 8 | moves] keeps the natural
 * and the forced steps, so that mostly one of all shortest paths through a cell is followed.
 */
export function successorsOf(corners: CornerRule): Uint8Array {
  const table = new Uint8Array(2048);
  for (let m = 0; m < 256; m++) {
    STRAIGHT.forEach(([ahead, a, b, aheadA, aheadB, backA, backB], d) => {
      let keep = ahead;
      if (corners === 'never') {
        // a is open and its diagonal behind is not: the cell behind a is blocked
        if (m & a && !(m & backA)) keep |= a | aheadA;
        if (m & b && !(m & backB)) keep |= b | aheadB;
      } else {
        if (!(m & a)) keep |= aheadA;
        if (!(m & b)) keep |= aheadB;
      }
      table[(d << 8) | m] = m & keep;
    });
    DIAGONAL.forEach(([natural, a, aroundA, b, aroundB], d) => {
      let keep = natural;
      if (corners !== 'never') {
        if (!(m & a)) keep |= aroundA;
        if (!(m & b)) keep |= aroundB;
      }
      table[((d + 4) << 8) | m] = m & keep;
    });
  }
  return table;
}
