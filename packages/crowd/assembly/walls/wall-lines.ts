// Half-planes of walls, after the obstacle lines of the RVO2 library (van den Berg et al. 2011).
//
// The velocity obstacle of a wall holds the velocities that bring the disc to the wall within the
// wall horizon. Its border has two legs, and between them a cut-off line with rounded ends (arcs of
// the cut-off circles). The half-plane is tangent at the point of this border that is nearest to
// the current velocity. RVO2 knows closed polygons seen from outside. Here a wall has two sides. It
// is turned so that the agent stands to its right, with the left end first. Each end knows the
// walls that are joined to it:
//
// - An end joined to a wall that turns towards the agent, or runs straight on, is concave. Its leg
//   runs along the wall, because the joined wall is in the way.
// - An end joined to a wall that turns away from the agent is convex. A leg that would run into the
//   joined wall is foreign. Where a foreign leg is nearest, this wall gets no half-plane, because
//   the joined wall's own half-plane counts.
// - An end without other walls is convex.
//
// All these half-planes have c <= 0: velocity 0 brings the disc no nearer to a wall.

import { f64At, u32At } from '../columns';
import { A_LEFT, A_RIGHT, B_LEFT, B_RIGHT, Place, Scratch, Wall } from '../layout-world';
import { constantOf, normalX, normalY, putLine } from '../program/half-planes';
import { motionOf, wallAt } from '../world';

/** Upper bound on the rounding of velocities, in metres per second, in `isCovered`. */
const COVERED: f64 = 1e-9;

// the current wall, as `see` has turned it: both ends relative to the agent
let leftX: f64, leftY: f64, rightX: f64, rightY: f64;
// from the left end to the right one
let ux: f64, uy: f64;
let leftConcave: bool, rightConcave: bool;
// for each end, the unit vector of the joined wall that turns away from the agent; 0, 0: none
let beyondLeftX: f64, beyondLeftY: f64, beyondRightX: f64, beyondRightY: f64;
// unit vectors of the left and the right leg, and whether they are foreign
let lx: f64, ly: f64, rx: f64, ry: f64;
let leftForeign: bool, rightForeign: bool;
// the half-planes written so far
let lines: usize;
let used: u32;

/**
 * Writes the half-planes of the first `count` walls in `scratch.walls` to `scratch.lines`; returns
 * their number, at most `count`. `horizon` is the wall horizon in seconds.
 */
export function wallLines(self: Place, scratch: Scratch, count: u32, horizon: f64): u32 {
  lines = scratch.lines;
  used = 0;
  const perHorizon = 1 / horizon;
  const radius = <f64>motionOf(self).radius;
  for (let i: u32 = 0; i < count; i++) {
    see(wallAt(u32At(scratch.walls, i)), self.x, self.y);
    if (isCovered(radius, perHorizon)) continue;
    if (f64At(scratch.wallSquares, i) <= radius * radius) touch();
    else avoid(self, radius, perHorizon);
  }
  return used;
}

/** Turns a wall so that the agent at (x, y) stands to its right. */
function see(wall: Wall, x: f64, y: f64): void {
  const joints = <u32>wall.joints;
  const px = x - wall.ax;
  const py = y - wall.ay;
  if (wall.ux * py - wall.uy * px > 0) {
    leftX = wall.bx - x;
    leftY = wall.by - y;
    rightX = -px;
    rightY = -py;
    ux = -wall.ux;
    uy = -wall.uy;
    leftConcave = (joints & B_LEFT) != 0;
    rightConcave = (joints & A_RIGHT) != 0;
    beyondLeftX = wall.bRightX;
    beyondLeftY = wall.bRightY;
    beyondRightX = wall.aLeftX;
    beyondRightY = wall.aLeftY;
  } else {
    leftX = -px;
    leftY = -py;
    rightX = wall.bx - x;
    rightY = wall.by - y;
    ux = wall.ux;
    uy = wall.uy;
    leftConcave = (joints & A_LEFT) != 0;
    rightConcave = (joints & B_RIGHT) != 0;
    beyondLeftX = wall.aRightX;
    beyondLeftY = wall.aRightY;
    beyondRightX = wall.bLeftX;
    beyondRightY = wall.bLeftY;
  }
}

/**
 * Whether one half-plane written before keeps the agent from the whole wall: both cut-off circles,
 * and so their convex hull, lie outside the half-plane. A velocity that reaches the wall before the
 * horizon is a velocity of this hull times a factor of at least 1. It lies outside too, because
 * c <= 0.
 */
function isCovered(radius: f64, perHorizon: f64): bool {
  for (let j: u32 = 0; j < used; j++) {
    const nx = normalX(lines, j) * perHorizon;
    const ny = normalY(lines, j) * perHorizon;
    const room = constantOf(lines, j) - radius * perHorizon + COVERED;
    if (nx * leftX + ny * leftY <= room && nx * rightX + ny * rightY <= room) return true;
  }
  return false;
}

function put(nx: f64, ny: f64, c: f64): void {
  putLine(lines, used, nx, ny, c);
  used++;
}

/** The half-plane of a wall that the disc touches or overlaps: no velocity towards the wall. */
function touch(): void {
  const along = -(leftX * ux + leftY * uy);
  const length = (rightX - leftX) * ux + (rightY - leftY) * uy;
  if (along < 0) {
    if (!leftConcave) leave(leftX, leftY);
  } else if (along > length) {
    // A joined wall shares this end. If the agent stands to the right of the joined wall as that
    // wall leads away, this end is the joined wall's left end. The branch above then writes the
    // half-plane when the joined wall is seen, so it is not written here. Without a joined wall
    // `faced` is true.
    const faced = rightX * beyondRightY - rightY * beyondRightX >= 0;
    if (!rightConcave && faced) leave(rightX, rightY);
  } else {
    put(uy, -ux, 0);
  }
}

/** Allows no velocity towards the point (x, y). At the point itself every velocity is allowed. */
function leave(x: f64, y: f64): void {
  const distance = sqrt(x * x + y * y);
  if (distance > 0) put(-x / distance, -y / distance, 0);
}

/** The half-plane of a wall that the disc does not touch. */
function avoid(self: Place, radius: f64, perHorizon: f64): void {
  const along = -(leftX * ux + leftY * uy);
  const length = (rightX - leftX) * ux + (rightY - leftY) * uy;
  const off = ux * leftY - uy * leftX;
  const oblique = off * off <= radius * radius;
  let isPoint = false;
  // `oblique` as in RVO2: the line of the wall meets the disc, so only the nearer end counts
  if (along < 0 && oblique) {
    if (leftConcave) return;
    isPoint = true;
    rightX = leftX;
    rightY = leftY;
    beyondRightX = ux;
    beyondRightY = uy;
    rightConcave = false;
  } else if (along > length && oblique) {
    if (rightConcave) return;
    isPoint = true;
    leftX = rightX;
    leftY = rightY;
    beyondLeftX = -ux;
    beyondLeftY = -uy;
    leftConcave = false;
  }

  setLegs(radius);

  const bound = radius * perHorizon;
  const motion = motionOf(self);
  const vx = <f64>motion.velocityX;
  const vy = <f64>motion.velocityY;
  // from the centres of the cut-off circles to the current velocity
  const vlx = vx - perHorizon * leftX;
  const vly = vy - perHorizon * leftY;
  const vrx = vx - perHorizon * rightX;
  const vry = vy - perHorizon * rightY;
  const cut = length * perHorizon;
  const t = isPoint ? 0.5 : (vlx * ux + vly * uy) / cut;
  const tLeft = vlx * lx + vly * ly;
  const tRight = vrx * rx + vry * ry;
  if ((t < 0 && tLeft < 0) || (isPoint && tLeft < 0 && tRight < 0)) {
    putCircle(vlx, vly, leftX * perHorizon, leftY * perHorizon, bound);
    return;
  }
  if (t > 1 && tRight < 0) {
    putCircle(vrx, vry, rightX * perHorizon, rightY * perHorizon, bound);
    return;
  }
  const offCut = ux * vly - uy * vlx;
  const offLeft = lx * vly - ly * vlx;
  const offRight = rx * vry - ry * vrx;
  const cutSquare = t < 0 || t > 1 || isPoint ? Infinity : offCut * offCut;
  const leftSquare = tLeft < 0 ? Infinity : offLeft * offLeft;
  const rightSquare = tRight < 0 ? Infinity : offRight * offRight;
  if (cutSquare <= leftSquare && cutSquare <= rightSquare) {
    put(uy, -ux, perHorizon * (uy * leftX - ux * leftY) + bound);
  } else if (leftSquare <= rightSquare) {
    if (!leftForeign) put(-ly, lx, perHorizon * (lx * leftY - ly * leftX) + bound);
  } else if (!rightForeign) {
    put(ry, -rx, perHorizon * (ry * rightX - rx * rightY) + bound);
  }
}

/** Sets the legs: unit vectors from the agent past the ends, or along the walls joined there. */
function setLegs(radius: f64): void {
  lx = -ux;
  ly = -uy;
  rx = ux;
  ry = uy;
  if (!leftConcave) {
    const square = leftX * leftX + leftY * leftY;
    const leg = sqrt(max(0, square - radius * radius));
    lx = (leftX * leg - leftY * radius) / square;
    ly = (leftX * radius + leftY * leg) / square;
  }
  if (!rightConcave) {
    const square = rightX * rightX + rightY * rightY;
    const leg = sqrt(max(0, square - radius * radius));
    rx = (rightX * leg + rightY * radius) / square;
    ry = (rightY * leg - rightX * radius) / square;
  }
  leftForeign = false;
  rightForeign = false;
  const hasLeft = beyondLeftX != 0 || beyondLeftY != 0;
  const hasRight = beyondRightX != 0 || beyondRightY != 0;
  if (!leftConcave && hasLeft && lx * beyondLeftY - ly * beyondLeftX >= 0) {
    lx = beyondLeftX;
    ly = beyondLeftY;
    leftForeign = true;
  }
  if (!rightConcave && hasRight && rx * beyondRightY - ry * beyondRightX <= 0) {
    rx = beyondRightX;
    ry = beyondRightY;
    rightForeign = true;
  }
}

/** The half-plane tangent to a cut-off circle: (wx, wy) leads from its centre to the velocity. */
function putCircle(wx: f64, wy: f64, centreX: f64, centreY: f64, bound: f64): void {
  const w = sqrt(wx * wx + wy * wy);
  // for a velocity at the centre of the circle, the normal points from the centre to velocity 0
  const back = sqrt(centreX * centreX + centreY * centreY);
  const nx = w > 0 ? wx / w : -centreX / back;
  const ny = w > 0 ? wy / w : -centreY / back;
  put(nx, ny, nx * centreX + ny * centreY + bound);
}
