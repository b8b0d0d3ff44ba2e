// How long paths will be on average, so that a wave has room for them.
import { type Graph, type Grid, isGrid, type Queries } from '@wayfield/graph';
import { NO_ROOM, sectionOf, type WaveResult } from './layout.ts';

/** Queries that the first guess looks at. */
const SAMPLE = 1000;

/**
 * Mean number of nodes of a path, before anything was searched. On grids 1.5 times the mean number
 * of steps on the empty grid, plus 4. On graphs twice the root of the number of nodes: the width
 * plus the height of a square map. Both are chosen. A guess that is too low costs a second wave.
 */
export function firstGuess(data: Graph | Grid, { count, source, target }: Queries): number {
  if (!isGrid(data)) return 2 * Math.sqrt(data.nodeCount);
  const every = Math.ceil(count / SAMPLE);
  let steps = 0;
  for (let q = 0; q < count; q += every) {
    const dx = Math.abs((source[q] % data.width) - (target[q] % data.width));
    const dy = Math.abs(Math.floor(source[q] / data.width) - Math.floor(target[q] / data.width));
    steps += data.neighbours === 4 ? dx + dy : Math.max(dx, dy);
  }
  return 4 + (1.5 * steps * every) / Math.max(1, count);
}

/** Mean number of nodes of a path in this wave, with the paths that found no room. */
export function meanLength(
  { count, results, firstNode }: WaveResult,
  anyWithoutRoom: boolean,
): number {
  let words = firstNode[count];
  if (anyWithoutRoom) {
    const nodesOf = sectionOf(results, count, 'pathAt');
    for (let i = 0; i < count; i++) if (results[i] === NO_ROOM) words += nodesOf[i];
  }
  return words / count;
}
