// Shades of agents: by their speed, or by the number of agents around them.

export type Shading = 'plain' | 'speed' | 'load';

/** Number of classes of a shading, from slow or empty to fast or full. */
export const SHADES = 5;
/** Kilometres per hour at which each next class begins. */
export const SPEEDS = [5, 20, 40, 70] as const;
/** Numbers of agents in a square at which each next class begins. */
export const LOADS = [3, 6, 12, 24] as const;
/** Side in metres of the squares in which agents are counted. */
export const SQUARE = 60;
/** Metres per second that no road allows: a faster agent has begun again elsewhere. */
const FASTEST = 70;

export interface Shades {
  /** The class of each agent. `place`: x, y of each, `seconds` after the last call. */
  of(place: Float32Array, seconds: number): Uint8Array;
}

const classOf = (value: number, bounds: readonly number[]): number => {
  let found = 0;
  while (found < bounds.length && value >= bounds[found]) found++;
  return found;
};

export function createShades(shading: Shading, count: number): Shades {
  const before = new Float32Array(2 * count).fill(NaN);
  const shade = new Uint8Array(count);

  function bySpeed(place: Float32Array, seconds: number): void {
    if (seconds <= 0) return;
    for (let i = 0; i < count; i++) {
      const metres = Math.hypot(place[2 * i] - before[2 * i], place[2 * i + 1] - before[2 * i + 1]);
      if (metres <= FASTEST * seconds) shade[i] = classOf((3.6 * metres) / seconds, SPEEDS);
    }
    before.set(place);
  }
  function byLoad(place: Float32Array): void {
    const tally = new Map<number, number>();
    const squareOf = (i: number): number =>
      Math.floor(place[2 * i] / SQUARE) * 2 ** 20 + Math.floor(place[2 * i + 1] / SQUARE);
    for (let i = 0; i < count; i++) {
      const square = squareOf(i);
      tally.set(square, (tally.get(square) ?? 0) + 1);
    }
    for (let i = 0; i < count; i++) shade[i] = classOf(tally.get(squareOf(i)) ?? 0, LOADS);
  }

  return {
    of(place, seconds) {
      if (shading === 'speed') bySpeed(place, seconds);
      else if (shading === 'load') byLoad(place);
      return shading === 'plain' ? new Uint8Array(0) : shade.slice();
    },
  };
}
