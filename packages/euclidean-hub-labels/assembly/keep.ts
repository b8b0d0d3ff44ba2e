// Decides which candidates the list of a cell keeps: those on a shortest path from some point of
// the cell to their hub. lists.ts calls `keepIn` for each triangle that touches the cell.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { NONE } from '@wayfield/wasm/assembly/words';
import { cornerCount } from '@wayfield/navmesh/assembly/tangent/graph';
import { pointX, pointY } from '@wayfield/navmesh/assembly/tangent/view';
import {
  boundOf,
  candidateLength,
  candidateVia,
  firstCandidate,
  hubAt,
  hubCount,
  isKept,
  keep,
  nextCandidate,
  ROUNDING,
  setViaDistance,
  viaCorner,
  viaCount,
} from './candidates';
import { cellMinX, cellMinY, cellSize, cellSlack, shapeOf } from './cells';
import { fillFloats, floatAt, lengthOf, setFloatAt } from './floats';
import { labelEnd, labelFirst, labelLength, labelRank } from './labels';
import { hubCorner } from './order';
import { seesCorner } from './ray';
import { clip, SHAPE_BYTES, shapeDistance, shapeX, shapeY } from './shapes';

// A piece is where a triangle and a cell overlap. The cell counts as larger by `cellSlack` on each
// side: without it, a point that rounding puts into the cell could lie outside all pieces.

// Columns with one value per corner that sees the current cell, for the current piece. `lengths`:
// f64 length from the centre of the piece to the corner. `areSeen`: u8, 1 if the centre sees the
// corner.
let lengths: usize = 0;
let areSeen: usize = 0;
let room: u32 = 0;
/**
 * f64 per rank: the least length from the centre of the current piece to the hub; Infinity if the
 * centre sees none of its candidates.
 */
let least: usize = 0;
/** Two polygons: clipping reads one and writes the other. */
let shape: usize = 0;

/** Allocates what depends on the number of corners; called once per grid. */
export function keepBegin(): void {
  const total = cornerCount();
  least = reallocate(least, 0, (<usize>total + 1) << 3);
  fillFloats(least, total, Infinity);
  if (shape == 0) shape = reallocate(0, 0, 2 * SHAPE_BYTES);
}

function makeRoom(count: u32): void {
  if (count <= room) return;
  room = max(1024, 2 * count);
  lengths = reallocate(lengths, 0, (<usize>room) << 3);
  areSeen = reallocate(areSeen, 0, room);
}

/**
 * Keeps the candidates on a shortest path from some point of the piece. The via corners that the
 * centre of the piece sees give the length from the centre to each hub. The piece is convex and
 * without walls, so the length from any other point of the piece is larger by at most the distance
 * from the centre.
 */
export function keepIn(cell: u32, triangle: u32): void {
  const slack = cellSlack();
  const side = cellSize() + 2 * slack;
  const minX = cellMinX(cell) - slack;
  const minY = cellMinY(cell) - slack;
  const other = shape + SHAPE_BYTES;
  shapeOf(triangle, shape);
  let sides = clip(shape, 3, other, 1, 0, minX);
  sides = clip(other, sides, shape, -1, 0, -minX - side);
  sides = clip(shape, sides, other, 0, 1, minY);
  sides = clip(other, sides, shape, 0, -1, -minY - side);
  if (sides == 0) return;
  let x: f64 = 0;
  let y: f64 = 0;
  for (let i: u32 = 0; i < sides; i++) {
    x += shapeX(shape, i);
    y += shapeY(shape, i);
  }
  x /= <f64>sides;
  y /= <f64>sides;
  let radius: f64 = 0;
  for (let i: u32 = 0; i < sides; i++)
    radius = max(radius, lengthOf(shapeX(shape, i) - x, shapeY(shape, i) - y));
  const count = viaCount();
  makeRoom(count);
  for (let i: u32 = 0; i < count; i++) {
    const corner = viaCorner(i);
    const px = pointX(corner);
    const py = pointY(corner);
    setViaDistance(i, shapeDistance(shape, sides, px, py));
    setFloatAt(lengths, i, lengthOf(px - x, py - y));
    store<u8>(areSeen + i, seesCorner(triangle, x, y, corner) ? 1 : 0);
  }
  const total = hubCount();
  for (let i: u32 = 0; i < total; i++) setFloatAt(least, hubAt(i), fromCentre(hubAt(i)));
  for (let i: u32 = 0; i < total; i++) keepHub(hubAt(i), radius);
  for (let i: u32 = 0; i < total; i++) setFloatAt(least, hubAt(i), Infinity);
}

/** The least length from the centre of the piece to a hub, over corners that the centre sees. */
function fromCentre(rank: u32): f64 {
  let best = Infinity;
  for (let i = firstCandidate(rank); i != NONE; i = nextCandidate(i)) {
    const via = candidateVia(i);
    if (load<u8>(areSeen + via)) best = min(best, candidateLength(i) + floatAt(lengths, via));
  }
  return best;
}

/**
 * Keeps the candidates of a hub that may give a shortest path from a point of the piece. `best` is
 * the length of a known path from the centre to the hub, perhaps over a hub of lower rank. So every
 * point of the piece has a path of at most `best` + `radius`, and a candidate with a larger lower
 * bound is not kept. `bound` is the least `best` with which another candidate would be kept: once
 * `best` is below it, the function returns.
 */
function keepHub(rank: u32, radius: f64): void {
  // the least bound on a path through a candidate that is not kept yet
  let bound = Infinity;
  for (let i = firstCandidate(rank); i != NONE; i = nextCandidate(i))
    if (!isKept(i)) bound = min(bound, boundOf(i));
  bound = (bound - ROUNDING) / (1 + ROUNDING) - radius;
  let best = floatAt(least, rank);
  const hub = hubCorner(rank);
  for (let e = labelFirst(hub), end = labelEnd(hub); e < end && bound <= best; e++)
    best = min(best, floatAt(least, labelRank(e)) + labelLength(e));
  if (bound > best) return;
  const most = (best + radius) * (1 + ROUNDING) + ROUNDING;
  for (let i = firstCandidate(rank); i != NONE; i = nextCandidate(i))
    if (boundOf(i) <= most) keep(i);
}
