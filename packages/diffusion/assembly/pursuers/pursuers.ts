// A tick of pursuers; `runMove` of src/pursuers/move-job.ts calls `pursuersMove`. All pursuers look
// at the same fields and move at the same time. Scores are as `PursuerOptions` says, bit for bit:
// f32 sums in the order of the layers. Of equal scores the lowest cell is taken, and a pursuer
// stays where no neighbour is better. Exclusive pursuers do not enter a cell that was taken when
// the tick began; of several that choose one cell, the pursuer with the lowest index gets it.

import { i32At, layerField, layerWeight } from '../layout';
import { cellScale, EMPTY, MIXED, SCALE_BIAS, scaleWord, scaleWordPlace } from '../step/log-block';

let width: i32 = 0;
let height: i32 = 0;
/** Bytes from row to row of the fields. */
let stride: usize = 0;
/**
 * How many cells beside a diagonal step must be open; 3: no diagonal steps (src/model/corners.ts).
 */
let beside: i32 = 0;
/** f32 in rows as the fields, 0 = obstacle: the factor of a cell, or a straight step's cost. */
let passage: usize = 0;
/** The layers that count, see layout.ts. */
let layers: usize = 0;
let used: i32 = 0;
/** Exclusive pursuers: the address of a byte per cell, 1 = no pursuer may enter. Else address 0. */
let taken: usize = 0;
/** Three rows of four scores. */
let scratch: usize = 0;

/** The length of a diagonal step. */
const DIAGONAL: f32 = 1.4142135623730950488;

export function pursuersBindMap(
  mapWidth: i32,
  mapHeight: i32,
  rowBytes: usize,
  besideNeeded: i32,
  passagePlaces: usize,
): void {
  width = mapWidth;
  height = mapHeight;
  stride = rowBytes;
  beside = besideNeeded;
  passage = passagePlaces;
}

export function pursuersBindLayers(
  table: usize,
  count: i32,
  scratchRows: usize,
  takenCells: usize,
): void {
  layers = table;
  used = count;
  scratch = scratchRows;
  taken = takenCells;
}

/** Kinds of fields: scent in precision 'f32' is 0, in 'log' 1; costs are 2. */
const KIND_LOG: i32 = 1;
const KIND_COST: i32 = 2;

/**
 * Moves `count` pursuers once; `cells` holds their cells (u32). `chosen`, of as many words, gets
 * the cell that each of them chooses. Returns how many are on another cell afterwards.
 */
export function pursuersMove(cells: usize, chosen: usize, count: i32, kind: i32): i32 {
  const end = cells + ((<usize>count) << 2);
  if (taken != 0) {
    for (let at = cells; at < end; at += 4) setTaken(load<u32>(at), 1);
  }
  const by = chosen - cells;
  if (kind == KIND_COST) {
    for (let at = cells; at < end; at += 4) store<u32>(at + by, descent(load<u32>(at)));
  } else if (kind == KIND_LOG) {
    for (let at = cells; at < end; at += 4) store<u32>(at + by, best<i32>(load<u32>(at)));
  } else {
    for (let at = cells; at < end; at += 4) store<u32>(at + by, best<f32>(load<u32>(at)));
  }
  let moved = 0;
  if (taken == 0) {
    for (let at = cells; at < end; at += 4) {
      const to = load<u32>(at + by);
      moved += i32(to != load<u32>(at));
      store<u32>(at, to);
    }
    return moved;
  }
  for (let at = cells; at < end; at += 4) setTaken(load<u32>(at), 0);
  // of several that choose a cell, the first gets it
  for (let at = cells; at < end; at += 4) {
    const to = load<u32>(at + by);
    if (to == load<u32>(at)) continue;
    if (isTaken(to)) store<u32>(at + by, load<u32>(at));
    else {
      setTaken(to, 1);
      moved++;
    }
  }
  for (let at = cells; at < end; at += 4) {
    const to = load<u32>(at + by);
    setTaken(to, 0);
    store<u32>(at, to);
  }
  return moved;
}

/** Of exclusive pursuers: whether a pursuer has the cell. */
function isTaken(v: u32): bool {
  return load<u8>(taken + v) != 0;
}

function setTaken(v: u32, value: u8): void {
  store<u8>(taken + v, value);
}

function mayEnter(row: usize, v: u32, x: i32): bool {
  return load<f32>(passage + row + ((<usize>x) << 2)) != 0 && (taken == 0 || !isTaken(v));
}

/** The exponent of a value m * 2^scale, by the bits of m; m is 0 or at least 2^-126. */
function exponentOf(bits: u32, scale: i32): i32 {
  return <i32>(bits >>> 23) - 127 + scale;
}

function windowOf(exponent: i32): i32 {
  // Integer division rounds down only above 0. Exponents go down to -2^28 (method 'steady'), and 96
  // * 2^23 is more than 2^29.
  return <i32>(<u32>(exponent + 96 * (1 << 23)) / 96) - (1 << 23);
}

/** m * 2^(scale - 96 top), 0 where the window of the value is two or more below `top`. */
function windowed(bits: u32, scale: i32, top: i32): f64 {
  if (exponentOf(bits, scale) < 96 * (top - 1)) return 0;
  const places = scale - 96 * top;
  return <f64>reinterpret<f32>(bits) * reinterpret<f64>((<u64>(places + 1023)) << 52);
}

/** Lanes `low` to `high`. */
function lanes(low: i32, high: i32): v128 {
  const lane = i32x4(0, 1, 2, 3);
  return v128.and(i32x4.ge_s(lane, i32x4.splat(low)), i32x4.le_s(lane, i32x4.splat(high)));
}

/** Whether blocks `b` and `c` of a row, with these scale words, have K = `k` or are EMPTY. */
function uniform(words: usize, b: i32, c: i32, k: i32): bool {
  const first = i32At(words, b);
  const last = i32At(words, c);
  return (first == k || first == EMPTY) && (last == k || last == EMPTY);
}

/** What `windowAround` returns where no value is above 0. */
const NO_SCENT: i32 = i32.MIN_VALUE;
/** What `windowAround` returns where blocks of a layer have different scales, or are MIXED. */
const NOT_UNIFORM: i32 = i32.MAX_VALUE;

/**
 * The k of the largest value of all layers among the cells around x, y in precision 'log'. Lanes of
 * `above`, `middle` and `below` tell which cells count. Rows that are not there are read from the
 * middle one.
 */
function windowAround(x: i32, y: i32, above: v128, middle: v128, below: v128): i32 {
  const row = <usize>y * stride;
  const up: usize = y > 0 ? 0 - stride : 0;
  const down: usize = y + 1 < height ? stride : 0;
  const b = (x - 1) >> 4;
  const c = (x + 1) >> 4;
  let most: i32 = i32.MIN_VALUE;
  for (let l = 0; l < used; l++) {
    const line = layerField(layers, l) + row;
    const words = scaleWordPlace(line, 0);
    const k = i32At(words, x >> 4);
    if (k == MIXED || !uniform(words, b, c, k)) return NOT_UNIFORM;
    if (!uniform(words + up, b, c, k) || !uniform(words + down, b, c, k)) return NOT_UNIFORM;
    const cell = line + ((<usize>x) << 2) - 4;
    let m = v128.and(v128.load(cell), middle);
    m = f32x4.pmax(m, v128.and(v128.load(cell + up), above));
    m = f32x4.pmax(m, v128.and(v128.load(cell + down), below));
    const largest = reinterpret<u32>(
      max(max(f32x4.extract_lane(m, 0), f32x4.extract_lane(m, 1)), f32x4.extract_lane(m, 2)),
    );
    if (largest != 0) most = max(most, exponentOf(largest, (k - SCALE_BIAS) << 6));
  }
  return most == i32.MIN_VALUE ? NO_SCENT : windowOf(most);
}

/**
 * The neighbour with the best score, or the cell itself: four cells from x - 1 on of three rows at
 * a time. In precision 'log' only if the blocks looked at have one scale in each layer, or are
 * EMPTY; else `careful` does it.
 */
function best<LOG>(v: u32): u32 {
  const y = <i32>(v / <u32>width);
  const x = <i32>(v - <u32>(y * width));
  const row = <usize>y * stride;
  const at = row + ((<usize>x) << 2);
  if (load<f32>(passage + at) == 0) return v;
  const inside = lanes(x > 0 ? 0 : 1, x + 1 < width ? 2 : 1);
  const across = beside < 3 ? inside : lanes(1, 1);
  const none = i32x4.splat(0);
  let above = y > 0 ? across : none;
  let middle = inside;
  let below = y + 1 < height ? across : none;
  if (beside == 1 || beside == 2) {
    above = v128.and(above, stepsTo(x, y, -1));
    below = v128.and(below, stepsTo(x, y, 1));
  }
  if (taken != 0) {
    above = v128.and(above, free(v - width, y > 0));
    middle = v128.and(middle, i32x4.replace_lane(free(v, true), 1, -1));
    below = v128.and(below, free(v + width, y + 1 < height));
  }
  // rows that are not there are read from the middle one, and masked
  const up: usize = y > 0 ? 0 - stride : 0;
  const down: usize = y + 1 < height ? stride : 0;
  let top: i32 = 0;
  if (isInteger<LOG>()) {
    top = windowAround(x, y, above, middle, below);
    if (top == NO_SCENT) return v;
    if (top == NOT_UNIFORM) return careful(v);
  }
  let scores0 = f32x4.splat(0);
  let scores1 = f32x4.splat(0);
  let scores2 = f32x4.splat(0);
  for (let l = 0; l < used; l++) {
    const line = layerField(layers, l) + row;
    const cell = line + ((<usize>x) << 2) - 4;
    const weight = f32x4.splat(layerWeight(layers, l));
    let m0 = v128.load(cell + up);
    let m1 = v128.load(cell);
    let m2 = v128.load(cell + down);
    if (isInteger<LOG>()) {
      const k = scaleWord(line, x >> 4);
      const places = ((k - SCALE_BIAS) << 6) - 96 * top;
      // values two windows down do not count
      const lowest = -96 - places;
      if (k == EMPTY || lowest > 126) continue;
      if (places > 127 || places < -126) return careful(v);
      const scale = f32x4.splat(reinterpret<f32>((places + 127) << 23));
      const least = f32x4.splat(lowest < -126 ? 0 : reinterpret<f32>((lowest + 127) << 23));
      m0 = f32x4.mul(v128.and(m0, f32x4.ge(m0, least)), scale);
      m1 = f32x4.mul(v128.and(m1, f32x4.ge(m1, least)), scale);
      m2 = f32x4.mul(v128.and(m2, f32x4.ge(m2, least)), scale);
    }
    scores0 = f32x4.add(scores0, f32x4.mul(weight, m0));
    scores1 = f32x4.add(scores1, f32x4.mul(weight, m1));
    scores2 = f32x4.add(scores2, f32x4.mul(weight, m2));
  }
  let score = f32x4.extract_lane(scores1, 1);
  const own = f32x4.splat(score);
  let better =
    i32x4.bitmask(v128.and(f32x4.gt(scores0, own), above)) |
    (i32x4.bitmask(v128.and(f32x4.gt(scores1, own), middle)) << 4) |
    (i32x4.bitmask(v128.and(f32x4.gt(scores2, own), below)) << 8);
  if (better == 0) return v;
  storeScores(scores0, scores1, scores2);
  let chosen = v;
  for (; better != 0; better &= better - 1) {
    const bit = ctz(better);
    const other = load<f32>(scratch + ((<usize>bit) << 2));
    if (!(other > score)) continue;
    const line = bit >> 2;
    const dx = (bit & 3) - 1;
    // where weights are below 0, an obstacle may have the best score
    const place = at + (line == 0 ? up : line == 1 ? <usize>0 : down) + ((<usize>dx) << 2);
    if (load<f32>(passage + place) == 0) continue;
    score = other;
    chosen = v + (line - 1) * width + dx;
  }
  return chosen;
}

/** Whether the cell (x, y) is inside the map and open: 1, else 0. */
function openAt(x: i32, y: i32): i32 {
  if (<u32>x >= <u32>width || <u32>y >= <u32>height) return 0;
  return <i32>(load<f32>(passage + <usize>y * stride + ((<usize>x) << 2)) != 0);
}

/** Whether the corner rule allows the step from (x, y) to its neighbour at (dx, dy). */
function isAllowed(x: i32, y: i32, dx: i32, dy: i32): bool {
  if (dx == 0 || dy == 0 || beside == 0) return true;
  return beside < 3 && openAt(x + dx, y) + openAt(x, y + dy) >= beside;
}

/** Lanes of the cells x - 1 to x + 1 of row y + dy that the corner rule allows to step to. */
function stepsTo(x: i32, y: i32, dy: i32): v128 {
  return i32x4(isAllowed(x, y, -1, dy) ? -1 : 0, -1, isAllowed(x, y, 1, dy) ? -1 : 0, 0);
}

function storeScores(above: v128, middle: v128, below: v128): void {
  v128.store(scratch, above);
  v128.store(scratch + 16, middle);
  v128.store(scratch + 32, below);
}

/** Lanes of the cells v - 1 to v + 1 where no pursuer is. */
function free(v: u32, there: bool): v128 {
  if (!there) return i32x4.splat(0);
  // the bytes before and behind those of the cells are no cells: `best` masks their lanes
  return i32x4(isTaken(v - 1) ? 0 : -1, isTaken(v) ? 0 : -1, isTaken(v + 1) ? 0 : -1, 0);
}

/** Does what `best` does in precision 'log', cell by cell, for any scales. */
function careful(v: u32): u32 {
  const y = <i32>(v / <u32>width);
  const x = <i32>(v - <u32>(y * width));
  if (load<f32>(passage + <usize>y * stride + ((<usize>x) << 2)) == 0) return v;
  const left = x > 0 ? x - 1 : x;
  const right = x + 1 < width ? x + 1 : x;
  const up = y > 0 ? y - 1 : y;
  const down = y + 1 < height ? y + 1 : y;
  // a bit for the cell of the pursuer and for each cell around that it may enter
  let places: u32 = 0;
  let bit: u32 = 1;
  let own: u32 = 0;
  for (let ny = up; ny <= down; ny++) {
    for (let nx = left; nx <= right; nx++, bit <<= 1) {
      const to = <u32>(ny * width + nx);
      if (to == v) {
        own = bit;
        places |= bit;
      } else if (isAllowed(x, y, nx - x, ny - y) && mayEnter(<usize>ny * stride, to, nx)) {
        places |= bit;
      }
    }
  }
  let most: i32 = i32.MIN_VALUE;
  for (let l = 0; l < used; l++) {
    const field = layerField(layers, l);
    bit = 1;
    for (let ny = up; ny <= down; ny++) {
      const line = field + <usize>ny * stride;
      for (let nx = left; nx <= right; nx++, bit <<= 1) {
        const bits = load<u32>(line + ((<usize>nx) << 2));
        if ((places & bit) == 0 || bits == 0) continue;
        most = max(most, exponentOf(bits, cellScale(line, nx)));
      }
    }
  }
  if (most == i32.MIN_VALUE) return v;
  const top = windowOf(most);
  let chosen = v;
  let score = scoreAt(x, y, top);
  bit = 1;
  for (let ny = up; ny <= down; ny++) {
    for (let nx = left; nx <= right; nx++, bit <<= 1) {
      if ((places & bit) == 0 || bit == own) continue;
      const other = scoreAt(nx, ny, top);
      if (other > score) {
        score = other;
        chosen = <u32>(ny * width + nx);
      }
    }
  }
  return chosen;
}

function scoreAt(x: i32, y: i32, top: i32): f32 {
  let sum: f32 = 0;
  for (let l = 0; l < used; l++) {
    const line = layerField(layers, l) + <usize>y * stride;
    const bits = <u32>i32At(line, x);
    if (bits == 0) continue;
    sum += <f32>(<f64>layerWeight(layers, l) * windowed(bits, cellScale(line, x), top));
  }
  return sum;
}

/**
 * The next cell down costs, as `bestNeighbour` of src/model/climb.ts; the cell itself where there
 * is none.
 */
function descent(v: u32): u32 {
  const y = <i32>(v / <u32>width);
  const x = <i32>(v - <u32>(y * width));
  const field = layerField(layers, 0);
  const own = load<f32>(field + <usize>y * stride + ((<usize>x) << 2));
  if (own == Infinity) return v;
  const left = x > 0 ? x - 1 : x;
  const right = x + 1 < width ? x + 1 : x;
  const up = y > 0 ? y - 1 : y;
  const down = y + 1 < height ? y + 1 : y;
  let chosen = v;
  let least: f32 = Infinity;
  for (let ny = up; ny <= down; ny++) {
    const line = <usize>ny * stride;
    for (let nx = left; nx <= right; nx++) {
      const cost = load<f32>(field + line + ((<usize>nx) << 2));
      // only to a strictly cheaper cell: a pursuer goes in no cycles
      if (!(cost < own)) continue;
      const straight = ny == y || nx == x;
      if (!isAllowed(x, y, nx - x, ny - y)) continue;
      const step = load<f32>(passage + line + ((<usize>nx) << 2));
      const sum = cost + (straight ? step : DIAGONAL * step);
      const to = <u32>(ny * width + nx);
      if (sum < least && mayEnter(line, to, nx)) {
        least = sum;
        chosen = to;
      }
    }
  }
  return chosen;
}
