// Sight between walls, and paths followed by it: what src/guides/wall-sight.ts answers, and what
// src/guides/path-walk.ts does with sight. Decisions are made by the same operations in f32.
import { KEPT } from '../../guides/path-walk.ts';
import { SLACK } from '../../guides/sight.ts';
import { WALL_WORDS } from '../walls/layout.ts';
import { TRAITS } from '../state/words.ts';

/**
 * Goes behind the declarations of paths.wgsl.ts, and declares `follow`. An aim is point k of the
 * path, or a point on the side to point k + 1, after 1 to 3 quarters of this side.
 */
export const sightWgsl: string = /* wgsl */ `
@group(0) @binding(8) var<storage, read> walls: array<u32>;
const SLACK = ${SLACK}f;
const KEPT = ${KEPT}f;
const QUARTERS = 4u;
const ALL_STOREYS = 0xffffu;
// the rounding of a column or row, as a part of its number
const LINE_ROOM = 0x1p-17f;

fn wallWord(wall: u32, word: u32) -> u32 {
  return walls[scene.wallRecords + ${WALL_WORDS}u * wall + word];
}
/** An end of a wall, in two parts each: 0 for a, 1 for b. */
fn wallEnd(wall: u32, end: u32) -> vec4f {
  let x = vec2u(wallWord(wall, 4u * end), wallWord(wall, 4u * end + 1u));
  let y = vec2u(wallWord(wall, 4u * end + 2u), wallWord(wall, 4u * end + 3u));
  return bitcast<vec4f>(vec4u(x.x, y.x, x.y, y.y));
}
fn dotOf(a: vec2f, b: vec2f) -> f32 { return opaque(opaque(a.x * b.x) + opaque(a.y * b.y)); }
fn crossOf(a: vec2f, b: vec2f) -> f32 { return opaque(opaque(a.x * b.y) - opaque(a.y * b.x)); }
fn less2(a: vec2f, b: vec2f) -> vec2f { return vec2f(opaque(a.x - b.x), opaque(a.y - b.y)); }

/** Whether the point p is nearer than the root of 'near' to the segment from 0 to d. */
fn isNear(p: vec2f, d: vec2f, near: f32) -> bool {
  let along = dotOf(p, d);
  let square = dotOf(d, d);
  if (along <= 0f) { return dotOf(p, p) < near; }
  if (along >= square) {
    let q = less2(p, d);
    return dotOf(q, q) < near;
  }
  let off = crossOf(d, p);
  return opaque(off * off) < opaque(near * square);
}
fn opposite(a: f32, b: f32) -> bool { return (a < 0f && b > 0f) || (a > 0f && b < 0f); }

/** Whether a wall is nearer than the root of 'near' to the move by d of an agent at 'at'. */
fn blocks(wall: u32, at: vec4f, d: vec2f, near: f32) -> bool {
  let endA = wallEnd(wall, 0u);
  let endB = wallEnd(wall, 1u);
  let a = between(at, endA);
  let b = between(at, endB);
  if (isNear(a, d, near) || isNear(b, d, near)) { return true; }
  let e = between(endA, endB);
  let q = less2(d, a);
  if (isNear(-a, e, near) || isNear(q, e, near)) { return true; }
  return opposite(crossOf(d, a), crossOf(d, b)) && opposite(crossOf(e, -a), crossOf(e, q));
}

/** Whether a disc of the given radius can go straight from an agent at 'at' by d. */
fn sees(at: vec4f, d: vec2f, radius: f32, storey: u32) -> bool {
  if (scene.wallCount == 0u) { return true; }
  let reach = opaque(SLACK * radius);
  let near = opaque(reach * reach);
  let origin = vec4f(
    scene.wallOriginX, scene.wallOriginY, scene.wallOriginXLow, scene.wallOriginYLow,
  );
  // start and way are counted in cells
  let start = between(origin, at) * scene.wallPerUnit;
  let way = d * scene.wallPerUnit;
  let farthest = max(max(abs(start.x), abs(start.y)), max(abs(way.x), abs(way.y)));
  let room = reach * scene.wallPerUnit + (farthest + 1f) * LINE_ROOM;
  let columns = f32(scene.wallColumns - 1u);
  let rows = f32(scene.wallRows - 1u);
  let to = start + way;
  let low = u32(clamp(min(start.y, to.y) - room, 0f, rows));
  let high = u32(clamp(max(start.y, to.y) + room, 0f, rows));
  for (var row = low; row <= high; row++) {
    var ends = vec2f(min(start.x, to.x), max(start.x, to.x));
    // the part of the move within the row
    if (abs(way.y) > 1e-3f) {
      let band = vec2f(f32(row) - room, f32(row + 1u) + room) - start.y;
      let x = start.x + clamp(band / way.y, vec2f(), vec2f(1f)) * way.x;
      ends = vec2f(min(x.x, x.y), max(x.x, x.y));
    }
    let first = u32(clamp(ends.x - room, 0f, columns));
    let last = u32(clamp(ends.y + room, 0f, columns));
    let cell = row * scene.wallColumns;
    let end = walls[cell + last + 1u];
    for (var entry = walls[cell + first]; entry < end; entry++) {
      let wall = walls[scene.wallEntries + entry];
      let own = wallWord(wall, 23u);
      if (own != ALL_STOREYS && own != storey) { continue; }
      if (blocks(wall, at, d, near)) { return false; }
    }
  }
  return true;
}

/** The vector from an agent to an aim. */
fn aimOf(at: vec4f, point: u32, quarters: u32) -> vec2f {
  let to = between(at, points[point]);
  if (quarters == 0u) { return to; }
  let part = 0.25f * f32(quarters);
  let side = between(points[point], points[point + 1u]);
  return vec2f(opaque(to.x + opaque(part * side.x)), opaque(to.y + opaque(part * side.y)));
}

fn follow(slot: u32, at: vec4f, first: u32, last: u32) -> Aim {
  let radius = radiusOf(slot);
  let storey = traits[${TRAITS}u * slot + 8u] & 0xffffu;
  let before = state[slot];
  var k = min(before & POINT_MASK, last);
  var beyond = select(0u, (before >> QUARTER_BIT) & 3u, k < last);
  let kept = opaque(KEPT * radius);
  let isByAim = length(aimOf(at, first + k, beyond)) <= 2f * radius;
  if (isByAim) { state[scene.capacity + slot] = k; }
  let reached = state[scene.capacity + slot];
  var hasMoved = false;
  for (var tries = 0u; tries < following.lookAhead && k < last; tries++) {
    let size = select(radius, kept, isByAim && !hasMoved);
    if (!sees(at, aimOf(at, first + k + 1u, 0u), size, storey)) { break; }
    k++;
    hasMoved = true;
  }
  if (hasMoved) { beyond = 0u; }
  var isOn = true;
  if (k < last && beyond + 1u < QUARTERS
    && sees(at, aimOf(at, first + k, beyond + 1u), radius, storey)) {
    beyond++;
  } else if (!hasMoved && isByAim && k < last) {
    // The agent does not see the next point, because the points are closer to each other than the
    // disc is wide. It aims at that point all the same, and the walls lead it there.
    k++;
    beyond = 0u;
    isOn = false;
  } else if (!hasMoved && !sees(at, aimOf(at, first + k, beyond), kept, storey)) {
    // the agent was pushed back: it aims at corner k itself, else at the corner before
    beyond = 0u;
    isOn = sees(at, aimOf(at, first + k, 0u), kept, storey);
    if (!isOn && k > reached + 1u && sees(at, aimOf(at, first + k - 1u, 0u), kept, storey)) {
      k--;
      isOn = true;
    }
  }
  return Aim(k, beyond, isOn, aimOf(at, first + k, beyond));
}
`;
