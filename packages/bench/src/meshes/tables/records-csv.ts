import { toCsv } from '../../report/results/csv.ts';
import type { MapResult } from './experiment.ts';

const HEAD = [
  'map',
  'interval',
  'query',
  'source_x',
  'source_y',
  'target_x',
  'target_y',
  'shortest',
  'solver',
  'proven',
  'total_ms',
  'search_ms',
  'first_ms',
  'first_length',
  'length',
  'tested',
  'best',
  'visited',
  'expanded',
];

/**
 * A line of names, then a line for every query and program of a map, as the study's launcher writes
 * them.
 */
export function formatRecords({
  map,
  buckets,
  records,
}: Pick<MapResult, 'map' | 'buckets' | 'records'>): string {
  const { bucket, length, queries } = buckets;
  const { sourceX, sourceY, targetX, targetY } = queries;
  const lines = records.map(({ query: i, solver, measures: m }) => {
    const ends = [sourceX[i], sourceY[i], targetX[i], targetY[i]];
    const times = [m.totalMs, m.searchMs, m.firstMs];
    const work = [m.firstLength, m.length, m.tested, m.best, m.visited, m.expanded];
    const proven = m.isProven === undefined ? undefined : Number(m.isProven);
    const cells = [map.name, bucket[i], i, ...ends, length[i], solver, proven, ...times, ...work];
    return cells.map((cell) => (cell === undefined ? '' : String(cell)));
  });
  return toCsv([HEAD, ...lines]);
}

/** Joins several such texts under one line of names. */
export function joinRecords(parts: readonly string[]): string {
  const head = toCsv([HEAD]);
  return head + parts.map((part) => part.slice(head.length)).join('');
}
