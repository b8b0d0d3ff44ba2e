// The walls on the device, and the nearest ones of an agent by (squared distance, wall):
// assembly/walls/distance.ts and near-walls.ts in the numbers of `../numbers`. Goes after
// program.wgsl.ts. The kernel declares `apart`, the difference of coordinates in two parts.
import { WALL_WORDS } from './layout.ts';

export const wallsWgsl: string = /* wgsl */ `
// the first entry of each cell, entries, records of 24 words: ends a and b, the direction and the
// length in two parts each; unit vectors of the walls joined to a on the left and on the right, and
// to b; joints and storey
@group(0) @binding(6) var<storage, read> walls: array<u32>;
const ALL_STOREYS = 0xffffu;

fn wallWord(wall: u32, word: u32) -> u32 {
  return walls[scene.wallRecords + ${WALL_WORDS}u * wall + word];
}
fn wallFloat(wall: u32, word: u32) -> f32 { return bitcast<f32>(wallWord(wall, word)); }
fn wallPart(wall: u32, which: u32) -> vec2f {
  return vec2f(wallFloat(wall, 2u * which), wallFloat(wall, 2u * which + 1u));
}
fn wallServes(wall: u32, storey: u32) -> bool {
  let own = wallWord(wall, 23u);
  return own == ALL_STOREYS || own == storey;
}

/** Columns or rows of the cells within 'range' of a coordinate, with room for rounding. */
fn wallLines(at: vec2f, origin: vec2f, range: f32, count: u32) -> vec2u {
  let q = ((at.x - origin.x) + (at.y - origin.y)) * scene.wallPerUnit;
  let wide = range * scene.wallPerUnit + (abs(q) + 1f) * 0x1p-18f;
  let last = f32(count - 1u);
  return vec2u(clamp(vec2f(q - wide, q + wide), vec2f(), vec2f(last)));
}
/** The first and the last column, the first and the last row. */
fn wallCellsAround(at: vec4f, range: f32) -> vec4u {
  let x = vec2f(scene.wallOriginX, scene.wallOriginXLow);
  let y = vec2f(scene.wallOriginY, scene.wallOriginYLow);
  return vec4u(
    wallLines(at.xz, x, range, scene.wallColumns),
    wallLines(at.yw, y, range, scene.wallRows),
  );
}

fn positive(a: N) -> bool { return less(num(0f), a); }
fn negative(a: N) -> bool { return less(a, num(0f)); }
fn least(a: N, b: N) -> N {
  if (less(b, a)) { return b; }
  return a;
}
fn most(a: N, b: N) -> N {
  if (less(a, b)) { return b; }
  return a;
}

/** The squared distance of a wall, whose ends a and b are seen from the agent. */
fn squareTo(ax: N, ay: N, bx: N, by: N, ux: N, uy: N, length: N) -> N {
  let along = neg(dot2(ax, ay, ux, uy));
  var x = bx;
  var y = by;
  if (!positive(along)) {
    x = ax;
    y = ay;
  } else if (less(along, length)) {
    let off = cross2(ax, ay, ux, uy);
    return mul(off, off);
  }
  return dot2(x, y, x, y);
}

fn wallSquare(wall: u32, at: vec4f) -> N {
  let ax = apart(wallPart(wall, 0u), at.xz);
  let ay = apart(wallPart(wall, 1u), at.yw);
  let bx = apart(wallPart(wall, 2u), at.xz);
  let by = apart(wallPart(wall, 3u), at.yw);
  let ux = pair(wallPart(wall, 4u));
  let uy = pair(wallPart(wall, 5u));
  return squareTo(ax, ay, bx, by, ux, uy, pair(wallPart(wall, 6u)));
}
`;

/** Declares `findWalls`, which lists at most `limit` walls. */
export function nearWallsWgsl(limit: number): string {
  return /* wgsl */ `
const WALL_LIMIT = ${limit}u;
var<private> nearWall: array<u32, ${limit}>;
var<private> nearSquare: array<N, ${limit}>;
// whether walls were left out because the list was full
var<private> overfull: bool;

/**
 * Puts a wall into the list of 'found' walls, unless the wall is in the list or the list is full of
 * nearer walls. Returns the number of walls in the list.
 */
fn insertWall(found: u32, square: N, wall: u32) -> u32 {
  var at = found;
  for (; at > 0u; at--) {
    let before = nearSquare[at - 1u];
    if (less(before, square)) { break; }
    if (!less(square, before)) {
      if (nearWall[at - 1u] == wall) { return found; }
      if (nearWall[at - 1u] < wall) { break; }
    }
  }
  overfull = overfull || found == WALL_LIMIT;
  if (at == WALL_LIMIT) { return found; }
  let last = min(found, WALL_LIMIT - 1u);
  for (var i = last; i > at; i--) {
    nearSquare[i] = nearSquare[i - 1u];
    nearWall[i] = nearWall[i - 1u];
  }
  nearSquare[at] = square;
  nearWall[at] = wall;
  return last + 1u;
}

/** Lists the walls within 'range' of an agent; returns their number. */
fn findWalls(at: vec4f, range: f32, storey: u32) -> u32 {
  overfull = false;
  if (scene.wallCount == 0u) { return 0u; }
  var reach = num(range * range);
  var found = 0u;
  let around = wallCellsAround(at, range);
  for (var row = around.z; row <= around.w; row++) {
    let cell = row * scene.wallColumns;
    let end = walls[cell + around.y + 1u];
    for (var entry = walls[cell + around.x]; entry < end; entry++) {
      let wall = walls[scene.wallEntries + entry];
      let square = wallSquare(wall, at);
      if (less(reach, square) || !wallServes(wall, storey)) { continue; }
      found = insertWall(found, square, wall);
      if (found == WALL_LIMIT && overfull) { reach = nearSquare[WALL_LIMIT - 1u]; }
    }
  }
  return found;
}
`;
}
