/**
 * The table of bounds, row by row for all ends of gates, as searches read it: gate by gate, for each pair of gates the four entries in one place, from
 * the left end of the one to the left and the right of the other, then from its right end. `ends` says which rows the ends of each gate are, left
 * and right by turns.
 */
export function packPairs(bounds: Float32Array, rows: number, ends: Uint32Array): Float32Array {
  const pairs = new Float32Array(ends.length * ends.length);
  forPairs(ends, rows, (entry, cell) => (pairs[entry] = bounds[cell]!));
  return pairs;
}

/** The table that pairs were packed of. */
export function unpackPairs(pairs: Float32Array, rows: number, ends: Uint32Array): Float32Array {
  const bounds = new Float32Array(rows * rows);
  forPairs(ends, rows, (entry, cell) => (bounds[cell] = pairs[entry]!));
  return bounds;
}

function forPairs(
  ends: Uint32Array,
  rows: number,
  visit: (entry: number, cell: number) => void,
): void {
  let entry = 0;
  for (let i = 0; i < ends.length; i += 2)
    for (let k = 0; k < ends.length; k += 2)
      for (let end = 0; end < 4; end++)
        visit(entry++, ends[i + (end >> 1)]! * rows + ends[k + (end & 1)]!);
}
