// The grid of agents: a rectangle of square cells, and a counting sort of the agents into cell
// order. The rectangle covers most agents; those outside are sorted into the cells at its border.
// Clamping never increases the difference of two columns or of two rows. So the cells of two agents
// within a distance d differ by at most d / side, rounded up, in columns and in rows.
//
// Neither the grid nor the order of agents within a cell decides any result. So the threads of a
// pool may take the places of a cell by an atomic counter, in any order.

import { f32At, f64At, putF32, putU32, u32At, u8At } from '../columns';
import { Part, World } from '../layout-world';
import { FREE } from '../status';
import { bound, motionAt, partOf, placeAt, traitsAt } from '../world';

// The next five constants decide speed, and no result. The first four were chosen by speed.

/** The rectangle reaches at most this many standard deviations from the mean position. */
const DEVIATIONS: f64 = 4;
/** A cell is at least this part of the largest neighbour distance, so that rows stay few. */
const FINEST: f64 = 0.0625;
/**
 * `World.expected` is this multiple of the distance in which `usualNeighbours` are expected, so 1.6
 * times as many are expected in it.
 */
const ROOMY: f64 = 1.25;
/** The side of a cell is this multiple of the distance in which `usualNeighbours` are expected. */
const SIDE: f64 = 1.25;
/** Lower limit of the mean number of others in an agent's cell: keeps `density` above 0. */
const FEWEST: f64 = 0.25;

/**
 * Share s in (d + e)² <= d² (1 + s) + e² / s + e², which holds for any s > 0. d: a difference of
 * two coordinates; e: its error in f32. `slack` is e² / s + e².
 */
const STRETCH: f64 = 0.001;
/**
 * Upper bound on the error of a difference of two f32 coordinates, as a part of the largest
 * coordinate: 2^-24 for each coordinate, and 2^-24 of a difference that is at most twice as large.
 */
const ROUNDING: f64 = 2.4e-7;

/**
 * Sums up the positions of the slots from `from` to `to` − 1, in the part of `thread`. The sums are
 * of differences from the first agent's position: far from the origin, the mean square less the
 * square of the mean would lose all digits, near 2^30 m even of a spread of 100 m.
 */
export function measure(from: u32, to: u32, thread: u32): void {
  const w = bound();
  const part = partOf(thread);
  let minX = Infinity,
    minY = Infinity,
    maxX = -Infinity,
    maxY = -Infinity;
  let baseX: f64 = 0,
    baseY: f64 = 0,
    sumX: f64 = 0,
    sumY: f64 = 0,
    squareX: f64 = 0,
    squareY: f64 = 0;
  let count: u32 = 0;
  for (let slot = from; slot < to; slot++) {
    if (u8At(w.status, slot) == FREE) continue;
    const x = f64At(w.positionX, slot);
    const y = f64At(w.positionY, slot);
    minX = min(minX, x);
    maxX = max(maxX, x);
    minY = min(minY, y);
    maxY = max(maxY, y);
    if (count == 0) {
      baseX = x;
      baseY = y;
    }
    const dx = x - baseX;
    const dy = y - baseY;
    sumX += dx;
    sumY += dy;
    squareX += dx * dx;
    squareY += dy * dy;
    count++;
  }
  part.minX = minX;
  part.minY = minY;
  part.maxX = maxX;
  part.maxY = maxY;
  part.baseX = baseX;
  part.baseY = baseY;
  part.sumX = sumX;
  part.sumY = sumY;
  part.squareX = squareX;
  part.squareY = squareY;
  part.count = count;
}

/**
 * Chooses the grid from the sums of all threads, and clears the counts of its cells. Returns the
 * number of agents. The minima 1e-6 and 1e-9 only avoid divisions by 0.
 */
export function planGrid(): u32 {
  const w = bound();
  const all = partOf(0);
  for (let thread: u32 = 1; thread < w.threads; thread++) joinSums(all, partOf(thread));
  const count = all.count;
  w.agents = count;
  if (count == 0) {
    all.minX = all.minY = all.maxX = all.maxY = 0;
  }
  const n = <f64>max(count, 1);
  const offX = all.sumX / n;
  const offY = all.sumY / n;
  const meanX = all.baseX + offX;
  const meanY = all.baseY + offY;
  const spreadX = DEVIATIONS * sqrt(max(0, all.squareX / n - offX * offX));
  const spreadY = DEVIATIONS * sqrt(max(0, all.squareY / n - offY * offY));
  const left = max(all.minX, meanX - spreadX);
  const bottom = max(all.minY, meanY - spreadY);
  const width = max(0, min(all.maxX, meanX + spreadX) - left);
  const height = max(0, min(all.maxY, meanY + spreadY) - bottom);

  const reach = max(w.largestReach, 1e-6);
  const even = n / max(width * height, 1e-9);
  const density = w.density > 0 ? w.density : even;
  const usual = sqrt(<f64>max(w.usualNeighbours, 1) / (Math.PI * density));
  let side = max(min(SIDE * usual, reach), FINEST * reach);
  const limit = <f64>(w.cellLimit - 1);
  while ((Math.floor(width / side) + 1) * (Math.floor(height / side) + 1) > limit) side *= 1.25;
  w.originX = left;
  w.originY = bottom;
  w.perUnit = 1 / side;
  w.expected = ROOMY * usual;
  w.columns = <u32>(width / side) + 1;
  w.rows = <u32>(height / side) + 1;
  const far = max(max(all.maxX - left, left - all.minX), max(all.maxY - bottom, bottom - all.minY));
  const error = far * ROUNDING;
  w.slack = (error * error) / STRETCH + error * error;
  w.blur = 2 * error;
  memory.fill(w.cells, 0, ((<usize>w.columns * w.rows) << 2) + 8);
  return count;
}

/**
 * Upper bound on the squared distance in f32 of two agents whose exact squared distance is at most
 * `square`. By `STRETCH`, each coordinate adds at most `STRETCH` of its square and one `slack`. The
 * second `STRETCH` covers the rounding of the f32 products and their sum.
 */
export function filterOf(w: World, square: f64): f32 {
  return <f32>(square * (1 + 2 * STRETCH) + 2 * w.slack);
}

/** Adds the sums of `part` to `all`, after changing their base to the base of `all`. */
function joinSums(all: Part, part: Part): void {
  if (part.count == 0) return;
  if (all.count == 0) {
    all.baseX = part.baseX;
    all.baseY = part.baseY;
  }
  const n = <f64>part.count;
  const dx = part.baseX - all.baseX;
  const dy = part.baseY - all.baseY;
  all.minX = min(all.minX, part.minX);
  all.minY = min(all.minY, part.minY);
  all.maxX = max(all.maxX, part.maxX);
  all.maxY = max(all.maxY, part.maxY);
  all.sumX += part.sumX + n * dx;
  all.sumY += part.sumY + n * dy;
  all.squareX += part.squareX + 2 * dx * part.sumX + n * dx * dx;
  all.squareY += part.squareY + 2 * dy * part.sumY + n * dy * dy;
  all.count += part.count;
}

/** The column or row of a coordinate, clamped to 0 … `count` - 1. */
export function lineOf(at: f64, origin: f64, perUnit: f64, count: u32): u32 {
  const q = (at - origin) * perUnit;
  return <u32>max(0, min(q, <f64>(count - 1)));
}

/** Adds 1 to word `i` of an array in which several threads count; returns the old value. */
function takeNext(words: usize, i: u32): u32 {
  const at = words + ((<usize>i) << 2);
  if (ASC_FEATURE_THREADS) return atomic.add<u32>(at, 1);
  const before = load<u32>(at);
  store<u32>(at, before + 1);
  return before;
}

/** Counts the agents of each cell, of the slots from `from` to `to` − 1. */
export function countCells(from: u32, to: u32): void {
  const w = bound();
  const counts = w.cells + sizeof<u32>();
  const columns = w.columns;
  for (let slot = from; slot < to; slot++) {
    if (u8At(w.status, slot) == FREE) continue;
    const column = lineOf(f64At(w.positionX, slot), w.originX, w.perUnit, columns);
    const row = lineOf(f64At(w.positionY, slot), w.originY, w.perUnit, w.rows);
    const cell = row * columns + column;
    putU32(w.key, slot, cell);
    takeNext(counts, cell);
  }
}

/**
 * Turns counts into first places. Writes `World.density`, by which the next tick plans its grid.
 */
export function startCells(): void {
  const w = bound();
  const counts = w.cells + sizeof<u32>();
  const cells = w.columns * w.rows;
  let sum: u32 = 0;
  let squares: f64 = 0;
  for (let cell: u32 = 0; cell < cells; cell++) {
    const own = u32At(counts, cell);
    putU32(counts, cell, sum);
    sum += own;
    squares += <f64>own * <f64>own;
  }
  // How many others are in the cell of an agent, as a mean over agents. For agents spread at
  // random, this is also the mean number of agents per cell.
  const others = max(squares / <f64>max(sum, 1) - 1, FEWEST);
  w.density = others * w.perUnit * w.perUnit;
}

/**
 * Copies the agents of the slots from `from` to `to` − 1 to their places: the state at the start of
 * the tick. Writes their common bits, their range of storeys and their largest values to the part
 * of `thread`.
 */
export function scatter(from: u32, to: u32, thread: u32): void {
  const w = bound();
  let masks: u32 = 0xffffffff;
  let groups: u32 = 0xffffffff;
  let lowest: u32 = 0xffffffff;
  let highest: u32 = 0;
  let radius: f32 = 0;
  let yielding: f32 = 0;
  let fastest: f32 = 0;
  const nexts = w.cells + sizeof<u32>();
  for (let slot = from; slot < to; slot++) {
    const status = u8At(w.status, slot);
    if (status == FREE) continue;
    const at = takeNext(nexts, u32At(w.key, slot));
    const x = f64At(w.positionX, slot);
    const y = f64At(w.positionY, slot);
    putF32(w.nearX, at, <f32>(x - w.originX));
    putF32(w.nearY, at, <f32>(y - w.originY));
    const traits = traitsAt(slot);
    const place = placeAt(at);
    place.x = x;
    place.y = y;
    place.slot = slot;
    place.group = traits.group;
    place.mask = traits.mask;
    place.storey = traits.storey;
    place.status = <u8>status;
    place.level = <u8>u8At(w.level, slot);
    const motion = motionAt(at);
    motion.velocityX = f32At(w.velocityX, slot);
    motion.velocityY = f32At(w.velocityY, slot);
    motion.radius = f32At(w.radius, slot);
    motion.priority = traits.priority;
    masks &= traits.mask;
    groups &= traits.group;
    lowest = min(lowest, <u32>traits.storey);
    highest = max(highest, <u32>traits.storey);
    radius = max(radius, motion.radius);
    yielding = max(yielding, <f32>1 - motion.priority);
    fastest = max(fastest, abs(motion.velocityX) + abs(motion.velocityY));
  }
  const part = partOf(thread);
  part.masks = masks;
  part.groups = groups;
  part.lowestStorey = lowest;
  part.highestStorey = highest;
  part.partRadius = radius;
  part.partYielding = yielding;
  part.partSpeed = fastest;
}

/** Joins what `scatter` wrote to the parts of all threads; writes the result to the part `own`. */
export function joinTraits(own: Part): void {
  const w = bound();
  let masks: u32 = 0xffffffff;
  let groups: u32 = 0xffffffff;
  let lowest: u32 = 0xffffffff;
  let highest: u32 = 0;
  let radius: f32 = 0;
  let yielding: f32 = 0;
  let fastest: f32 = 0;
  for (let thread: u32 = 0; thread < w.threads; thread++) {
    const part = partOf(thread);
    masks &= part.masks;
    groups &= part.groups;
    lowest = min(lowest, part.lowestStorey);
    highest = max(highest, part.highestStorey);
    radius = max(radius, part.partRadius);
    yielding = max(yielding, part.partYielding);
    fastest = max(fastest, part.partSpeed);
  }
  own.allMeet = <u32>((masks & groups) != 0 && lowest == highest);
  own.largestRadius = radius;
  own.largestYielding = yielding;
  own.largestSpeed = fastest;
}
