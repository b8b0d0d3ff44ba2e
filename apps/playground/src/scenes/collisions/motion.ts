// How bodies move. Bodies that touch push each other apart, the more the deeper they overlap.
// Pushes are whole numbers, so that their sum does not depend on the order, and the GPU
// (motion.wgsl.ts) gets the same bits.
import type { StartBodies } from './bodies.ts';

/** Highest speed along each axis, in world units per tick. */
export const MOST_SPEED = 0.25;
/** A push of one step on the smallest body changes its speed by this many steps a tick. */
export const STIFFNESS = 0.25;

export interface Motion {
  /** The number of bodies that each body touches. */
  readonly touches: Uint32Array;
  /** Applies the pushes of the last pairs and moves the bodies by a tick. */
  move(): void;
  /** Adds up the pushes of these pairs. */
  push(slots: Uint32Array): void;
}

/** Moves the bodies in place. */
export function createMotion(bodies: StartBodies): Motion {
  const { x, y, radius, velocityX, velocityY, mass, width, height, steps } = bodies;
  const count = x.length;
  const pushX = new Int32Array(count);
  const pushY = new Int32Array(count);
  const touches = new Uint32Array(count);
  const perPush = STIFFNESS / steps;
  const { fround } = Math;

  /** Moves along one axis. Walls reflect bodies. */
  function moveAxis(
    end: number,
    place: Float32Array,
    velocity: Float32Array,
    push: Int32Array,
  ): void {
    for (let i = 0; i < count; i++) {
      const faster = fround(velocity[i] + fround(((push[i] / mass[i]) | 0) * perPush));
      let speed = Math.min(MOST_SPEED, Math.max(-MOST_SPEED, faster));
      let at = fround(place[i] + speed);
      const low = radius[i];
      const high = fround(end - radius[i]);
      if (at < low) {
        at = fround(2 * low - at);
        speed = -speed;
      } else if (at > high) {
        at = fround(2 * high - at);
        speed = -speed;
      }
      place[i] = at;
      velocity[i] = speed;
    }
  }

  return {
    touches,
    move() {
      moveAxis(width, x, velocityX, pushX);
      moveAxis(height, y, velocityY, pushY);
    },
    push(slots) {
      pushX.fill(0);
      pushY.fill(0);
      touches.fill(0);
      for (let p = 0; p < slots.length; p += 2) {
        const a = slots[p];
        const b = slots[p + 1];
        const dx = (fround(x[b] - x[a]) * steps) | 0;
        const dy = (fround(y[b] - y[a]) * steps) | 0;
        const reach = (fround(radius[a] + radius[b]) * steps) | 0;
        const square = reach * reach;
        const depth = Math.max(0, square - dx * dx - dy * dy);
        const weight = Math.min(mass[a], mass[b]);
        const byX = ((dx * depth) / square) | 0;
        const byY = ((dy * depth) / square) | 0;
        pushX[a] -= byX * weight;
        pushY[a] -= byY * weight;
        pushX[b] += byX * weight;
        pushY[b] += byY * weight;
        touches[a]++;
        touches[b]++;
      }
    },
  };
}
