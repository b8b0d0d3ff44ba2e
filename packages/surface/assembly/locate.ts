// Which polygon holds a point: the polygons listed in the grid cell of the point are tested by
// exact signs, so that every point of the mesh is in a polygon. A point off the mesh counts as in
// the polygon of the nearest wall if that wall is at most `slack` away, and else as in none: -1.
// Polygons that rounding made concave leave gaps between them; a point of a gap counts as in the
// polygon whose side is nearest.

import { NONE } from '@wayfield/wasm/assembly/words';
import { columnAt, listAt, polygonIn, rowAt } from './grid';
import { Side } from './layout';
import { within } from './least';
import { nearestSquare, nearestWall } from './near';
import { sideOfLine } from './orient';
import { placeIn } from './place-in';
import {
  hasTriangles,
  isPolygon,
  polygonAt,
  polygonGrid,
  sideAfter,
  sideAt,
  theWorld,
  wallAt,
} from './world';

/**
 * The polygon that holds a point, or -1. `hint` is tested first: a polygon that the caller names,
 * or the result of `guess`; -1 = none. On a border several polygons hold the point. A named polygon
 * is then the answer. A guess is not: answers must not depend on the order of the lists of cells.
 */
export function locate(x: f64, y: f64, hint: i32): i32 {
  if (hint >= 0) {
    if (isPolygon(hint) && placeIn(<u32>hint, x, y) >= 0) return hint;
  } else {
    const guessed = GUESS - hint;
    if (isPolygon(guessed) && placeIn(<u32>guessed, x, y) > 0) return guessed;
  }
  const found = locateExactly(x, y);
  if (found >= 0) return found;
  if (nearestSquare(x, y, theWorld().slack) != Infinity)
    return <i32>sideAt(wallAt(nearestWall()).side).owner;
  return locateInGap(x, y);
}

/** Polygon p as a guess is the hint GUESS - p, below -1. */
const GUESS: i32 = -2;

/**
 * A guess at the polygon of a point, for `locate`: the first polygon in the list of the cell. Of
 * triangles that is mostly the one that holds the middle of the cell (`putInFront` of grid.ts).
 */
export function guess(x: f64, y: f64): i32 {
  const grid = polygonGrid();
  const list = listAt(grid, columnAt(grid, x), rowAt(grid, y));
  return list.count > 0 ? GUESS - <i32>polygonIn(list, 0) : -1;
}

/** The polygon that holds a point exactly, on a border the one with the lowest number; or -1. */
export function locateExactly(x: f64, y: f64): i32 {
  const grid = polygonGrid();
  const list = listAt(grid, columnAt(grid, x), rowAt(grid, y));
  let found: u32 = NONE;
  for (let i: u32 = 0, count = list.count; i < count; i++) {
    const number = polygonIn(list, i);
    const place = placeIn(number, x, y);
    if (place > 0) return <i32>number;
    if (place == 0) found = min(found, number);
  }
  return <i32>found;
}

/** `locateExactly`, or the polygon of the gap that holds a point; or -1. */
export function locateOrGap(x: f64, y: f64): i32 {
  const found = locateExactly(x, y);
  return found >= 0 ? found : locateInGap(x, y);
}

/**
 * The polygon whose side is nearest to a point that no polygon holds, if that side is at most
 * `slack` away; or -1. At equal distances the lowest number. Triangles leave no gaps.
 */
function locateInGap(x: f64, y: f64): i32 {
  if (hasTriangles()) return -1;
  const grid = polygonGrid();
  const list = listAt(grid, columnAt(grid, x), rowAt(grid, y));
  let least = theWorld().slack * theWorld().slack;
  let found: u32 = NONE;
  for (let i: u32 = 0, count = list.count; i < count; i++) {
    const number = polygonIn(list, i);
    const polygon = polygonAt(number);
    for (let s = polygon.first; s < polygon.end; s++) {
      const square = squareToSide(sideAt(s), sideAt(sideAfter(s, polygon)), x, y);
      if (square > least || (square == least && number >= found)) continue;
      least = square;
      found = number;
    }
  }
  return <i32>found;
}

function squareToSide(a: Side, b: Side, x: f64, y: f64): f64 {
  const ex = b.x - a.x;
  const ey = b.y - a.y;
  const share = within(((x - a.x) * ex + (y - a.y) * ey) / (ex * ex + ey * ey), 0, 1);
  const dx = x - a.x - share * ex;
  const dy = y - a.y - share * ey;
  return dx * dx + dy * dy;
}

/**
 * `locate` for a point near polygon `hint`, such as the end of a move: walks before it searches.
 */
export function locateFrom(x: f64, y: f64, hint: i32): i32 {
  if (!isPolygon(hint)) return locate(x, y, -1);
  let number = <u32>hint;
  // up to 6 times into the neighbour across a side that has the point on its right, outside
  for (let step = 0; step < 6; step++) {
    const polygon = polygonAt(number);
    let over: u32 = NONE;
    let a = sideAt(polygon.end - 1);
    let last = polygon.end - 1;
    for (let s = polygon.first; s < polygon.end; s++) {
      const b = sideAt(s);
      if (sideOfLine(a.x, a.y, b.x, b.y, x, y) < 0) {
        over = last;
        break;
      }
      last = s;
      a = b;
    }
    if (over == NONE) return <i32>number;
    const twin = sideAt(over).twin;
    if (twin == NONE) break;
    number = sideAt(twin).owner;
  }
  return locate(x, y, -1);
}
