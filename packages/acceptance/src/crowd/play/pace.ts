// Speed over the room in front. In ORCA, agents that all walk the same way do not slow down however
// dense they stand; pedestrians do (Seyfried et al. 2005: the room that a person takes grows
// linearly with speed). With these two numbers a hexagonal lattice at 1, 2, 3, 4 and 5 persons per
// m² walks at 1.17, 0.58, 0.32, 0.16 and 0.04 m/s; Weidmann 1993 has 1.06, 0.61, 0.33, 0.16 and
// 0.04.

/** Distance of two centres at which the person behind stands, in metres. */
const STANDING = 0.46;
/** Seconds of walking that the distance beyond that must last. */
const TIME_GAP = 0.52;
/** Persons who walk at an angle of less than 45° to the way ahead are in front. */
const IN_FRONT = Math.SQRT1_2;
const SIGHT = 1.5;

/** A function that limits an agent's speed by the nearest agent in front that goes its way. */
export function createPace(count: number): {
  /** Takes the places of the tick. */
  look(x: Float64Array, y: Float64Array, present: Uint8Array): void;
  /** Writes which way agent i heads; read by others in the next tick. */
  headTo(i: number, ux: number, uy: number): void;
  /** The largest speed of agent i, which heads for the unit vector (ux, uy). */
  limit(i: number, ux: number, uy: number): number;
} {
  const cells = 1 << 14;
  const head = new Int32Array(cells);
  const after = new Int32Array(count);
  const [headX, headY] = [new Float64Array(count), new Float64Array(count)];
  let placeX: ArrayLike<number> = [];
  let placeY: ArrayLike<number> = [];
  const cellOf = (i: number, j: number): number =>
    ((Math.imul(i, 73856093) ^ Math.imul(j, 19349663)) >>> 0) % cells;
  return {
    look(x, y, present) {
      head.fill(-1);
      placeX = x;
      placeY = y;
      for (let a = 0; a < count; a++) {
        if (!present[a]) continue;
        const cell = cellOf(Math.floor(x[a] / SIGHT), Math.floor(y[a] / SIGHT));
        after[a] = head[cell];
        head[cell] = a;
      }
    },
    headTo(i, ux, uy) {
      headX[i] = ux;
      headY[i] = uy;
    },
    limit(a, ux, uy) {
      const [i, j] = [Math.floor(placeX[a] / SIGHT), Math.floor(placeY[a] / SIGHT)];
      let nearest = SIGHT;
      for (let di = -1; di <= 1; di++)
        for (let dj = -1; dj <= 1; dj++)
          for (let b = head[cellOf(i + di, j + dj)]; b >= 0; b = after[b]) {
            if (b === a || headX[b] * ux + headY[b] * uy <= 0) continue;
            const [dx, dy] = [placeX[b] - placeX[a], placeY[b] - placeY[a]];
            const distance = Math.hypot(dx, dy);
            if (distance < nearest && dx * ux + dy * uy > IN_FRONT * distance) nearest = distance;
          }
      return Math.max(0, (nearest - STANDING) / TIME_GAP);
    },
  };
}
