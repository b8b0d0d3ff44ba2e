// The entries of the labels of all corners, as queries read them: hub by hub, in the order of
// ranks. The entries of one hub form the tree of paths to the hub, in preorder and with the largest
// branch first. So the entry of the next corner on a path mostly stands just before, and following
// a path reads few cache lines. labels.ts writes the entries; query.ts and group.ts read them.

/**
 * Entries of 16 bytes: f64 length of the path from the corner to the hub, u32 entry of the next
 * corner on the path (the entry itself at the hub), u32 corner.
 */
let entries: usize = 0;
const ENTRY_SHIFT: usize = 4;
const NEXT: usize = 8;
const CORNER: usize = 12;

export function entriesBind(address: usize): void {
  entries = address;
}
function entryAt(entry: u32): usize {
  return entries + ((<usize>entry) << ENTRY_SHIFT);
}
export function entryLength(entry: u32): f64 {
  return load<f64>(entryAt(entry));
}
/** The entry of the next corner; the entry itself at the hub. */
export function entryNext(entry: u32): u32 {
  return load<u32>(entryAt(entry), NEXT);
}
export function entryCorner(entry: u32): u32 {
  return load<u32>(entryAt(entry), CORNER);
}
export function entryPut(entry: u32, length: f64, next: u32, corner: u32): void {
  const to = entryAt(entry);
  store<f64>(to, length);
  store<u32>(to, next, NEXT);
  store<u32>(to, corner, CORNER);
}
