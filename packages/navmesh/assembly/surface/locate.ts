// Which polygon holds a point. Signs are exact, so that every point of the mesh is in a polygon. A
// point off the mesh that is at a wall, but for rounding, is in the polygon of the wall.

import { get, NONE } from '@wayfield/wasm/assembly/words';
import { cellAt, columnAt, entriesOf, rowAt } from './grid';
import { nearestSquare, nearestWall } from './near';
import { sideOfLine } from './orient';
import { isPolygon, polygonAt, polygonGrid, sideAt, theWorld, wallAt } from './world';

/** 1 if a point is inside a polygon, 0 on its border, -1 outside. */
function placeIn(number: u32, x: f64, y: f64): i32 {
  const polygon = polygonAt(number);
  let a = sideAt(polygon.end - 1);
  let place = 1;
  for (let s = polygon.first; s < polygon.end; s++) {
    const b = sideAt(s);
    place = min(place, sideOfLine(a.x, a.y, b.x, b.y, x, y));
    if (place < 0) return -1;
    a = b;
  }
  return place;
}

/** The polygon that holds a point, or -1. `hint` is looked at first. */
export function locate(x: f64, y: f64, hint: i32): i32 {
  if (isPolygon(hint) && placeIn(<u32>hint, x, y) >= 0) return hint;
  const found = locateExactly(x, y);
  if (found >= 0) return found;
  if (nearestSquare(x, y, theWorld().slack) == Infinity) return -1;
  return <i32>sideAt(wallAt(nearestWall()).side).owner;
}

/** As `locate` without rounding; on a border the polygon with the lowest number. */
export function locateExactly(x: f64, y: f64): i32 {
  const grid = polygonGrid();
  const cell = cellAt(grid, columnAt(grid, x), rowAt(grid, y));
  const list = entriesOf(grid, cell);
  let found: u32 = NONE;
  for (let i: u32 = 0, count = cell.count; i < count; i++) {
    const number = get(list, i);
    const place = placeIn(number, x, y);
    if (place > 0) return <i32>number;
    if (place == 0) found = min(found, number);
  }
  return <i32>found;
}

/** As `locate`, for a point that was reached from the polygon `hint` by a short way. */
export function locateFrom(x: f64, y: f64, hint: i32): i32 {
  if (!isPolygon(hint)) return locate(x, y, -1);
  let number = <u32>hint;
  // over a side beyond which the point lies, a few times
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
