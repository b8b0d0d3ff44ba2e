// What the host reads and writes of the record of a crowd.

import { COLUMNS_AT } from '../layout-world';
import { bound, partOf, traitsAt } from '../world';

/** The address of an array of `World`, by its number among the fields from `positionX` (0) on. */
export function columnAddress(which: u32): usize {
  return load<usize>(changetype<usize>(bound()) + COLUMNS_AT + <usize>which * sizeof<usize>());
}

/** Address of the records `Wall`, which the host writes. */
export function wallsAddress(): usize {
  return bound().walls;
}

/** Address of the block of the state, which snapshots copy. */
export function stateAddress(): usize {
  return bound().state;
}
export function stateBytes(): usize {
  return bound().stateBytes;
}

export function setBounds(minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  const w = bound();
  w.minX = minX;
  w.minY = minY;
  w.maxX = maxX;
  w.maxY = maxY;
}

/** Sets what the options of the crowd say: see `World`. */
export function setCrowd(seed: u32, usualNeighbours: u32, headway: f32): void {
  const w = bound();
  w.seed = seed;
  w.usualNeighbours = usualNeighbours;
  w.headway = headway;
}

/** Begins a tick: its number, its length, ticks per second and the end of the slots in use. */
export function beginTick(tick: u32, dt: f64, perSecond: u32, end: u32): void {
  const w = bound();
  w.tick = tick;
  w.dt = dt;
  w.perSecond = perSecond;
  w.end = end;
}

/** Agents that the last `planGrid` counted. */
export function agentCount(): u32 {
  return bound().agents;
}

/** Writes the traits of an agent that are f32. Raises `largestReach` to its neighbour distance. */
export function setMotion(
  slot: u32,
  maxSpeed: f32,
  horizon: f32,
  wallHorizon: f32,
  neighbourDistance: f32,
  priority: f32,
): void {
  const traits = traitsAt(slot);
  traits.maxSpeed = maxSpeed;
  traits.horizon = horizon;
  traits.wallHorizon = wallHorizon;
  traits.neighbourDistance = neighbourDistance;
  traits.priority = priority;
  const w = bound();
  w.largestReach = max(w.largestReach, <f64>neighbourDistance);
}

/** Writes whom an agent avoids, and how many at the same time. */
export function setFilter(slot: u32, group: u32, mask: u32, storey: u32, neighbours: u32): void {
  const traits = traitsAt(slot);
  traits.group = group;
  traits.mask = mask;
  traits.storey = <u16>storey;
  traits.maxNeighbours = <u8>neighbours;
}

/** One trait of an agent, in the order of `readTraits` in src/agents/agents.ts. */
export function traitOf(slot: u32, which: u32): f64 {
  const traits = traitsAt(slot);
  switch (which) {
    case 0:
      return <f64>traits.maxSpeed;
    case 1:
      return <f64>traits.horizon;
    case 2:
      return <f64>traits.wallHorizon;
    case 3:
      return <f64>traits.neighbourDistance;
    case 4:
      return <f64>traits.priority;
    case 5:
      return <f64>traits.group;
    case 6:
      return <f64>traits.mask;
    case 7:
      return <f64>traits.storey;
    default:
      return <f64>traits.maxNeighbours;
  }
}

/** One sum of the last tick, in the order of `StepReport` from `infeasible` on. */
export function sumOf(which: u32): f64 {
  const part = partOf(0);
  switch (which) {
    case 0:
      return <f64>part.infeasible;
    case 1:
      return <f64>part.squeezed;
    case 2:
      return <f64>part.clipped;
    case 3:
      return part.deepest;
    case 4:
      return <f64>part.idle;
    default:
      return <f64>part.settled;
  }
}

/** Sets `largestReach`, after `reset` or `restore` has replaced the state. */
export function setReach(reach: f64): void {
  bound().largestReach = reach;
}
