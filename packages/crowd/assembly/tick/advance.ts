// One tick of the agents in a run of places: neighbours, half-planes, linear program, move. An
// agent reads the places of others, which hold the state at the start of the tick, and preferred
// velocities. It writes only the columns of its own slot. So runs may be advanced in any order and
// by any thread.

import { f32At, f64At, putF32, putF64, putU16, putU8, u32At } from '../columns';
import { joinTraits } from '../grid/sort';
import { intend, intendsAlone } from '../intent/intent';
import { Part, Place, Scratch, World } from '../layout-world';
import { agentLines, deepestOverlap } from '../lines/agent-lines';
import { isClear } from '../lines/clear';
import { findNearest } from '../near/nearest';
import {
  isFeasible,
  relaxedLast,
  solve,
  takeVelocity,
  velocityX,
  velocityY,
} from '../program/program';
import { IDLE, MOVING, RETURNING, SETTLED } from '../status';
import { clip, clippedX, clippedY } from '../walls/clip';
import { nearWalls } from '../walls/near-walls';
import { wallLines } from '../walls/wall-lines';
import { bound, motionAt, partOf, placeAt, scratchOf, traitsAt } from '../world';

/**
 * Factor of the two distances within which walls count: for half-planes, and for the clipped move.
 * It exceeds the rounding of these distances. Walls farther away do not restrict the agent.
 */
const ROOM: f64 = 1.001;
/**
 * The time horizon for agents, in seconds, of an agent whose program is infeasible. With a long
 * horizon, the half-planes of agents that follow this one forbid it to slow down. If such
 * half-planes were only relaxed, jams would not dissolve: of a circle of 10,000, 91 % would arrive
 * within 1,000 s instead of all.
 */
const SOON: f64 = 0.5;
/** An agent keeps its heading at speeds up to this share of its largest speed. */
const TURNING: f64 = 0.01;
/**
 * An agent without status `MOVING` that is slower than this share of its largest speed gets
 * velocity 0. Otherwise rounding would move it for ever.
 */
const RESTING: f64 = 5e-4;

/** Clears the sums of a thread before its first run of a tick, and joins the traits of agents. */
export function beginRuns(thread: u32): void {
  const part = partOf(thread);
  part.infeasible = 0;
  part.squeezed = 0;
  part.clipped = 0;
  part.idle = 0;
  part.settled = 0;
  part.deepest = 0;
  joinTraits(part);
}

/** Advances the agents at the places from `from` to `to` − 1. */
export function advance(from: u32, to: u32, thread: u32): void {
  const w = bound();
  const scratch = scratchOf(thread);
  const part = partOf(thread);
  for (let place = from; place < to; place++) advanceOne(w, place, scratch, part);
}

function advanceOne(w: World, place: u32, scratch: Scratch, part: Part): void {
  const self = placeAt(place);
  const slot = self.slot;
  const traits = traitsAt(slot);
  const speed = <f64>traits.maxSpeed;
  // A wall counts if the disc can reach it within the wall horizon, or within this tick if the
  // tick is longer.
  const radius = <f64>motionAt(place).radius;
  const ahead = max(<f64>traits.wallHorizon, w.dt) * speed;
  const near = nearWalls(w, self.x, self.y, ROOM * (ahead + radius), self.storey, scratch);
  if (near > 0 || part.allMeet == 0 || !goesOn(w, place, self, scratch, part)) {
    findVelocity(w, place, self, near, scratch, part);
  }
  part.idle += <u32>(scratch.status == IDLE || scratch.status == RETURNING);
  part.settled += <u32>(scratch.status == SETTLED);
  const rests = scratch.status != MOVING && stands(velocityX(), velocityY(), speed);
  // the velocity is clamped so that the agent stays within the bounds
  const toX = rests ? 0 : velocityX();
  const toY = rests ? 0 : velocityY();
  const vx = max((w.minX - self.x) / w.dt, min((w.maxX - self.x) / w.dt, toX));
  const vy = max((w.minY - self.y) / w.dt, min((w.maxY - self.y) / w.dt, toY));
  const farthest = speed * w.dt;
  let clipped = false;
  if (near > 0) {
    const off = f64At(scratch.wallSquares, 0);
    const touching = ROOM * (farthest + radius);
    if (off <= touching * touching) {
      const wall = u32At(scratch.walls, 0);
      clipped = clip(w, self, vx * w.dt, vy * w.dt, farthest, wall, off);
    }
  }
  part.clipped += <u32>clipped;
  if (clipped) {
    let x = clippedX();
    let y = clippedY();
    // a slide along a wall may end outside the bounds
    if (x < w.minX || x > w.maxX || y < w.minY || y > w.maxY) {
      x = self.x;
      y = self.y;
    }
    putMove(w, self, x, y, (x - self.x) / w.dt, (y - self.y) / w.dt);
  } else {
    putMove(w, self, self.x + vx * w.dt, self.y + vy * w.dt, vx, vy);
  }
  turnHeading(w, slot, speed);
  putState(w, self, scratch);
}

/**
 * The full solve: the velocity of an agent by its nearest neighbours, the first `near` walls in
 * `scratch.walls`, and its linear program. `velocityX` and `velocityY` are the answer.
 */
function findVelocity(
  w: World,
  place: u32,
  self: Place,
  near: u32,
  scratch: Scratch,
  part: Part,
): void {
  const traits = traitsAt(self.slot);
  const speed = <f64>traits.maxSpeed;
  const horizon = <f64>traits.horizon;
  const reach = <f64>traits.neighbourDistance;
  const lines = scratch.lines;
  const found = findNearest(w, place, traits.maxNeighbours, reach, speed * w.dt, scratch);
  intend(w, self, found, scratch);
  const walls = near == 0 ? 0 : wallLines(self, scratch, near, <f64>traits.wallHorizon);
  const count = agentLines(w, self, scratch, found, walls, horizon, speed, w.dt);
  part.deepest = max(part.deepest, deepestOverlap());
  limit(scratch, speed);
  const wantedX = scratch.intendedX;
  const wantedY = scratch.intendedY;
  if (!isFeasible(lines, count, wantedX, wantedY, speed)) {
    part.infeasible++;
    const soon = min(horizon, max(SOON, <f64>(<f32>w.dt)));
    agentLines(w, self, scratch, found, walls, soon, speed, w.dt);
    solve(lines, scratch.projected, walls, count, wantedX, wantedY, speed);
    part.squeezed += <u32>(relaxedLast() == 2);
  }
  // An agent that was restricted is likely to be restricted again. The sign of its span tells
  // `isClear`, so that the next tick does not try the clear test.
  if (velocityX() != wantedX || velocityY() != wantedY) {
    putF32(w.spans, self.slot, -f32At(w.spans, self.slot));
  }
}

/** Shortens the intended velocity to the largest speed. */
function limit(scratch: Scratch, speed: f64): void {
  const px = scratch.intendedX;
  const py = scratch.intendedY;
  const square = px * px + py * py;
  if (square <= speed * speed) return;
  const shorter = speed / sqrt(square);
  scratch.intendedX = px * shorter;
  scratch.intendedY = py * shorter;
}

/**
 * The clear test of an agent without near walls. If no neighbour restricts the agent, takes its
 * intended velocity, without a search for the nearest neighbours. Returns false if a neighbour may
 * restrict the agent, or if the intent depends on neighbours: the agent then needs a full solve.
 */
function goesOn(w: World, place: u32, self: Place, scratch: Scratch, part: Part): bool {
  if (!intendsAlone(w, self)) return false;
  const traits = traitsAt(self.slot);
  // The intent depends only on whether there are neighbours; 1 says that there are some. `isClear`
  // refuses an agent without neighbours.
  intend(w, self, 1, scratch);
  limit(scratch, <f64>traits.maxSpeed);
  if (!isClear(w, place, self, scratch, part)) return false;
  takeVelocity(scratch.intendedX, scratch.intendedY);
  return true;
}

/** Whether the velocity of a resting agent is so small that it gets velocity 0: see `RESTING`. */
function stands(vx: f64, vy: f64, speed: f64): bool {
  return vx * vx + vy * vy < RESTING * RESTING * speed * speed;
}

/** Writes the next state of an agent. */
function putState(w: World, self: Place, scratch: Scratch): void {
  const slot = self.slot;
  putU8(w.status, slot, scratch.status);
  putU8(w.level, slot, scratch.level | scratch.slows);
  putU16(w.stall, slot, scratch.stall);
  putF32(w.cruise, slot, scratch.cruise);
  if (scratch.stays == 0) return;
  putF64(w.homeX, slot, self.x);
  putF64(w.homeY, slot, self.y);
}

/** Writes the position and velocity of an agent at the end of the tick. */
function putMove(w: World, self: Place, toX: f64, toY: f64, vx: f64, vy: f64): void {
  const slot = self.slot;
  // The velocity is at most (max − x) / dt, but x + dt · velocity may exceed `max` by rounding.
  const x = max(w.minX, min(w.maxX, toX));
  const y = max(w.minY, min(w.maxY, toY));
  putF64(w.positionX, slot, x);
  putF64(w.positionY, slot, y);
  putF32(w.x, slot, <f32>x);
  putF32(w.y, slot, <f32>y);
  putF32(w.velocityX, slot, <f32>vx);
  putF32(w.velocityY, slot, <f32>vy);
}

/** Turns an agent's heading to its velocity, if the agent is fast enough: see `TURNING`. */
function turnHeading(w: World, slot: u32, speed: f64): void {
  const vx = <f64>f32At(w.velocityX, slot);
  const vy = <f64>f32At(w.velocityY, slot);
  const square = vx * vx + vy * vy;
  if (square <= TURNING * TURNING * speed * speed) return;
  const fast = sqrt(square);
  putF32(w.headingX, slot, <f32>(vx / fast));
  putF32(w.headingY, slot, <f32>(vy / fast));
}

/** Adds the sums of all other threads to the sums of thread 0. */
export function endRuns(): void {
  const w = bound();
  const all = partOf(0);
  for (let thread: u32 = 1; thread < w.threads; thread++) {
    const part = partOf(thread);
    all.infeasible += part.infeasible;
    all.squeezed += part.squeezed;
    all.clipped += part.clipped;
    all.idle += part.idle;
    all.settled += part.settled;
    all.deepest = max(all.deepest, part.deepest);
  }
}
