import { isGrid, referenceAstar } from '@wayfield/graph';
import type { Problem } from '../run/problems/problem.ts';

/** By the blocked share of a character's cells: up to 5 %, 30 %, 55 %, above. */
const SHADES = ' .:#';

/**
 * Draws a map in characters, `columns` wide, with one path of the reference as `o` from `A` to `B`:
 * that of the largest published length, else that of the first query. Darker characters have more
 * blocked cells. Empty for a graph.
 */
export function drawPath(problem: Problem, columns = 60): string {
  const { data, queries, published } = problem;
  if (!isGrid(data)) return '';
  const { width, height, cost } = data;
  // characters are about twice as high as wide
  const across = Math.max(1, Math.ceil(width / columns)),
    down = across * 2;
  const wide = Math.ceil(width / across),
    high = Math.ceil(height / down);
  const blocked = new Float64Array(wide * high);
  const at = (node: number): number =>
    Math.floor(Math.floor(node / width) / down) * wide + Math.floor((node % width) / across);
  cost.forEach((c, node) => {
    if (c === 0) blocked[at(node)] += 1 / (across * down);
  });
  const picture = Array.from(
    blocked,
    (share) => SHADES[Math.min(3, Math.ceil(share * 3.99 - 0.2))],
  );

  let longest = 0;
  let most = 0;
  published?.length.forEach((length, i) => {
    if (length < Infinity && length > most) [longest, most] = [i, length];
  });
  const { path } = referenceAstar(data, queries.source[longest], queries.target[longest]);
  for (const node of path) picture[at(node)] = 'o';
  if (path.length > 0) {
    picture[at(path[0])] = 'A';
    picture[at(path[path.length - 1])] = 'B';
  }
  const rows = Array.from({ length: high }, (_, y) =>
    picture.slice(y * wide, (y + 1) * wide).join(''),
  );
  return rows.map((row) => `  ${row}`.trimEnd()).join('\n') + '\n';
}
