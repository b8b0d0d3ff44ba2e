// Selection without sorting (Hoare 1961), for the ends of a part in dissect.ts: keys of 64 bits,
// all different.

/** Moves the `count` smallest of the keys from `low` up to `high`, both addresses, to the front. */
export function selectSmallest(low: usize, high: usize, count: u32): void {
  const border = low + ((<usize>count) << 3);
  let first = low,
    last = high - 8;
  while (first < last) {
    // the middle of three, so that sorted keys take linear time
    const pivot = middle(
      load<u64>(first),
      load<u64>(first + (((last - first) >> 4) << 3)),
      load<u64>(last),
    );
    let i = first,
      j = last;
    while (i <= j) {
      while (load<u64>(i) < pivot) i += 8;
      while (load<u64>(j) > pivot) j -= 8;
      if (i > j) break;
      const key = load<u64>(i);
      store<u64>(i, load<u64>(j));
      store<u64>(j, key);
      i += 8;
      j -= 8;
    }
    // the keys up to j are at most the pivot, those from i on at least
    if (border > j && border <= i) return;
    if (border <= j) last = j;
    else first = i;
  }
}

function middle(a: u64, b: u64, c: u64): u64 {
  return max(min(a, b), min(max(a, b), c));
}
