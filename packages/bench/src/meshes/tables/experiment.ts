// The launcher's records as tables and plots: every measure of the study over path length, 90 % and
// 95 % quantiles and means.
import { mean, quantileSorted } from 'simple-statistics';
import { buildTable } from '../../report/results/build-table.ts';
import { finishExperiment } from '../../report/results/finish-experiment.ts';
import { figure, label } from '../../report/results/list-table.ts';
import type {
  Check,
  Experiment,
  Picture,
  Plot,
  Row,
  Table,
  TableColumn,
} from '../../report/results/results.ts';
import { improvement, type Metric, METRICS, type SomeMeasures } from '../study/measures.ts';
import type { Buckets } from '../study/queries.ts';
import type { MeshMap } from '../measure/mesh-map.ts';
import type { MapRun } from '../measure/run-map.ts';

/** All results of one map. */
export interface MapResult extends MapRun {
  readonly map: Pick<
    MeshMap,
    'name' | 'description' | 'triangles' | 'merged' | 'reduction' | 'ms' | 'bytes'
  >;
  readonly buckets: Buckets;
  readonly limitMs: number;
  readonly seconds: number;
  readonly checks: readonly Check[];
  readonly pictures: readonly Picture[];
}

/** Moments at which the improvement of a path is measured, as in the study: tenths of the limit. */
const MOMENTS = 10;
const QUANTILES = [
  ['90', 0.9],
  ['95', 0.95],
] as const;

/** The name of the experiment of a map. */
export function experimentName(map: string): string {
  return `navmesh-${map.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** One map as an experiment. */
export function mapExperiment(result: MapResult, command: string): Experiment {
  const { map, buckets, limitMs, solvers, records, seconds, checks, pictures } = result;
  const names = solvers.map(({ solver }) => solver);
  const byBucket = Object.entries(METRICS).flatMap(([id, metric]) => {
    const table = bucketTable(id, metric, result, names, command);
    return table ? [table] : [];
  });
  const improved = improvementTable(result, names, command);
  const { queries, intervals, side } = buckets;
  const share = Number((side / intervals).toPrecision(4));
  return finishExperiment({
    name: experimentName(map.name),
    title: `Paths on ${map.name}`,
    text:
      `${map.name} (${map.description}): ${queries.count} queries in ${intervals} intervals ` +
      `of path length, each ${share} long, from 0 to the longer edge of the map (${side}). ` +
      'Intervals that no path falls into are left out. Every program is asked every query, ' +
      `in turns; a search that is not done after ${limitMs} ms is stopped and counts with ` +
      'what it has. Lengths are multiples of Polyanya’s.',
    command,
    seconds,
    checks,
    tables: [
      mapTable(map, queries.count, command),
      solverTable(result, command),
      ...byBucket.map(({ table }) => table),
      ...(improved ? [improved.table] : []),
    ],
    plots: [...byBucket.flatMap(({ plots }) => plots), ...(improved?.plots ?? [])],
    pictures: records.length > 0 ? pictures : [],
  });
}

const count = (key: string, title: string): TableColumn => ({
  key,
  title,
  kind: 'count',
  unit: '',
});

function mapTable(map: MapResult['map'], queries: number, command: string): Table {
  const { triangles, merged, reduction, ms, bytes } = map;
  const sizes = {
    triangulation: undefined,
    triangles: triangles.polygonCount,
    polygons: merged.polygonCount,
    reduction: reduction.nodeCount,
  };
  return buildTable({
    id: 'map',
    title: 'How the map is built, step by step',
    command,
    note:
      `${reduction.nodeCount} decision points, ${reduction.corridorCount} corridors and ` +
      `${reduction.deadEndCount} dead ends in the reduction; ${queries} queries.`,
    columns: [
      label('step', 'step'),
      count('size', 'polygons or nodes'),
      figure('ms', 'time', 'ms'),
      figure('bytes', 'memory', 'bytes'),
    ],
    rows: (['triangulation', 'triangles', 'polygons', 'reduction'] as const).map((step) => ({
      step,
      size: sizes[step],
      ms: ms[step],
      bytes: bytes[step],
    })),
  });
}

function solverTable({ solvers, records, buckets }: MapResult, command: string): Table {
  return buildTable({
    id: 'solvers',
    title: 'The programs over all queries',
    command,
    columns: [
      label('solver', 'solver'),
      figure('build', 'made ready in', 'ms'),
      figure('memory', 'memory', 'bytes'),
      count('proven', 'proven'),
      figure('mean', 'mean', 'ms'),
      figure('median', 'median', 'ms'),
      figure('q90', '90 %', 'ms'),
      figure('q95', '95 %', 'ms'),
      figure('most', 'most', 'ms'),
      figure('length', 'mean length', 'x'),
    ],
    rows: solvers.map(({ solver, buildMs, memoryBytes, proven }) => {
      const own = records.filter((record) => record.solver === solver);
      const times = sorted(own.map(({ measures }) => measures.totalMs));
      const lengths = own
        .map(({ measures, query }) => measures.length / buckets.length[query])
        .filter(Number.isFinite);
      return {
        solver,
        build: buildMs,
        memory: memoryBytes,
        proven,
        ...(times.length > 0 && {
          mean: mean(times),
          median: quantileSorted(times, 0.5),
          q90: quantileSorted(times, 0.9),
          q95: quantileSorted(times, 0.95),
          most: times.at(-1),
        }),
        length: lengths.length > 0 ? mean(lengths) : null,
      };
    }),
  });
}

interface Shown {
  readonly table: Table;
  readonly plots: readonly Plot[];
}

/** A measure by path length; undefined where no program has it. */
function bucketTable(
  id: string,
  { title, unit, of }: Metric,
  { buckets, records }: MapResult,
  names: readonly string[],
  command: string,
): Shown | undefined {
  const { bucket, length, intervals } = buckets;
  const values = new Map<string, number[]>();
  for (const { query, solver, measures } of records) {
    const value = of(measures, length[query]);
    if (!Number.isFinite(value)) continue;
    const key = `${bucket[query]} ${solver}`;
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  const shown = names.filter((name) => [...values.keys()].some((key) => key.endsWith(` ${name}`)));
  if (shown.length === 0) return undefined;
  const rows: Row[] = [];
  for (const at of [...new Set(bucket)].sort((a, b) => a - b)) {
    const row: Record<string, number | null> = { length: (100 * (at + 1)) / intervals };
    for (const name of shown) {
      const own = sorted(values.get(`${at} ${name}`) ?? []);
      for (const [q, share] of QUANTILES)
        row[`${name} ${q}`] = own.length > 0 ? quantileSorted(own, share) : null;
      row[`${name} mean`] = own.length > 0 ? mean(own) : null;
    }
    rows.push(row);
  }
  const columns = [
    label('length', 'path length up to', '% of the edge'),
    ...shown.flatMap((name) => [
      ...QUANTILES.map(([q]) => figure(`${name} ${q}`, `${name}, ${q} %`, unit)),
      figure(`${name} mean`, `${name}, mean`, unit),
    ]),
  ];
  const table = buildTable({ id, title, command, columns, rows });
  // ratios lie close together, times and counts do not
  const yScale = unit === 'x' && id !== 'extra' ? ('linear' as const) : ('log' as const);
  const plots = QUANTILES.map(([q]): Plot => ({
    id: `${id}-${q}`,
    title: `${title}, ${q} % quantile`,
    table: id,
    x: 'length',
    y: shown.map((name) => `${name} ${q}`),
    xScale: 'linear',
    yScale,
    mark: 'line',
  }));
  return { table, plots };
}

/**
 * The improvement of the first path after each tenth of the limit, as the mean over all queries.
 */
function improvementTable(
  { records, limitMs }: MapResult,
  names: readonly string[],
  command: string,
): Shown | undefined {
  const courses = new Map<string, SomeMeasures[]>();
  for (const { solver, measures } of records)
    if (measures.course) courses.set(solver, [...(courses.get(solver) ?? []), measures]);
  const shown = names.filter((name) => courses.has(name));
  if (shown.length === 0) return undefined;
  const id = 'improvement';
  const title = 'Mean improvement of the first path after so much time';
  const rows = Array.from({ length: MOMENTS }, (_, k): Row => {
    const ms = (limitMs * (k + 1)) / MOMENTS;
    const cells = shown.map((name) => {
      const own = courses.get(name)!.map((one) => improvement(one, ms));
      const known = own.filter(Number.isFinite);
      return [name, known.length > 0 ? mean(known) : null] as const;
    });
    return { ms, ...Object.fromEntries(cells) };
  });
  const columns = [label('ms', 'after', 'ms'), ...shown.map((name) => figure(name, name, '%'))];
  return {
    table: buildTable({ id, title, command, columns, rows }),
    plots: [
      { id, title, table: id, x: 'ms', y: shown, xScale: 'linear', yScale: 'linear', mark: 'line' },
    ],
  };
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
