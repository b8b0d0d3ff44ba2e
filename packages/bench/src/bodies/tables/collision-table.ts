import { formatBytes, formatNumber } from '../../report/numbers.ts';
import type { CollisionRunReport, ModelRunReport } from '../../report/report.ts';
import { type Column, formatTable } from '../../report/table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'program', align: 'left' },
  { title: 'threads' },
  { title: 'create ms' },
  { title: 'least' },
  { title: 'median' },
  { title: 'p95' },
  { title: 'ratio' },
  { title: 'missed' },
  { title: 'twice' },
  { title: 'wrong' },
  { title: 'memory' },
  { title: 'parts of the fastest step', align: 'left' },
];

/** What the columns mean. */
export const COLLISION_LEGEND: string =
  'Milliseconds of a step: all bodies have moved; all pairs that touch, in an array. ' +
  'ratio: median / that of\n' +
  'the first program. missed, twice, wrong: pairs, against all with all or, from 3,000 ' +
  'bodies on, a plain\n' +
  'grid whose pairs are decided one by one. device: compute passes by timestamps.';

/** The crowd of these runs, in a line. */
export function formatCrowd(run: CollisionRunReport): string {
  const { test, dimensions, bodies, radius, side, share, pairs } = run;
  const [least, most] = radius;
  const sizes = least === most ? `radius ${least}` : `radii ${least} to ${most}`;
  return (
    `${test}: ${formatNumber(bodies)} ${dimensions === 2 ? 'circles' : 'spheres'}, ${sizes}, ` +
    `world ${formatNumber(Number(side.toPrecision(4)))}; ${formatNumber(pairs)} pairs, ` +
    `${formatNumber(Number((100 * share).toFixed(1)))} % of the bodies touch another one`
  );
}

/** The programs on one crowd as a table. */
export function formatCollisionRuns(runs: readonly CollisionRunReport[]): string {
  const rows = runs.map((run) => [
    run.program + (run.grid === undefined ? '' : ` (${run.grid})`),
    String(run.threads),
    time(run.createMs),
    time(run.stepMs.min),
    time(run.stepMs.median),
    time(run.stepMs.p95),
    formatNumber(Number((run.stepMs.median / runs[0].stepMs.median).toPrecision(3))),
    String(run.missed),
    String(run.duplicates),
    run.wrong > 0 ? String(run.wrong) : '',
    run.memoryBytes === undefined ? '' : formatBytes(run.memoryBytes),
    parts(run.stages),
  ]);
  return formatTable(COLUMNS, rows)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

const MODEL_COLUMNS: readonly Column[] = [
  { title: 'backend', align: 'left' },
  { title: 'tick ms' },
  { title: 'median' },
  { title: 'commit' },
  { title: 'median' },
  { title: 'share' },
  { title: 'ratio' },
  { title: 'differing' },
  { title: 'parts of a tick, mean', align: 'left' },
];

/** What the columns mean. */
export const MODEL_LEGEND: string =
  'Milliseconds, mean and median over the ticks. commit: what the environment does in a ' +
  'tick, and its share.\n' +
  'ratio: mean commit / that of the first backend. differing: ticks after which its world ' +
  'is another one.';

/** The backends on one model as a table. */
export function formatModelRuns(runs: readonly ModelRunReport[]): string {
  const rows = runs.map(({ backend, tickMs, commitMs, differing, stages }) => [
    backend,
    time(tickMs.mean),
    time(tickMs.median),
    time(commitMs.mean),
    time(commitMs.median),
    `${formatNumber(Number(((100 * commitMs.mean) / tickMs.mean).toFixed(1)))} %`,
    formatNumber(Number((commitMs.mean / runs[0].commitMs.mean).toPrecision(3))),
    String(differing),
    parts(stages),
  ]);
  const [{ agents, ticks, alive }] = runs;
  const { grass, antelopes, lions } = alive;
  const table = formatTable(MODEL_COLUMNS, rows)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
  return (
    `${formatNumber(agents)} agents, ${ticks} ticks; then ${formatNumber(grass)} grass, ` +
    `${formatNumber(antelopes)} antelopes, ${formatNumber(lions)} lions\n\n${table}\n`
  );
}

/** Kernels in the order they run: `0.12 build, 0.30 findPairs`. */
export function formatKernels(kernels: Readonly<Record<string, number>>): string {
  return Object.entries(kernels)
    .map(([label, ms]) => `${time(ms)} ${label.split(': ').slice(1).join(': ') || label}`)
    .join(', ');
}

function parts(stages: Readonly<Record<string, number>> | undefined): string {
  if (!stages) return '';
  return Object.entries(stages)
    .filter(([, ms]) => !Number.isNaN(ms))
    .map(([name, ms]) => `${name} ${time(ms)}`)
    .join(', ');
}

const time = (ms: number): string => formatNumber(Number(ms.toPrecision(3)));
