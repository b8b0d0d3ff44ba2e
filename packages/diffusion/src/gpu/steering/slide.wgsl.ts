// Where discs fit and how they slide: assembly/steering/place.ts and move.ts in f32. Needs what
// steering.wgsl.ts declares.

export const PLACES: string = /* wgsl */ `
struct Place { cell: vec2i, at: vec2f, found: bool }

/** Whether a disc that keeps the distance 'r' from obstacles fits at a place of an open cell. */
fn fits(at: vec2f, around: u32, r: f32) -> bool {
  let least = r - 0.5f * run.skin;
  if ((around & LEFT) != 0u && at.x < least) { return false; }
  if ((around & RIGHT) != 0u && 1f - at.x < least) { return false; }
  if ((around & UP) != 0u && at.y < least) { return false; }
  if ((around & DOWN) != 0u && 1f - at.y < least) { return false; }
  let corners = freeCorners(around);
  for (var n = 0u; n < 4u; n++) {
    if (hasCorner(corners, n) && distance(at, cornerOf(n)) < least) { return false; }
  }
  return true;
}

/** The place in an open cell that is nearest to 'start', which is relative to the cell. */
fn placeIn(start: vec2f, around: u32, r: f32) -> vec2f {
  let low = vec2f(select(0f, r, (around & LEFT) != 0u), select(0f, r, (around & UP) != 0u));
  let high =
    vec2f(select(1f, 1f - r, (around & RIGHT) != 0u), select(1f, 1f - r, (around & DOWN) != 0u));
  let place = min(max(start, low), high);
  let corners = freeCorners(around);
  for (var n = 0u; n < 4u; n++) {
    let corner = cornerOf(n);
    if (!hasCorner(corners, n) || distance(place, corner) >= r) { continue; }
    // inward: the signs of directions from the corner into the cell. e: the part of the way from
    // the corner to 'start' that leads into the cell
    let inward = 1f - 2f * corner;
    let e = max((start - corner) * inward, vec2f());
    let size = length(e);
    if (size > 0f) { return corner + inward * (r * e / size); }
    let away = abs(start - corner);
    return corner + inward * select(vec2f(0f, r), vec2f(r, 0f), away.x <= away.y);
  }
  return place;
}

/**
 * The nearest place where a disc that keeps the distance 'r' from obstacles fits. Looks at {rings}
 * rings of cells around the nearest cell of the map.
 */
fn nearestPlace(cell: vec2i, at: vec2f, r: f32) -> Place {
  let size = vec2i(vec2u(run.width, run.height));
  // the middle of the rings is the cell of the map that is nearest to the disc
  let center = clamp(cell, vec2i(), size - 1);
  let start = clamp(at + vec2f(cell - center), vec2f(), vec2f(1f));
  var best = FAR;
  var found = Place(cell, at, false);
  let most = min({rings}, max(size.x, size.y));
  for (var ring = 0; ring <= most; ring++) {
    // cells of the ring are at least ring - 1 away from 'start'
    if (ring > 1 && best * (1f + EQUAL) < f32((ring - 1) * (ring - 1))) { break; }
    for (var j = max(center.y - ring, 0); j <= min(center.y + ring, size.y - 1); j++) {
      let whole = ring == 0 || abs(j - center.y) == ring;
      for (var i = center.x - ring; i <= center.x + ring; i += select(2 * ring, 1, whole)) {
        let c = vec2i(i, j);
        if (isBlocked(c)) { continue; }
        let offset = vec2f(c - center);
        let place = placeIn(start - offset, blockedAround(c), r);
        let e = place + offset - start;
        let away = dot(e, e);
        if (away > best * (1f + EQUAL)) { continue; }
        let later = j > found.cell.y || (j == found.cell.y && i > found.cell.x);
        if (found.found && away >= best * (1f - EQUAL) && later) { continue; }
        best = away;
        found = Place(c, place, true);
      }
    }
  }
  return found;
}
`;

export const SLIDE: string = /* wgsl */ `
const CLEAR = 1u;
const HIT = 2u;
const MOVED_OUT = 3u;
const NO_PLACE = 4u;
const MOST_CONTACTS = 16u;

/** Where a disc is, the rest 'd' of its step, and the normal of the obstacle it touched last. */
struct Mover { cell: vec2i, at: vec2f, d: vec2f, normal: vec2f }

/** The part of a step until the disc's centre is the distance 'kept' from the side of its cell. */
fn timeTo(at: f32, d: f32, kept: f32) -> f32 {
  if (d > 0f) { return max((1f - kept - at) / d, 0f); }
  if (d < 0f) { return max((kept - at) / d, 0f); }
  return FAR;
}

/** The part of a step until the disc's centre, at 'e' from a corner, comes within 'r' of it. */
fn timeToCorner(e: vec2f, d: vec2f, r: f32) -> f32 {
  let approach = dot(e, d);
  if (approach >= 0f) { return FAR; }
  let size = length(d);
  let beside = abs(e.x * d.y - e.y * d.x) / size;
  // a disc that just fits between a corner and a wall must not stop there by rounding
  if (beside >= r - 0.25f * run.skin) { return FAR; }
  return max((-approach / size - sqrt(r * r - beside * beside)) / size, 0f);
}

fn advance(m: Mover, time: f32) -> Mover {
  // after a movement the last contact no longer counts; without a movement the disc touches the
  // obstacle of the last contact and that of the next one
  let normal = select(m.normal, vec2f(), time > 1e-6f);
  return Mover(m.cell, m.at + time * m.d, (1f - time) * m.d, normal);
}

/** The step goes on along the touched obstacle, or ends between it and the one touched before. */
fn touch(m: Mover, normal: vec2f) -> Mover {
  var d = m.d - dot(m.d, normal) * normal;
  if (dot(d, m.normal) < -1e-5f * length(d)) { d = vec2f(); }
  return Mover(m.cell, m.at, d, normal);
}

struct Moved { cell: vec2i, at: vec2f, touched: bool }

fn slideAlong(cell: vec2i, at: vec2f, step: vec2f, r: f32) -> Moved {
  var m = Mover(cell, at, step, vec2f());
  var contacts = 0u;
  let most = 2u * (run.width + run.height) + 64u;
  for (var turn = 0u; turn < most; turn++) {
    if (all(m.d == vec2f()) || contacts == MOST_CONTACTS) { break; }
    let around = blockedAround(m.cell);
    let forward = m.d > vec2f();
    let shut = vec2<bool>(
      (around & select(LEFT, RIGHT, forward.x)) != 0u,
      (around & select(UP, DOWN, forward.y)) != 0u,
    );
    let kept = select(vec2f(), vec2f(r), shut);
    let timeX = timeTo(m.at.x, m.d.x, kept.x);
    let timeY = timeTo(m.at.y, m.d.y, kept.y);
    let corners = freeCorners(around);
    var time = FAR;
    var corner = vec2f();
    for (var n = 0u; n < 4u; n++) {
      if (!hasCorner(corners, n)) { continue; }
      let there = timeToCorner(m.at - cornerOf(n), m.d, r);
      if (there < time) {
        time = there;
        corner = cornerOf(n);
      }
    }
    let first = min(timeX, timeY);
    if (min(first, time) >= 1f) {
      m.at += m.d;
      break;
    }
    if (time < first) {
      m = advance(m, time);
      let normal = normalize(m.at - corner);
      m.at = corner + r * normal;
      m = touch(m, normal);
      contacts++;
      continue;
    }
    m = advance(m, first);
    let alongX = timeX <= timeY;
    let toward = select(vec2f(-1f), vec2f(1f), forward);
    if (alongX) { m.at.x = select(kept.x, 1f - kept.x, forward.x); }
    else { m.at.y = select(kept.y, 1f - kept.y, forward.y); }
    if (select(shut.y, shut.x, alongX)) {
      m = touch(m, select(vec2f(0f, -toward.y), vec2f(-toward.x, 0f), alongX));
      contacts++;
    } else if (alongX) {
      m.cell.x += i32(toward.x);
      m.at.x -= toward.x;
    } else {
      m.cell.y += i32(toward.y);
      m.at.y -= toward.y;
    }
  }
  return Moved(m.cell, m.at, contacts > 0u);
}
`;
