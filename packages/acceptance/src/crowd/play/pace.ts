// Speed over the room in front. In ORCA, agents that all walk the same way do not slow down however
// dense they stand; pedestrians do. The two numbers are measured ones, not fitted to any scene:
// persons in file need 0.36 m and 1.06 s of walking (Seyfried, Steffen, Klingsch, Boltes 2005, "The
// fundamental diagram of pedestrian movement revisited", section 4).

/** Distance of two centres at which the person behind stands, in metres. */
const STANDING = 0.36;
/** Seconds of walking that the distance beyond that must last. */
const TIME_GAP = 1.06;
/** Persons who walk at an angle of less than 45° to the way ahead are in front. */
const IN_FRONT = Math.SQRT1_2;
/** At this distance and beyond nobody slows down: a speed of 1.62 m/s, the largest of IMO. */
const SIGHT = STANDING + 1.62 * TIME_GAP;

/** A function that limits an agent's speed by the nearest agent in front that goes its way. */
export function createPace(count: number): {
  /** Takes the places of the tick. */
  look(x: Float64Array, y: Float64Array, present: Uint8Array): void;
  /**
   * The share of its preferred velocity (vx, vy) that agent i may walk at. Others see from now on
   * which way it heads.
   */
  shareOf(i: number, vx: number, vy: number): number;
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
    shareOf(a, vx, vy) {
      const speed = Math.hypot(vx, vy);
      if (speed === 0) return 1;
      const [ux, uy] = [vx / speed, vy / speed];
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
      headX[a] = ux;
      headY[a] = uy;
      return Math.max(0, Math.min(1, (nearest - STANDING) / TIME_GAP / speed));
    },
  };
}
