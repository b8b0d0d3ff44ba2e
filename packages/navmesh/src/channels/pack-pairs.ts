/**
 * The table of lengths pair by pair, as assembly/channel/table.ts reads it. For each pair of
 * bottlenecks four entries lie together: from the left end of the first to the left and the right
 * end of the second, then from its right end. `bounds` has the lengths row by row. `ends` has the
 * two rows of each bottleneck, that of its left end first.
 */
export function packPairs(bounds: Float32Array, rows: number, ends: Uint32Array): Float32Array {
  const pairs = new Float32Array(ends.length * ends.length);
  let entry = 0;
  for (let i = 0; i < ends.length; i += 2)
    for (let k = 0; k < ends.length; k += 2)
      for (let end = 0; end < 4; end++)
        pairs[entry++] = bounds[ends[i + (end >> 1)] * rows + ends[k + (end & 1)]];
  return pairs;
}
