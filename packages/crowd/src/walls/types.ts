/**
 * Metres that a wall spans along x or y at least. The squares of far smaller lengths are 0 in f64,
 * so a shorter wall would have no direction.
 */
export const SHORTEST_WALL = 1e-100;

/**
 * Wall segments from (ax, ay) to (bx, by), in metres; each array has at least `count` entries. No
 * wall is shorter than 1e-100 m. Walls have two sides and no thickness. Walls that end at exactly
 * the same point, on one storey, are joined there: agents slide from one to the other without a
 * jolt.
 */
export interface Walls {
  readonly count: number;
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
  /** Storey of each wall, 0 to 65534; 65535: all storeys. Absent: all storeys. */
  readonly storey?: Uint16Array | undefined;
}
