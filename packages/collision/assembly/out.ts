// The answer in the making: words appended to a block that grows.
import { reallocate } from './env';

let base: usize;
let bytes: usize;
/** Where the next word goes. */
export let OUT: usize;
/** Where no more may be kept, or no more fits but the slack that a vector store may write into. */
export let OUT_END: usize;
/** Most bytes to keep; the block does not grow beyond, and what comes after is only counted. */
let cap: usize;
/** Entries (pairs or words) that were found and not kept. */
export let LOST: u64;

const SLACK: usize = 64;

/** Starts an answer in the block of `size` bytes at `address`. */
export function outBind(address: usize, size: usize, most: usize): void {
  base = address;
  bytes = size;
  OUT = address;
  cap = most;
  OUT_END = address + min(size - SLACK, most);
  LOST = 0;
}

export function outAddress(): usize {
  return base;
}
export function outSize(): usize {
  return bytes;
}
export function outLength(): usize {
  return OUT - base;
}
export function outLost(): f64 {
  return <f64>LOST;
}

export function setOut(to: usize): void {
  OUT = to;
}

/** Bytes that may still be kept. */
export function outLeft(): usize {
  const used = OUT - base;
  return used < cap ? cap - used : 0;
}

export function lose(entries: u32): void {
  LOST += entries;
}

/** Makes room for `need` more bytes; false if that is more than may be kept. */
export function outGrow(need: usize): bool {
  const used = OUT - base;
  const wanted = used + need + SLACK;
  if (used + need > cap) {
    // the last entries that may be kept still need their place
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
  OUT = base + used;
  OUT_END = base + min(bytes - SLACK, cap);
}

/** Appends pairs that were found before, as many as may be kept. */
export function outAppend(pairs: usize, count: u32): void {
  const fits = min(<u32>(outLeft() >> 3), count);
  const size = (<usize>fits) << 3;
  if (OUT + size > OUT_END) outGrow(size);
  memory.copy(OUT, pairs, size);
  OUT += size;
  lose(count - fits);
}
