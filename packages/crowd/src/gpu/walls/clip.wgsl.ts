// The move of a disc, clipped at walls: assembly/walls/clip.ts in pairs of f32. All coordinates are
// relative to the place where the disc stood at the start of the tick, so that rounding does not
// grow with the distance from the origin. Goes after walls.wgsl.ts.

export const clipWgsl: string = /* wgsl */ `
// constants as in assembly/walls/clip.ts; ALONG_SQUARE is the square of its ALONG
const GAP = 1e-6f;
const SLIDES = 4u;
const ALONG_SQUARE = 1e-18f;
const SHRINK = 1e-9f;
const PUSH = 0.5f;

var<private> start: vec4f;
var<private> storey: u32;
// the move under way: position, remaining move, distance that is kept from every wall
var<private> atX: N;
var<private> atY: N;
var<private> goX: N;
var<private> goY: N;
var<private> kept: N;
var<private> around: vec4u;
// the first wall that the move meets: the part of the move before that, and the unit vector away
// from the wall
var<private> hitTime: N;
var<private> hitX: N;
var<private> hitY: N;
// the current wall, which 'lookAt' sets: its ends, unit vector and length
var<private> ends: array<N, 4>;
var<private> unitX: N;
var<private> unitY: N;
var<private> extent: N;

fn lookAt(wall: u32) {
  ends[0] = apart(wallPart(wall, 0u), start.xz);
  ends[1] = apart(wallPart(wall, 1u), start.yw);
  ends[2] = apart(wallPart(wall, 2u), start.xz);
  ends[3] = apart(wallPart(wall, 3u), start.yw);
  unitX = pair(wallPart(wall, 4u));
  unitY = pair(wallPart(wall, 5u));
  extent = pair(wallPart(wall, 6u));
}
/** The squared distance of (x, y) to the current wall. */
fn squareFrom(x: N, y: N) -> N {
  return squareTo(
    sub(ends[0], x), sub(ends[1], y), sub(ends[2], x), sub(ends[3], y), unitX, unitY, extent,
  );
}

struct Pair { x: N, y: N }

/** The vector from the nearest point of the current wall to the centre of the disc. */
fn awayFrom() -> Pair {
  let px = sub(atX, ends[0]);
  let py = sub(atY, ends[1]);
  let along = most(num(0f), least(extent, dot2(px, py, unitX, unitY)));
  return Pair(sub(px, mul(along, unitX)), sub(py, mul(along, unitY)));
}

/** Adds a push out of a wall to the move, which stays within 'farthest'. */
fn push(wall: u32, farthest: N) -> bool {
  lookAt(wall);
  let square = squareFrom(atX, atY);
  if (!less(square, mul(kept, kept))) { return false; }
  let distance = root(square);
  // a centre exactly on the wall is pushed to the right side of the wall
  var nx = unitY;
  var ny = neg(unitX);
  if (positive(distance)) {
    let away = awayFrom();
    nx = div(away.x, distance);
    ny = div(away.y, distance);
  }
  let out = least(sub(kept, distance), mul(num(PUSH), farthest));
  goX = add(goX, mul(out, nx));
  goY = add(goY, mul(out, ny));
  let size = dot2(goX, goY, goX, goY);
  if (less(mul(farthest, farthest), size)) {
    let shorter = div(farthest, root(size));
    goX = mul(goX, shorter);
    goY = mul(goY, shorter);
  }
  return true;
}

fn noteHit(t: N, nx: N, ny: N) {
  if (!less(t, hitTime)) { return; }
  hitTime = t;
  hitX = nx;
  hitY = ny;
}

/** Notes an end of the current wall if the move meets it; (px, py) leads from there to the disc. */
fn meetEnd(px: N, py: N) {
  let towards = dot2(px, py, goX, goY);
  if (!negative(towards)) { return; }
  let room = sub(dot2(px, py, px, py), mul(kept, kept));
  let inside = sub(mul(towards, towards), mul(dot2(goX, goY, goX, goY), room));
  if (negative(inside) || negative(room)) { return; }
  let t = div(room, sub(root(inside), towards));
  let x = add(px, mul(t, goX));
  let y = add(py, mul(t, goY));
  let distance = root(dot2(x, y, x, y));
  if (positive(distance)) { noteHit(t, div(x, distance), div(y, distance)); }
}

/** Notes the current wall if the move meets it before 'hitTime'. */
fn meetWall() {
  let square = squareFrom(atX, atY);
  if (!less(mul(kept, kept), square)) {
    // The disc is at most 'kept' from the wall already. The distance to a wall is a convex function
    // along a straight move, so a move that does not come nearer at its start never does.
    let distance = root(square);
    if (!positive(distance)) { return; }
    let away = awayFrom();
    let nx = div(away.x, distance);
    let ny = div(away.y, distance);
    let towards = dot2(goX, goY, nx, ny);
    if (!negative(towards)) { return; }
    let size = dot2(goX, goY, goX, goY);
    if (less(mul(towards, towards), mul(num(ALONG_SQUARE), size))) { return; }
    hitTime = num(0f);
    hitX = nx;
    hitY = ny;
    return;
  }
  let px = sub(atX, ends[0]);
  let py = sub(atY, ends[1]);
  var off = cross2(unitX, unitY, px, py);
  var drift = cross2(unitX, unitY, goX, goY);
  // the normal on the side of the disc
  var nx = neg(unitY);
  var ny = unitX;
  if (!positive(off)) {
    off = neg(off);
    drift = neg(drift);
    nx = unitY;
    ny = neg(unitX);
  }
  if (negative(drift) && !less(off, kept)) {
    let t = div(sub(off, kept), neg(drift));
    let along = add(dot2(px, py, unitX, unitY), mul(t, dot2(goX, goY, unitX, unitY)));
    if (!negative(along) && !less(extent, along)) {
      noteHit(t, nx, ny);
      return;
    }
  }
  for (var end = 0u; end < 2u; end++) {
    meetEnd(sub(atX, ends[2u * end]), sub(atY, ends[2u * end + 1u]));
  }
}

/** Whether the current wall separates the end of the move from its start. */
fn separates() -> bool {
  let before = cross2(ends[0], ends[1], unitX, unitY);
  let now = cross2(unitX, unitY, sub(atX, ends[0]), sub(atY, ends[1]));
  let together = (positive(before) && positive(now)) || (negative(before) && negative(now));
  if (together || !(positive(before) || negative(before)) || !(positive(now) || negative(now))) {
    return false;
  }
  let t = div(before, sub(before, now));
  let x = sub(mul(t, atX), ends[0]);
  let y = sub(mul(t, atY), ends[1]);
  let along = dot2(x, y, unitX, unitY);
  return !negative(along) && !less(extent, along);
}

/** Whether the disc keeps min(radius, distance before) from the current wall. */
fn keepsDistance(radius: N) -> bool {
  let before = root(squareFrom(num(0f), num(0f)));
  let now = root(squareFrom(atX, atY));
  let allowed = sub(least(radius, before), mul(num(SHRINK), radius));
  return !less(now, allowed) && !separates();
}

/**
 * Moves a disc by (goX, goY) and pushes it out of the nearest wall; returns whether the move was
 * changed. (atX, atY) is where it ends, relative to its start.
 */
fn clipMove(at: vec4f, radius: f32, farthest: f32, nearest: u32, level: u32) -> bool {
  start = at;
  storey = level;
  atX = num(0f);
  atY = num(0f);
  kept = mul(num(radius), add(num(1f), num(GAP)));
  var changed = push(nearest, num(farthest));
  around = wallCellsAround(at, farthest + radius * (1f + 2f * GAP));
  // turns of the loop: up to 'SLIDES' walls are met, and at last all distances are checked
  var checks = false;
  var keeps = true;
  for (var turn = 0u; turn <= SLIDES; turn++) {
    if (turn == SLIDES) { checks = true; }
    if (checks && !changed) { break; }
    hitTime = num(1f);
    for (var row = around.z; row <= around.w; row++) {
      let cell = row * scene.wallColumns;
      let end = walls[cell + around.y + 1u];
      for (var entry = walls[cell + around.x]; entry < end; entry++) {
        let wall = walls[scene.wallEntries + entry];
        if (!wallServes(wall, storey)) { continue; }
        lookAt(wall);
        if (checks) { keeps = keeps && keepsDistance(num(radius)); } else { meetWall(); }
      }
    }
    if (checks) { break; }
    atX = add(atX, mul(goX, hitTime));
    atY = add(atY, mul(goY, hitTime));
    if (!less(hitTime, num(1f))) {
      checks = true;
      continue;
    }
    changed = true;
    let left = sub(num(1f), hitTime);
    let towards = least(num(0f), dot2(goX, goY, hitX, hitY));
    goX = mul(left, sub(goX, mul(towards, hitX)));
    goY = mul(left, sub(goY, mul(towards, hitY)));
  }
  if (!keeps) {
    atX = num(0f);
    atY = num(0f);
  }
  return changed;
}
`;
