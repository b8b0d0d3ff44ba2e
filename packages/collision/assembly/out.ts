// The answer that is being written: words appended to a block that grows. While `outNext` is at
// most `outEnd`, a kernel may write up to SLACK bytes from `outNext` on. It calls `outGrow` where
// more room is needed. After an overflow the answer holds the entries that still fitted when they
// were found. The host hands these out if they are pairs, and hands out none of a list
// (src/lists/lists.ts).
import { reallocate } from './env';

let base: usize;
let bytes: usize;
let next: usize;
let end: usize;
/** Most bytes to keep: later entries are only counted. The block grows to `cap` + SLACK at most. */
let cap: usize;
let lost: u64;

/**
 * Bytes behind `end` that vector stores may write into. `meet` of plain-pairs.ts stores four pairs,
 * 32 bytes, however many of them touch. 64 is twice that.
 */
const SLACK: usize = 64;

/** Where the next word goes. */
export function outNext(): usize {
  return next;
}
/** Where entries stop: at the cap, or where only the slack is left in the block. */
export function outEnd(): usize {
  return end;
}
/** Entries of one word that were found, kept or not. */
export function outFound(): u32 {
  return <u32>(outLength() >> 2) + <u32>lost;
}

/** Starts an answer in the block of `size` bytes at `address`. */
export function outBind(address: usize, size: usize, most: usize): void {
  base = address;
  bytes = size;
  next = address;
  cap = most;
  end = address + min(size - SLACK, most);
  lost = 0;
}

export function outAddress(): usize {
  return base;
}
export function outSize(): usize {
  return bytes;
}
export function outLength(): usize {
  return next - base;
}
/** Entries (pairs or words) that were found and not kept: a number, not a BigInt, for the host. */
export function outLost(): f64 {
  return <f64>lost;
}

export function setOut(to: usize): void {
  next = to;
}

/** Bytes that may still be kept. */
export function outLeft(): usize {
  const used = next - base;
  return used < cap ? cap - used : 0;
}

export function lose(entries: u32): void {
  lost += entries;
}

/** Makes room for `need` more bytes. Returns false if the answer would then exceed the cap. */
export function outGrow(need: usize): bool {
  const used = next - base;
  const wanted = used + need + SLACK;
  if (used + need > cap) {
    // the block still grows to the cap, for the last entries that may be kept
    if (bytes < cap + SLACK) resize(cap + SLACK, used);
    return false;
  }
  if (wanted <= bytes) return true;
  resize(max(wanted, min(bytes * 2, cap + SLACK)), used);
  return true;
}

function resize(size: usize, used: usize): void {
  const rounded = (size + 15) & ~15;
  base = reallocate(base, used, rounded);
  bytes = rounded;
  next = base + used;
  end = base + min(bytes - SLACK, cap);
}

/** Appends pairs of an earlier answer, as many as may be kept. */
export function outAppend(pairs: usize, count: u32): void {
  const fits = min(<u32>(outLeft() >> 3), count);
  const size = (<usize>fits) << 3;
  if (next + size > end) outGrow(size);
  memory.copy(next, pairs, size);
  next += size;
  lose(count - fits);
}
