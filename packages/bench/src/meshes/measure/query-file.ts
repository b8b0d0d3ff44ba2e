// Queries of the launcher as a file, so that a run can be repeated exactly: some lines with a name
// and a value, a line of column names, then a line per query, separated by tabs.
import { buildPointQueries } from '@wayfield/navmesh';
import { type Buckets, countFilled } from '../study/queries.ts';

const FORMAT = 'wayfield-queries';
const VERSION = '1';
const COLUMNS = ['bucket', 'sourceX', 'sourceY', 'targetX', 'targetY', 'length'];

/**
 * Writes queries with the name of their map. Numbers are written so that reading gives the same
 * numbers.
 */
export function formatQueries(map: string, buckets: Buckets): string {
  const { queries, bucket, length, intervals, side } = buckets;
  const { sourceX, sourceY, targetX, targetY } = queries;
  const lines: (string | number)[][] = [
    [FORMAT, VERSION],
    ['map', map],
    ['side', side],
    ['intervals', intervals],
    COLUMNS,
  ];
  for (let i = 0; i < queries.count; i++)
    lines.push([bucket[i], sourceX[i], sourceY[i], targetX[i], targetY[i], length[i]]);
  return lines.map((line) => line.join('\t')).join('\n') + '\n';
}

/**
 * Reads such a file. Throws RangeError, with the line, for anything else and for queries of another
 * map.
 */
export function parseQueries(text: string, map: string): Buckets {
  const lines = text.trimEnd().split(/\r?\n/);
  const fail = (line: number, expected: string): never => {
    throw new RangeError(`line ${line + 1} is '${lines[line] ?? ''}', expected ${expected}`);
  };
  const value = (line: number, name: string): string => {
    const [key, said, ...more] = (lines[line] ?? '').split('\t');
    if (key !== name || said === undefined || more.length > 0) fail(line, `${name} and its value`);
    return said!;
  };
  if (value(0, FORMAT) !== VERSION) fail(0, `${FORMAT} ${VERSION}`);
  if (value(1, 'map') !== map) fail(1, `queries of ${map}`);
  const side = Number(value(2, 'side'));
  const intervals = Number(value(3, 'intervals'));
  if (!(side > 0 && side < Infinity)) fail(2, 'a length');
  if (!(Number.isInteger(intervals) && intervals > 0)) fail(3, 'a whole number');
  if (lines[4] !== COLUMNS.join('\t')) fail(4, COLUMNS.join(', '));
  const rows = lines.slice(5).map((line, i) => {
    const row = line.split('\t').map((word) => (word === '' ? NaN : Number(word)));
    const [bucket = NaN] = row;
    if (row.length !== COLUMNS.length || !row.every(Number.isFinite))
      fail(i + 5, `${COLUMNS.length} numbers`);
    if (!(Number.isInteger(bucket) && bucket >= 0 && bucket < intervals))
      fail(i + 5, `an interval from 0 to ${intervals - 1}`);
    return row;
  });
  const bucket = Uint32Array.from(rows, (row) => row[0]);
  return {
    queries: buildPointQueries(rows.map((row) => row.slice(1, 5))),
    bucket,
    length: Float64Array.from(rows, (row) => row[5]),
    intervals,
    side,
    ...countFilled(bucket, intervals),
  };
}
