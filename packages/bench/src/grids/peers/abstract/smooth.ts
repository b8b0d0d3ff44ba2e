import type { Grid } from '@wayfield/graph';

/** East, south-east, south … */
const DIRECTIONS: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
];

/**
 * The smoothing of HPA* (Botea et al., 2004, section 2.3.3): from each cell of the path, lines in
 * eight directions until an obstacle; the line that meets the path farthest ahead replaces the part
 * between, if it is shorter.
 */
export function smoothPath({ width, height, cost }: Grid, path: readonly number[]): number[] {
  const place = new Map(path.map((cell, i) => [cell, i]));
  const isOpen = (x: number, y: number): boolean =>
    x >= 0 && x < width && y >= 0 && y < height && cost[y * width + x] > 0;
  const out: number[] = [path[0]];
  let i = 0;
  while (i + 1 < path.length) {
    let best: number[] = [path[i + 1]];
    let to = i + 1;
    for (const [dx, dy] of DIRECTIONS) {
      let x = path[i] % width;
      let y = (path[i] / width) | 0;
      const line: number[] = [];
      for (;;) {
        // no corner is cut
        if (!isOpen(x + dx, y + dy) || !isOpen(x + dx, y) || !isOpen(x, y + dy)) break;
        x += dx;
        y += dy;
        line.push(y * width + x);
        const met = place.get(y * width + x);
        if (met === undefined || met <= to || line.length > met - i) continue;
        to = met;
        best = line.slice();
      }
    }
    out.push(...best);
    i = to;
  }
  return out;
}
