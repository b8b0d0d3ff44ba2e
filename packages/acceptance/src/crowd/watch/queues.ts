// People that queue before doors, by positions alone.

export interface Door {
  readonly x: number;
  readonly y: number;
}

export interface Queue {
  /** People within `QUEUE_REACH` before the door, mean over the ticks in which there is any. */
  readonly people: number;
  /** The share of their time in which they were slower than `QUEUE_SPEED`. */
  readonly slow: number;
}

/** Metres before a door in which people count. */
export const QUEUE_REACH = 2;
/** Metres a second below which people stand in a queue rather than walk. */
export const QUEUE_SPEED = 0.4;

interface Look {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly present: Uint8Array;
}

/** Counts who is before doors that people pass towards larger x. */
export function createQueueWatch(
  doors: readonly Door[],
  dt: number,
): { look(tick: Look): void; queues(): Queue[] } {
  const sums = doors.map(() => ({ people: 0, ticks: 0, slow: 0 }));
  let [lastX, lastY] = [new Float64Array(0), new Float64Array(0)];
  return {
    look({ x, y, present }) {
      for (const [d, door] of doors.entries()) {
        const sum = sums[d];
        const before = sum.people;
        for (let i = 0; i < lastX.length; i++) {
          const ahead = door.x - x[i];
          if (!present[i] || ahead < 0 || Math.hypot(ahead, door.y - y[i]) > QUEUE_REACH) continue;
          sum.people++;
          if (Math.hypot(x[i] - lastX[i], y[i] - lastY[i]) < QUEUE_SPEED * dt) sum.slow++;
        }
        if (sum.people > before) sum.ticks++;
      }
      [lastX, lastY] = [x.slice(), y.slice()];
    },
    queues: () =>
      sums.map(({ people, ticks, slow }) => ({ people: people / ticks, slow: slow / people })),
  };
}
