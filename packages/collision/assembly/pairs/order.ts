// Canonical order: pairs by their first, then by their second slot; rows of lists in rising order.
import { wordAfter, wordBefore } from '../layout-words';

/** Sorts `count` words: up to 24 by insertion, more by a heap (Floyd, 1964). 24 is not measured. */
export function sortWords(at: usize, count: u32): void {
  if (count < 2) return;
  if (count <= 24) {
    for (let i: usize = 4, end = (<usize>count) << 2; i < end; i += 4) {
      const word = load<u32>(at + i);
      let j = i;
      for (; j > 0 && wordBefore(at + j) > word; j -= 4) {
        store<u32>(at + j, wordBefore(at + j));
      }
      store<u32>(at + j, word);
    }
    return;
  }
  for (let i = count >> 1; i > 0; i--) sift(at, i - 1, count);
  for (let last = count - 1; last > 0; last--) {
    const end = at + ((<usize>last) << 2);
    const top = load<u32>(at);
    store<u32>(at, load<u32>(end));
    store<u32>(end, top);
    sift(at, 0, last);
  }
}

function sift(at: usize, i: u32, count: u32): void {
  const word = load<u32>(at + ((<usize>i) << 2));
  for (;;) {
    let child: u32 = 2 * i + 1;
    if (child >= count) break;
    if (
      child + 1 < count &&
      wordAfter(at + ((<usize>child) << 2)) > load<u32>(at + ((<usize>child) << 2))
    ) {
      child++;
    }
    const larger = load<u32>(at + ((<usize>child) << 2));
    if (larger <= word) break;
    store<u32>(at + ((<usize>i) << 2), larger);
    i = child;
  }
  store<u32>(at + ((<usize>i) << 2), word);
}

/**
 * Puts pairs in canonical order, by a counting sort on the first slot, all of which are below n.
 * `starts` has n + 2 words of zero, `seconds` a word per pair.
 */
export function sortPairs(pairs: usize, count: u32, n: u32, starts: usize, seconds: usize): void {
  const end = pairs + ((<usize>count) << 3);
  for (let at = pairs; at < end; at += 8) {
    const tally = starts + 8 + ((<usize>load<u32>(at)) << 2);
    store<u32>(tally, load<u32>(tally) + 1);
  }
  let sum: u32 = 0;
  for (let at = starts + 8, last = at + ((<usize>n) << 2); at < last; at += 4) {
    sum += load<u32>(at);
    store<u32>(at, sum);
  }
  for (let at = pairs; at < end; at += 8) {
    const next = starts + 4 + ((<usize>load<u32>(at)) << 2);
    const place = load<u32>(next);
    store<u32>(next, place + 1);
    store<u32>(seconds + ((<usize>place) << 2), wordAfter(at));
  }
  let at = pairs;
  for (let a: u32 = 0; a < n; a++) {
    const first = load<u32>(starts + ((<usize>a) << 2));
    const next = wordAfter(starts + ((<usize>a) << 2));
    if (first == next) continue;
    sortWords(seconds + ((<usize>first) << 2), next - first);
    for (let i = first; i < next; i++) {
      store<u64>(at, <u64>a | ((<u64>load<u32>(seconds + ((<usize>i) << 2))) << 32));
      at += 8;
    }
  }
}

/** Sorts each row of a list of `count` rows. */
export function sortRows(first: usize, count: u32, slots: usize): void {
  for (let i: usize = 0, end = (<usize>count) << 2; i < end; i += 4) {
    const from = load<u32>(first + i);
    sortWords(slots + ((<usize>from) << 2), wordAfter(first + i) - from);
  }
}

/**
 * Turns the lengths of `count` rows, in the words behind `first`, into `count` + 1 starts from
 * `first` on. Returns their sum, which may be more than a word holds.
 */
export function sumLengths(first: usize, count: u32): f64 {
  let sum: u64 = 0;
  store<u32>(first, 0);
  for (let at = first + 4, end = at + ((<usize>count) << 2); at < end; at += 4) {
    sum += load<u32>(at);
    store<u32>(at, <u32>sum);
  }
  return <f64>sum;
}
