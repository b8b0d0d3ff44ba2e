// How many people queue in front of doors, from their positions alone.

export interface Door {
  readonly x: number;
  readonly y: number;
}

export interface Queue {
  /** People in the queue: the mean over the ticks in which the queue is not empty. */
  readonly people: number;
  /** The share of their time in the queue that people spent slower than `QUEUE_SPEED`. */
  readonly slow: number;
}

/** The queue of a door: the people at most this many metres in front of the door. */
export const QUEUE_REACH = 2;
/** Metres per second. People who are slower stand rather than walk. */
export const QUEUE_SPEED = 0.4;

interface Look {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly present: Uint8Array;
}

/** Counts the people in front of each door. All doors are passed towards larger x. */
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
