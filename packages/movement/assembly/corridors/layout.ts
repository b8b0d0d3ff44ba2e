// The records of corridors and of their searches, as classes of AssemblyScript.

/** The corridor of one agent. */
// @ts-ignore: decorator
@unmanaged
export class Slot {
  /** Where the agent and its target are. */
  x: f64;
  y: f64;
  targetX: f64;
  targetY: f64;
  /** The radius of the agent; 0 = a point. */
  radius: f64;
  /** Address of the numbers of the polygons, u32 each, from the agent to the target. */
  polygons: usize;
  /** How many polygons the corridor has; 0 = the slot is empty. */
  length: u32;
  /** How many polygons fit at `polygons`. */
  room: u32;
  /** The version of the mesh for which the corridor is known to be valid; UNKNOWN = none. */
  version: u32;
}

/** A straight line, or a side of a polygon. */
// @ts-ignore: decorator
@unmanaged
export class Segment {
  ax: f64;
  ay: f64;
  bx: f64;
  by: f64;
}

/** A polygon that a search has reached. */
// @ts-ignore: decorator
@unmanaged
export class Reached {
  /** Where the polygon is entered, and the length of the path up to there. */
  x: f64;
  y: f64;
  cost: f64;
  /** The cost plus the straight distance to the end of the line. */
  key: f64;
  polygon: u32;
  /** The entry of the polygon before on the path, -1 = none. */
  parent: i32;
  /** The place in the open list; -1 before the entry is first put there. */
  place: i32;
  /** 1 = the polygon is expanded. */
  isDone: u32;
}

/** An end of a portal, or an end of the corridor, to which paths lead (choose-portals.ts). */
// @ts-ignore: decorator
@unmanaged
export class Bend {
  x: f64;
  y: f64;
  /** The length of the shortest path known from the agent to here; Infinity = none. */
  length: f64;
  /** The number of the bend before on that path; NONE = this is the agent. */
  parent: u32;
  /** The portal from polygon i to i + 1 is at place i + 1; the agent is at place 0. */
  place: u32;
}

/** The directions in which a bend sees a part of a portal: from the right one to the left one. */
// @ts-ignore: decorator
@unmanaged
export class Cone {
  rightX: f64;
  rightY: f64;
  leftX: f64;
  leftY: f64;
}

export const BEND: usize = offsetof<Bend>();
export const CONE: usize = offsetof<Cone>();
export const SLOT: usize = offsetof<Slot>();
export const SEGMENT: usize = offsetof<Segment>();
export const REACHED: usize = offsetof<Reached>();
