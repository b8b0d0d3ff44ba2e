// What no way to the target can fall short of: by the lengths of the shortest ways in the graph from some corners, the landmarks, to all
// (Goldberg and Harrelson 2005). A search minds the few landmarks that say the most about its ends.

/** f32, landmark by landmark, to each corner; -1 where there is no way. */
let table: usize = 0;
let rowBytes: usize = 0;
/** u32, landmark by landmark, for each corner: the next one on the way to the landmark, NONE there. */
let nexts: usize = 0;
let landmarkCount: u32 = 0;
/** Landmarks minded, 16 bytes: the address of the row; f32, of the corners that see the target: the least of length and rest together, the most of length less rest; what it says. */
let minded: usize = 0;
export const MINDED: u32 = 12;
let mindedCount: u32 = 0;
/** Lengths differ from their f32 by at most this share. */
const ROUNDED: f64 = 3e-7;

export function landmarksBind(
  lengths: usize,
  next: usize,
  count: u32,
  corners: u32,
  room: usize,
): void {
  table = lengths;
  nexts = next;
  landmarkCount = count;
  rowBytes = (<usize>corners) << 2;
  minded = room;
  mindedCount = 0;
}

function mindedAt(i: u32): usize {
  return minded + ((<usize>i) << 4);
}

export function landmarksForget(): void {
  mindedCount = 0;
}

/** Takes the landmarks whose lengths to two corners differ the most. Returns the row of the best, 0 where none leads to both. */
export function landmarksPick(a: u32, b: u32): usize {
  mindedCount = 0;
  for (let i: u32 = 0; i < landmarkCount; i++) {
    const row = table + rowBytes * i;
    const toA = lengthTo(row, a);
    const toB = lengthTo(row, b);
    if (toA < 0 || toB < 0) continue;
    const says = abs(toA - toB);
    // in order, the best first
    let k = mindedCount < MINDED ? mindedCount++ : MINDED;
    for (; k > 0 && load<f32>(mindedAt(k - 1), 12) < says; k--)
      if (k < MINDED) v128.store(mindedAt(k), v128.load(mindedAt(k - 1)));
    if (k == MINDED) continue;
    store<u32>(mindedAt(k), <u32>row);
    store<f32>(mindedAt(k), Infinity, 4);
    store<f32>(mindedAt(k), -Infinity, 8);
    store<f32>(mindedAt(k), says, 12);
  }
  return mindedCount > 0 ? <usize>load<u32>(mindedAt(0)) : 0;
}

/** A corner that sees the target along a tangent, this far from it. */
export function landmarksAim(corner: u32, rest: f64): void {
  for (let i: u32 = 0; i < mindedCount; i++) {
    const at = mindedAt(i);
    const length = <f64>lengthTo(<usize>load<u32>(at), corner);
    if (length < 0) continue;
    const error = (length + rest) * ROUNDED;
    const least = <f32>(length + rest - error);
    const most = <f32>(length - rest + error);
    if (least < load<f32>(at, 4)) store<f32>(at, least, 4);
    if (most > load<f32>(at, 8)) store<f32>(at, most, 8);
  }
}

/** In a row, the length to a corner. */
export function lengthTo(row: usize, corner: u32): f32 {
  return load<f32>(row + ((<usize>corner) << 2));
}
/** The next corner on the way to the landmark of a row; NONE at the landmark. */
export function nextTo(row: usize, corner: u32): u32 {
  return load<u32>(nexts + (row - table) + ((<usize>corner) << 2));
}
export function setNext(corner: u32, landmark: u32, next: u32): void {
  store<u32>(nexts + rowBytes * landmark + ((<usize>corner) << 2), next);
}
export function setLength(corner: u32, landmark: u32, length: f64): void {
  store<f32>(
    table + rowBytes * landmark + ((<usize>corner) << 2),
    length < Infinity ? <f32>length : -1,
  );
}

/** No way from a corner on to the target is shorter, as none between two corners is shorter than what a landmark's lengths to them differ by. */
export function leastFrom(corner: u32): f64 {
  let best: f32 = 0;
  for (let i: u32 = 0; i < mindedCount; i++) {
    const at = mindedAt(i);
    const length = lengthTo(<usize>load<u32>(at), corner);
    if (length < 0) continue;
    const error = length * <f32>ROUNDED;
    best = max(best, max(length - load<f32>(at, 8), load<f32>(at, 4) - length) - error);
  }
  return <f64>best;
}
