// The places of ghosts, which drive on their routes again and again, through one another.

/** The places of all routes, one route after the other, with the times at which they are passed. */
export interface Timelines {
  /** Index of the first place of each route; routes + 1 entries. */
  readonly first: Uint32Array;
  readonly time: Float32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

export interface Drive {
  readonly count: number;
  /** Number of routes driven to their end so far. */
  readonly arrived: number;
  /** Number of agents that wait to set off. */
  readonly waiting: number;
  /** x, y of the agents that stand in a queue after the last `advance`. */
  standing(): Float32Array;
  /** Drives for `seconds`; writes x, y of each agent into `out`. */
  advance(seconds: number, out: Float32Array): void;
}

/** Agent k drives on route k modulo their number, and begins somewhere on it. */
export function createDrive(lines: Timelines, count: number): Drive {
  const routes = lines.first.length - 1;
  const time = new Float32Array(count);
  /** The piece of its route on which each agent is. */
  const at = new Uint32Array(count);
  let arrived = 0;
  const endOf = (route: number): number => lines.time[lines.first[route + 1] - 1];

  for (let agent = 0; agent < count; agent++) {
    const route = agent % routes;
    at[agent] = lines.first[route];
    // multiples of the golden ratio are spread evenly for groups of any size
    time[agent] = ((agent * 0.618034) % 1) * endOf(route);
  }
  return {
    count,
    get arrived() {
      return arrived;
    },
    waiting: 0,
    standing: () => new Float32Array(0),
    advance(seconds, out) {
      for (let agent = 0; agent < count; agent++) {
        const route = agent % routes;
        const last = lines.first[route + 1] - 1;
        let now = time[agent] + seconds;
        if (now >= lines.time[last]) {
          // again from the start
          now = 0;
          at[agent] = lines.first[route];
          arrived++;
        }
        time[agent] = now;
        let piece = at[agent];
        while (piece < last - 1 && lines.time[piece + 1] <= now) piece++;
        at[agent] = piece;
        const end = Math.min(last, piece + 1);
        const span = lines.time[end] - lines.time[piece];
        const share = span > 0 ? Math.min(1, (now - lines.time[piece]) / span) : 0;
        out[2 * agent] = lines.x[piece] + share * (lines.x[end] - lines.x[piece]);
        out[2 * agent + 1] = lines.y[piece] + share * (lines.y[end] - lines.y[piece]);
      }
    },
  };
}
