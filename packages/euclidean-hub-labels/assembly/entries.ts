// The entries of labels in the order that queries need: those of a hub one after another, as the
// tree of paths to the hub in preorder, the largest branch first. The next corner of a path mostly
// stands just before, so that a path reads few cache lines.

/** f64 length of the path to the hub, u32 entry of the next corner on the path, u32 corner. */
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
