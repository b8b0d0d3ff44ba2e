// What the colour of an agent says: how fast the agent is, or how full the place is.

export type Shading = 'plain' | 'speed' | 'load';

/** Classes of a shading, from slow or empty to fast or full. */
export const SHADES = 5;
/** Kilometres an hour from which the next class begins. */
export const SPEEDS = [5, 20, 40, 70] as const;
/** Agents in one square from which the next class begins. */
export const LOADS = [3, 6, 12, 24] as const;
/** Metres of a square in which agents are counted. */
export const SQUARE = 60;
/** Metres a second of which no road allows more: a longer step is a new start elsewhere. */
const FASTEST = 70;

export interface Shades {
  /** The class of each agent, from its x, y `seconds` after the last call. */
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
