// Line of sight between the centres of two cells, by the walk of `lineOfSight` of @wayfield/graph,
// on the cells where an agent fits. For theta.ts; src/grid/theta.ts binds the map.

let width: u32 = 0;
let open: usize = 0;
let least: u32 = 0;
/** How many of the two cells beside a crossed corner must be open. */
let needed: u32 = 0;

/**
 * Chooses the map. A cell is open where `clearance`, one byte per cell, is at least `size`.
 * `beside`: how many of the two cells beside a corner that a segment crosses must be open.
 */
export function sightBind(mapWidth: u32, clearance: usize, size: u32, beside: u32): void {
  width = mapWidth;
  open = clearance;
  least = size;
  needed = beside;
}

/**
 * Whether the segment between the centres of two open cells stays in open cells and passes corners
 * by the corner rule.
 */
export function sees(from: u32, to: u32): bool {
  const ax = <i32>(from % width),
    ay = <i32>(from / width),
    bx = <i32>(to % width),
    by = <i32>(to / width);
  const dx = abs(bx - ax),
    dy = abs(by - ay);
  const stepX: i32 = bx > ax ? 1 : -1;
  const stepY: i32 = by > ay ? <i32>width : -(<i32>width);
  // a local: a module variable would be read from memory in every iteration
  const size = least;
  let at = open + from;
  // above 0: the segment goes on into the next column; below 0: the next row; 0: through a corner
  let error = dx - dy;
  for (let left = dx + dy; left > 0; left--) {
    if (error > 0) {
      at += stepX;
      error -= 2 * dy;
    } else if (error < 0) {
      at += stepY;
      error += 2 * dx;
    } else {
      const beside = <u32>(load<u8>(at + stepX) >= size) + <u32>(load<u8>(at + stepY) >= size);
      if (beside < needed) return false;
      at += stepX + stepY;
      error += 2 * (dx - dy);
      left--;
    }
    if (load<u8>(at) < size) return false;
  }
  return true;
}
