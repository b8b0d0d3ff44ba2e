// The half-planes of walls: assembly/walls/wall-lines.ts in the numbers of `../numbers`. Goes after
// walls.wgsl.ts.

/** `covered`: rounding of a velocity in the test whether a wall is covered, in m/s. */
export function wallLinesWgsl(covered: string): string {
  return `const COVERED = ${covered};\n` + lines;
}

const lines = /* wgsl */ `
const A_LEFT = 1u;
const A_RIGHT = 2u;
const B_LEFT = 4u;
const B_RIGHT = 8u;

// the current wall, as 'seeWall' has turned it: both ends relative to the agent
var<private> leftX: N;
var<private> leftY: N;
var<private> rightX: N;
var<private> rightY: N;
// from the left end to the right one
var<private> alongX: N;
var<private> alongY: N;
var<private> leftConcave: bool;
var<private> rightConcave: bool;
// unit vectors of the walls joined to both ends that turn away from the agent; 0, 0: none
var<private> beyondLeft: vec2f;
var<private> beyondRight: vec2f;
// legs of the velocity obstacle, as unit vectors; foreign: the leg runs along a joined wall
var<private> legLX: N;
var<private> legLY: N;
var<private> legRX: N;
var<private> legRY: N;
var<private> leftForeign: bool;
var<private> rightForeign: bool;
// half-planes written so far
var<private> used: u32;

fn wallPair(wall: u32, word: u32) -> vec2f {
  return vec2f(wallFloat(wall, word), wallFloat(wall, word + 1u));
}

/** Turns a wall so that the agent stands to its right. */
fn seeWall(wall: u32, at: vec4f) {
  let joints = wallWord(wall, 22u);
  let ax = apart(wallPart(wall, 0u), at.xz);
  let ay = apart(wallPart(wall, 1u), at.yw);
  let bx = apart(wallPart(wall, 2u), at.xz);
  let by = apart(wallPart(wall, 3u), at.yw);
  let ux = pair(wallPart(wall, 4u));
  let uy = pair(wallPart(wall, 5u));
  if (positive(cross2(ax, ay, ux, uy))) {
    leftX = bx;
    leftY = by;
    rightX = ax;
    rightY = ay;
    alongX = neg(ux);
    alongY = neg(uy);
    leftConcave = (joints & B_LEFT) != 0u;
    rightConcave = (joints & A_RIGHT) != 0u;
    beyondLeft = wallPair(wall, 20u);
    beyondRight = wallPair(wall, 14u);
  } else {
    leftX = ax;
    leftY = ay;
    rightX = bx;
    rightY = by;
    alongX = ux;
    alongY = uy;
    leftConcave = (joints & A_LEFT) != 0u;
    rightConcave = (joints & B_RIGHT) != 0u;
    beyondLeft = wallPair(wall, 16u);
    beyondRight = wallPair(wall, 18u);
  }
}

/** Whether one half-plane written before keeps the agent from the whole wall. */
fn isCovered(radius: f32, horizon: f32) -> bool {
  for (var j = 0u; j < used; j++) {
    // both sides of the comparisons are multiplied by the horizon, which saves divisions
    let room = add(sub(mul(lineC[j], num(horizon)), num(radius)), num(COVERED * horizon));
    let left = dot2(lineX[j], lineY[j], leftX, leftY);
    let right = dot2(lineX[j], lineY[j], rightX, rightY);
    if (!less(room, left) && !less(room, right)) { return true; }
  }
  return false;
}

fn putLine(x: N, y: N, c: N) {
  lineX[used] = x;
  lineY[used] = y;
  lineC[used] = c;
  used++;
}

/** No velocity towards the point (x, y); at the point itself every velocity leaves it. */
fn leavePoint(x: N, y: N) {
  let distance = root(dot2(x, y, x, y));
  if (positive(distance)) { putLine(neg(div(x, distance)), neg(div(y, distance)), num(0f)); }
}

/** The half-plane of a wall that the disc touches or overlaps: no velocity towards it. */
fn touchWall() {
  let along = neg(dot2(leftX, leftY, alongX, alongY));
  let length = dot2(sub(rightX, leftX), sub(rightY, leftY), alongX, alongY);
  if (negative(along)) {
    if (!leftConcave) { leavePoint(leftX, leftY); }
  } else if (less(length, along)) {
    // If this end is the left end of a joined wall, the branch above writes the half-plane when
    // that wall is the current one.
    let turned = cross2(rightX, rightY, num(beyondRight.x), num(beyondRight.y));
    if (!rightConcave && !negative(turned)) { leavePoint(rightX, rightY); }
  } else {
    putLine(alongY, neg(alongX), num(0f));
  }
}

struct Leg { x: N, y: N }

/** The unit vector from the agent past an end on the given side: 1 left, -1 right. */
fn legPast(x: N, y: N, radius: f32, side: f32) -> Leg {
  let square = dot2(x, y, x, y);
  let r = num(radius);
  let leg = root(most(num(0f), sub(square, mul(r, r))));
  let inverse = div(num(1f), square);
  let turned = num(side * radius);
  return Leg(
    mul(sub(mul(x, leg), mul(y, turned)), inverse),
    mul(add(mul(x, turned), mul(y, leg)), inverse),
  );
}

/** Sets the legs: past the ends of the current wall, or along the walls joined to its ends. */
fn setLegs(radius: f32) {
  // side 0 is the left one
  for (var side = 0u; side < 2u; side++) {
    let isLeft = side == 0u;
    var leg = Leg(alongX, alongY);
    var x = rightX;
    var y = rightY;
    var concave = rightConcave;
    var beyond = beyondRight;
    if (isLeft) {
      leg = Leg(neg(alongX), neg(alongY));
      x = leftX;
      y = leftY;
      concave = leftConcave;
      beyond = beyondLeft;
    }
    var foreign = false;
    if (!concave) {
      leg = legPast(x, y, radius, select(-1f, 1f, isLeft));
      var turned = cross2(leg.x, leg.y, num(beyond.x), num(beyond.y));
      if (!isLeft) { turned = neg(turned); }
      foreign = any(beyond != vec2f()) && !negative(turned);
      if (foreign) { leg = Leg(num(beyond.x), num(beyond.y)); }
    }
    if (isLeft) {
      legLX = leg.x;
      legLY = leg.y;
      leftForeign = foreign;
    } else {
      legRX = leg.x;
      legRY = leg.y;
      rightForeign = foreign;
    }
  }
}

/** The half-plane tangent to a cut-off circle: (wx, wy) leads from its centre to the velocity. */
fn putCircle(wx: N, wy: N, centreX: N, centreY: N, bound: N) {
  var x = wx;
  var y = wy;
  var size = root(dot2(x, y, x, y));
  if (!positive(size)) {
    // for a velocity at the centre, the normal points from the centre to velocity 0
    x = neg(centreX);
    y = neg(centreY);
    size = root(dot2(x, y, x, y));
  }
  let inverse = div(num(1f), size);
  let nx = mul(x, inverse);
  let ny = mul(y, inverse);
  putLine(nx, ny, add(dot2(nx, ny, centreX, centreY), bound));
}

/** The half-plane of a wall at a distance. */
fn avoidWall(velocity: vec2f, radius: f32, perHorizon: N) {
  let along = neg(dot2(leftX, leftY, alongX, alongY));
  let length = dot2(sub(rightX, leftX), sub(rightY, leftY), alongX, alongY);
  let off = cross2(alongX, alongY, leftX, leftY);
  let oblique = !less(mul(num(radius), num(radius)), mul(off, off));
  var isPoint = false;
  // 'oblique' as in RVO2: the line of the wall meets the disc, so only the nearer end counts
  if (negative(along) && oblique) {
    if (leftConcave) { return; }
    isPoint = true;
    rightX = leftX;
    rightY = leftY;
    beyondRight = vec2f(rounded(alongX), rounded(alongY));
    rightConcave = false;
  } else if (less(length, along) && oblique) {
    if (rightConcave) { return; }
    isPoint = true;
    leftX = rightX;
    leftY = rightY;
    beyondLeft = -vec2f(rounded(alongX), rounded(alongY));
    leftConcave = false;
  }
  setLegs(radius);

  let bound = mul(num(radius), perHorizon);
  // (clx, cly), (crx, cry): the centres of the cut-off circles; (vlx, vly), (vrx, vry): from these
  // centres to the current velocity
  let clx = mul(leftX, perHorizon);
  let cly = mul(leftY, perHorizon);
  let crx = mul(rightX, perHorizon);
  let cry = mul(rightY, perHorizon);
  let vlx = sub(num(velocity.x), clx);
  let vly = sub(num(velocity.y), cly);
  let vrx = sub(num(velocity.x), crx);
  let vry = sub(num(velocity.y), cry);
  let at = dot2(vlx, vly, alongX, alongY);
  let beforeCut = !isPoint && negative(at);
  let behindCut = !isPoint && less(mul(length, perHorizon), at);
  let tLeft = dot2(vlx, vly, legLX, legLY);
  let tRight = dot2(vrx, vry, legRX, legRY);
  let circleLeft = negative(tLeft) && (beforeCut || (isPoint && negative(tRight)));
  if (circleLeft || (behindCut && negative(tRight))) {
    var circle = array<N, 4>(vrx, vry, crx, cry);
    if (circleLeft) { circle = array<N, 4>(vlx, vly, clx, cly); }
    putCircle(circle[0], circle[1], circle[2], circle[3], bound);
    return;
  }
  let offCut = cross2(alongX, alongY, vlx, vly);
  let offLeft = cross2(legLX, legLY, vlx, vly);
  let offRight = cross2(legRX, legRY, vrx, vry);
  var cutSquare = mul(offCut, offCut);
  var leftSquare = mul(offLeft, offLeft);
  var rightSquare = mul(offRight, offRight);
  let never = num(0x1p126f);
  if (beforeCut || behindCut || isPoint) { cutSquare = never; }
  if (negative(tLeft)) { leftSquare = never; }
  if (negative(tRight)) { rightSquare = never; }
  // the border runs through (x, y) + bound along the normal
  var nx = alongY;
  var ny = neg(alongX);
  var x = clx;
  var y = cly;
  if (less(leftSquare, cutSquare) || less(rightSquare, cutSquare)) {
    if (!less(rightSquare, leftSquare)) {
      if (leftForeign) { return; }
      nx = neg(legLY);
      ny = legLX;
    } else {
      if (rightForeign) { return; }
      nx = legRY;
      ny = neg(legRX);
      x = crx;
      y = cry;
    }
  }
  putLine(nx, ny, add(dot2(nx, ny, x, y), bound));
}

/** Writes the half-planes of the first 'count' walls of the list; returns their number. */
fn putWallLines(count: u32, at: vec4f, velocity: vec2f, radius: f32, horizon: f32) -> u32 {
  used = 0u;
  let touching = mul(num(radius), num(radius));
  let perHorizon = div(num(1f), num(horizon));
  for (var i = 0u; i < count; i++) {
    seeWall(nearWall[i], at);
    if (isCovered(radius, horizon)) { continue; }
    if (less(touching, nearSquare[i])) {
      avoidWall(velocity, radius, perHorizon);
    } else {
      touchWall();
    }
  }
  return used;
}
`;
