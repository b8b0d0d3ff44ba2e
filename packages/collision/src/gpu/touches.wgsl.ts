// The rules of ../shapes/touches.ts and ../shapes/segments.ts, operation by operation. WGSL lets a
// compiler fuse a product and a sum into one rounding. `exactly` and `times` of grid/grid.wgsl.ts
// prevent that, so every product that is added to something goes through `times`. Sums, differences
// and comparisons round alike on all devices.

/** Circles only: `a` and `b` are positions with radii. */
export const circlesTouchWgsl = /* wgsl */ `
fn squareOf(d: vec3f) -> f32 {
  var sum = exactly(times(d.x, d.x) + times(d.y, d.y));
  if (DIM == 3u) { sum = exactly(sum + times(d.z, d.z)); }
  return sum;
}
fn circlesTouch(a: vec4f, b: vec4f) -> bool {
  let reach = exactly(a.w + b.w);
  return squareOf(b.xyz - a.xyz) <= times(reach, reach);
}
`;

/** All shapes. Goes after `circlesTouchWgsl`. */
export const shapesTouchWgsl = /* wgsl */ `
struct Shape {
  position: vec3f,
  radius: f32,
  extent: vec3f,
  kind: u32,
}
fn bodyShape(i: u32) -> Shape {
  return Shape(positionOf(i), radiusOf(i), extentOf(i), shapeOf(i));
}

// why these are small enough: head of ../shapes/segments.ts
const TINY = 0x1p-24f;
const NOISE = 0x1p-50f;
const PARALLEL = 0x1p-46f;

fn exactly3(v: vec3f) -> vec3f { return vec3f(exactly(v.x), exactly(v.y), exactly(v.z)); }
fn dot3(a: vec3f, b: vec3f) -> f32 {
  return exactly(exactly(times(a.x, b.x) + times(a.y, b.y)) + times(a.z, b.z));
}
fn minor(a: f32, b: f32, c: f32, d: f32) -> f32 {
  let value = exactly(times(a, b) - times(c, d));
  return select(value, 0.0, abs(value) < NOISE);
}
fn minors(a: vec3f, b: vec3f) -> vec3f {
  return vec3f(
    minor(a.y, b.z, a.z, b.y),
    minor(a.z, b.x, a.x, b.z),
    minor(a.x, b.y, a.y, b.x),
  );
}
fn largestOf(v: vec3f) -> f32 { return max(max(abs(v.x), abs(v.y)), abs(v.z)); }
fn scaled(v: vec3f, scale: f32) -> vec3f {
  let product = vec3f(times(v.x, scale), times(v.y, scale), times(v.z, scale));
  return select(product, vec3f(0.0), abs(product) < vec3f(TINY));
}
fn scaleFor(largest: f32) -> f32 {
  return bitcast<f32>((254u - (bitcast<u32>(largest) >> 23u)) << 23u);
}

fn nearSegment(q: vec3f, w: vec3f, r: f32) -> bool {
  let along = dot3(q, w);
  if (along <= 0.0) { return dot3(q, q) <= times(r, r); }
  let length = dot3(w, w);
  if (along >= length) {
    let e = q - w;
    return dot3(e, e) <= times(r, r);
  }
  let c = minors(q, w);
  return dot3(c, c) <= times(times(r, r), length);
}
// Is the segment from p along v within r of the segment from 0 along u? ends: how many of the four
// ends are tested against the other segment; 1: v is 0, so p alone is tested
fn segmentsNear(p: vec3f, v: vec3f, u: vec3f, r: f32, ends: u32) -> bool {
  for (var t = 0u; t < ends; t++) {
    var q = p;
    if (t == 1u) { q = p + v; }
    if (t == 2u) { q = -p; }
    if (t == 3u) { q = u - p; }
    if (nearSegment(q, select(v, u, t < 2u), r)) { return true; }
  }
  if (ends == 1u) { return false; }
  let n = minors(u, v);
  let square = dot3(n, n);
  if (square <= times(times(PARALLEL, dot3(u, u)), dot3(v, v))) { return false; }
  let onU = dot3(minors(p, v), n);
  if (onU < 0.0 || onU > square) { return false; }
  let onV = dot3(minors(p, u), n);
  if (onV < 0.0 || onV > square) { return false; }
  let apart = dot3(p, n);
  return times(apart, apart) <= times(times(r, r), square);
}
fn nearBox(q: vec3f, h: vec3f, r: f32) -> bool {
  let e = max(abs(q) - h, vec3f(0.0));
  return dot3(e, e) <= times(r, r);
}
fn crossesBox(p: vec3f, u: vec3f, h: vec3f) -> bool {
  let s = vec3f(times(u.x, 0.5), times(u.y, 0.5), times(u.z, 0.5));
  let m = p + s;
  let a = abs(s);
  if (abs(m.x) > h.x + a.x || abs(m.y) > h.y + a.y || abs(m.z) > h.z + a.z) { return false; }
  let c = abs(minors(m, s));
  if (c.x > exactly(times(h.y, a.z) + times(h.z, a.y))) { return false; }
  if (c.y > exactly(times(h.z, a.x) + times(h.x, a.z))) { return false; }
  return c.z <= exactly(times(h.x, a.y) + times(h.y, a.x));
}

fn shapesTouch(first: Shape, second: Shape) -> bool {
  if (first.kind == CIRCLE && second.kind == CIRCLE) {
    return circlesTouch(vec4f(first.position, first.radius), vec4f(second.position, second.radius));
  }
  // a box becomes 'a'; of two boxes, the second
  var a = first;
  var b = second;
  if (second.kind == BOX) {
    a = second;
    b = first;
  }
  let d = exactly3(b.position - a.position);
  var h = max(a.extent, vec3f(LEAST));
  if (DIM == 2u) { h.z = 0.0; }
  if (a.kind == BOX && b.kind == BOX) {
    let reach = h + max(b.extent, vec3f(LEAST));
    return abs(d.x) <= reach.x && abs(d.y) <= reach.y && (DIM == 2u || abs(d.z) <= reach.z);
  }
  if (a.kind == BOX && b.kind == CIRCLE) {
    let e = max(abs(d) - h, vec3f(0.0));
    return dot3(e, e) <= times(b.radius, b.radius);
  }

  // At least one shape has a segment. Tested is the segment from p along v against the segment from
  // 0 along u, or against the box of half extents h
  let ea = select(a.extent, vec3f(0.0), a.kind == CIRCLE);
  let eb = select(b.extent, vec3f(0.0), b.kind == CIRCLE);
  let backA = select(0.0, 1.0, a.kind == CAPSULE);
  let backB = select(0.0, 1.0, b.kind == CAPSULE);
  var p = exactly3(d - backB * eb);
  var v = (1.0 + backB) * eb;
  var u = vec3f(0.0);
  var distance = b.radius;
  var ends = 4u;
  if (a.kind != BOX) {
    h = vec3f(0.0);
    p = p + backA * ea;
    u = (1.0 + backA) * ea;
    distance = exactly(a.radius + b.radius);
    if (a.kind == SWEPT && b.kind == SWEPT) {
      p = -d;
      u = eb - ea;
      v = vec3f(0.0);
      ends = 1u;
    } else if (a.kind == CIRCLE) {
      p = -p;
      u = v;
      v = vec3f(0.0);
      ends = 1u;
    } else if (b.kind == CIRCLE) {
      v = vec3f(0.0);
      ends = 1u;
    }
  }
  let largest = max(max(largestOf(p), largestOf(u)), max(largestOf(v), largestOf(h)));
  let scale = scaleFor(max(largest, distance));
  let r = max(times(distance, scale), TINY);
  p = scaled(p, scale);
  u = scaled(u, scale);
  v = scaled(v, scale);
  h = scaled(h, scale);
  if (a.kind == BOX && (nearBox(p, h, r) || nearBox(p + v, h, r) || crossesBox(p, v, h))) {
    return true;
  }
  // A segment that does not cross the box, and whose ends are not near the box, can only be near an
  // edge of the box, of which there are 12. Other shapes need one test of two segments.
  let tests = select(1u, 12u, a.kind == BOX);
  for (var t = 0u; t < tests; t++) {
    var o = vec3f(0.0);
    if (a.kind == BOX) {
      let one = select(-1.0, 1.0, (t & 1u) != 0u);
      let other = select(-1.0, 1.0, (t & 2u) != 0u);
      o = vec3f(one * h.x, other * h.y, -h.z);
      u = vec3f(0.0, 0.0, 2.0 * h.z);
      if (t < 4u) {
        o = vec3f(-h.x, one * h.y, other * h.z);
        u = vec3f(2.0 * h.x, 0.0, 0.0);
      } else if (t < 8u) {
        o = vec3f(one * h.x, -h.y, other * h.z);
        u = vec3f(0.0, 2.0 * h.y, 0.0);
      }
    }
    if (segmentsNear(p - o, v, u, r, ends)) { return true; }
  }
  return false;
}
fn boundsTouch(a: Shape, b: Shape) -> bool {
  let d = abs(b.position - a.position);
  let reach = halfBounds(a.kind, a.radius, a.extent) + halfBounds(b.kind, b.radius, b.extent);
  return d.x <= reach.x && d.y <= reach.y && (DIM == 2u || d.z <= reach.z);
}
`;
