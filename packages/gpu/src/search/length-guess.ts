// How long paths will be, so that there is room for them.
import { type Graph, type Grid, isGrid, type Queries } from '@wayfield/graph';
import { AGAIN } from './status.ts';
import type { WaveResult } from './wave.ts';

/** Nodes of a path, on average: before anything was searched, by the distance of some pairs. */
export function firstGuess(data: Graph | Grid, { count, source, target }: Queries): number {
  if (!isGrid(data)) return 2 * Math.sqrt(data.nodeCount);
  const every = Math.ceil(count / 1000);
  let steps = 0;
  for (let q = 0; q < count; q += every) {
    const dx = Math.abs((source[q] % data.width) - (target[q] % data.width));
    const dy = Math.abs(Math.floor(source[q] / data.width) - Math.floor(target[q] / data.width));
    steps += data.neighbours === 4 ? dx + dy : Math.max(dx, dy);
  }
  return 4 + (1.5 * steps * every) / Math.max(1, count);
}

/** Nodes of a path in this wave, on average, those without room included. */
export function meanLength({ count, results, firstNode }: WaveResult, roomless: boolean): number {
  let words = firstNode[count];
  for (let i = 0; roomless && i < count; i++) {
    if (results[i] === AGAIN) words += results[3 * count + i];
  }
  return words / count;
}
