// Neighbouring words and entries of arrays in memory.

/** The u32 behind the one at `at`. */
export function wordAfter(at: usize): u32 {
  return load<u32>(at, 4);
}
/** The u32 before the one at `at`. */
export function wordBefore(at: usize): u32 {
  return load<u32>(at - 4);
}
/** The u64 behind the one at `at`. */
export function entryAfter(at: usize): u64 {
  return load<u64>(at, 8);
}
