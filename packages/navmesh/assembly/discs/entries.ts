// What funnels consist of.

/**
 * Entries of 64 bytes: x, y of the circle, its hand (1 left, -1 right, 0 a point without a circle), the direction in which the way
 * arrives at it, of any length, the length of the way up to there, vertex, turn before, the last portal that it was an end of, the
 * first turn.
 */
export const ENTRY: usize = 64;

export function entryX(entry: usize): f64 {
  return load<f64>(entry);
}
export function entryY(entry: usize): f64 {
  return load<f64>(entry, 8);
}
export function entryHand(entry: usize): f64 {
  return load<f64>(entry, 16);
}
export function entryLength(entry: usize): f64 {
  return load<f64>(entry, 40);
}
export function entryVertex(entry: usize): u32 {
  return load<u32>(entry, 48);
}

/** Entry by entry: funnels are short, too short to be worth a call to copy them. */
export function copy(to: usize, from: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += ENTRY) {
    v128.store(to + i, v128.load(from + i));
    v128.store(to + i, v128.load(from + i, 16), 16);
    v128.store(to + i, v128.load(from + i, 32), 32);
    v128.store(to + i, v128.load(from + i, 48), 48);
  }
}
