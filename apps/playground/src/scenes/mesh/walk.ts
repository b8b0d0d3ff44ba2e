// A walker on a path. After the end it begins again.

export interface Walk {
  /** The place of the walker; undefined without a path. */
  readonly place: readonly [x: number, y: number] | undefined;
  begin(path: readonly number[]): void;
  /** Walks a share of the path. */
  advance(share: number): void;
}

export function createWalk(): Walk {
  let path: readonly number[] = [];
  /** The length of the path up to each point. */
  let lengths = new Float64Array(0);
  let at = 0;
  let place: [number, number] | undefined;

  function settle(): void {
    const last = lengths.length - 1;
    if (last < 1) {
      place = undefined;
      return;
    }
    const goal = at * lengths[last];
    let i = 1;
    while (i < last && lengths[i] < goal) i++;
    const share = (goal - lengths[i - 1]) / Math.max(lengths[i] - lengths[i - 1], 1e-300);
    const [ax, ay, bx, by] = path.slice(2 * i - 2, 2 * i + 2);
    place = [ax + (bx - ax) * share, ay + (by - ay) * share];
  }
  return {
    get place() {
      return place;
    },
    begin(next) {
      path = next;
      lengths = new Float64Array(path.length / 2);
      for (let i = 1; i < lengths.length; i++)
        lengths[i] =
          lengths[i - 1] +
          Math.hypot(path[2 * i] - path[2 * i - 2], path[2 * i + 1] - path[2 * i - 1]);
      settle();
    },
    advance(share) {
      at = (at + share) % 1;
      settle();
    },
  };
}
