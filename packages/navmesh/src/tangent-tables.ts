import { NONE } from '@wayfield/graph';
import { checkArray, refuse } from './refuse.ts';
import type { TableArrays } from './table-file.ts';

/** The corner that an arc leads to: HEADS of assembly/tangents/graph.ts. */
const HEADS = 2 ** 30 - 1;

/**
 * Throws RangeError, with the numbers, unless a search can work on these tables without leaving them or going round in circles: arcs in order of
 * their corners, each to a corner; of landmarks the ways to them, which must end.
 */
export function checkTangentTables(
  { cornerArcs, arcs, unit, lengths, nexts }: TableArrays['tangents'],
  count: number,
  landmarks: number,
): void {
  checkArray(cornerArcs, Uint32Array, 3 * count + 3, 'cornerArcs');
  if (arcs.length % 2 !== 0) refuse('arcs.length', arcs.length, 'an even number');
  // the first arc, the first that touches walls on the right, the end of those that touch walls on the left
  let least = 0;
  for (let k = 0; k < 3 * count + 1; k++) {
    const most = k === 3 * count ? arcs.length / 2 : undefined;
    const arc = cornerArcs[k]!;
    if (arc < least || arc > arcs.length / 2 || (k === 0 && arc !== 0) || (most ?? arc) !== arc)
      refuse(`cornerArcs[${k}]`, arc, most ?? `${least} to ${arcs.length / 2}`);
    least = arc;
  }
  for (let k = 0; k < arcs.length; k += 2) {
    const head = arcs[k]! & HEADS;
    if (head >= count) refuse(`the head of arc ${k / 2}`, head, `below ${count}`);
  }
  if (lengths.length > 0) checkArray(lengths, Uint16Array, landmarks * count, 'lengths');
  checkArray(nexts, Uint32Array, lengths.length, 'nexts');
  checkArray(unit, Float64Array, 1, 'unit');
  if (!(unit[0]! > 0 && unit[0]! < Infinity)) refuse('unit', unit[0], 'above 0 and finite');
  checkWays(nexts, count);
}

/** Ways to each landmark, corner by corner: each ends somewhere. */
function checkWays(nexts: Uint32Array, count: number): void {
  /** The walk that came by. */
  const seen = new Uint32Array(count);
  let walk = 0;
  for (let row = 0; row < nexts.length; row += count) {
    const before = walk;
    for (let start = 0; start < count; start++) {
      walk++;
      for (let corner = start; corner !== NONE && seen[corner]! <= before;) {
        seen[corner] = walk;
        const next = nexts[row + corner]!;
        if (next !== NONE && next >= count)
          refuse(`nexts[${row + corner}]`, next, `below ${count}, or NONE`);
        if (next !== NONE && seen[next] === walk)
          refuse(`nexts[${row + corner}]`, next, 'a way that ends');
        corner = next;
      }
    }
  }
}
