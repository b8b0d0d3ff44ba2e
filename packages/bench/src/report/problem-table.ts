import { problemReportRule } from '../arguments.ts';
import type { Ratio } from './results/results.ts';
import { formatBytes, formatMicroseconds, formatNumber } from './numbers.ts';
import type { ProblemReport, SolverReport } from './report.ts';
import { type Column, formatTable } from './table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'solver', align: 'left' },
  { title: 'optimal' },
  { title: 'build ms' },
  { title: 'min µs' },
  { title: 'median' },
  { title: 'p95' },
  { title: 'p99' },
  { title: 'mean' },
  { title: 'queries/s' },
  { title: 'settled' },
  { title: 'memory' },
  { title: '', align: 'left' },
];

const CORNERS: Readonly<Record<string, string>> = {
  never: 'no corner cut',
  'one-open': 'one corner may be cut',
  always: 'corners do not matter',
};

/** The map and its queries, in a line. */
export function formatProblemHead(problem: ProblemReport): string {
  problemReportRule(problem, 'problem');
  const { name, description, queries, found, longest, referenced, published } = problem;
  const shape =
    problem.kind === 'graph'
      ? `graph, ${formatNumber(problem.nodeCount)} nodes, ` +
        `${formatNumber(problem.arcCount ?? 0)} arcs`
      : `${problem.width} x ${problem.height} grid, ${problem.neighbours} neighbours` +
        (problem.neighbours === 8 ? `, ${CORNERS[problem.corners ?? '']}` : '');
  const checks = [
    referenced === queries ? 'all' : referenced > 0 ? formatNumber(referenced) : '',
    published === queries ? 'all' : published > 0 ? formatNumber(published) : '',
  ];
  const against = [
    checks[0] && `${checks[0]} by the reference`,
    checks[1] && `${checks[1]} against published lengths`,
  ].filter(Boolean);
  return (
    `${name}: ${description}; ${shape}\n` +
    `  ${formatNumber(queries)} queries, ${formatNumber(found)} with a path, the longest ` +
    `${formatNumber(longest)}` +
    (against.length > 0 ? `; checked ${against.join(', ')}` : '')
  );
}

/** What the columns of the tables mean. */
export const TABLE_LEGEND: string =
  'min to mean: microseconds of one query, path included. queries/s: all queries in one call.\n' +
  'settled: nodes per query. memory: what the solver holds beside the map.';

/** The solvers of a problem as a table. */
export function formatProblemTable(problem: ProblemReport): string {
  problemReportRule(problem, 'problem');
  const lines = formatTable(COLUMNS, problem.solvers.map(row)).split('\n');
  const reasons = new Set(problem.skipped.map(({ reason }) => reason));
  for (const reason of reasons) {
    const names = problem.skipped.filter((s) => s.reason === reason).map(({ name }) => name);
    lines.push(`without ${names.join(', ')}: ${reason}`);
  }
  return lines.map((line) => `  ${line}`).join('\n');
}

const three = (x: number): string => formatNumber(Number(x.toPrecision(3)));

function row(solver: SolverReport): string[] {
  const { queryMs, settled, memoryBytes, optimal, queries } = solver;
  const time = (value: number | undefined): string =>
    value === undefined ? '' : formatMicroseconds(value);
  return [
    solver.name,
    optimal === queries
      ? solver.group === 'peer'
        ? `all ${queries}`
        : 'all'
      : `${optimal} of ${queries}`,
    solver.buildMs < 99.95 ? solver.buildMs.toFixed(1) : formatNumber(Math.round(solver.buildMs)),
    time(queryMs?.min),
    time(queryMs?.median),
    time(queryMs?.p95),
    time(queryMs?.p99),
    time(queryMs?.mean),
    formatNumber(Math.round(solver.queriesPerSecond)),
    settled === null ? '' : formatNumber(Math.round(settled)),
    memoryBytes === null ? '' : formatBytes(memoryBytes),
    note(solver),
  ];
}

function note(solver: SolverReport): string {
  const notes: string[] = [];
  if (solver.rule) notes.push(solver.rule);
  if (solver.missed) notes.push(`no answer to ${solver.missed}`);
  if (solver.worstRatio > 1.0005)
    notes.push(`up to ${formatNumber(100 * (solver.worstRatio - 1))} % too long`);
  if (solver.prepareMs !== undefined)
    notes.push(`+ ${formatNumber(solver.prepareMs)} ms a query for a fresh grid`);
  if (solver.against) {
    const { ours, single, batch } = solver.against;
    const times = ({ ratio, low, high, single: once }: Ratio): string =>
      `${three(ratio)} (${once ? 'one round' : `${three(low)} to ${three(high)}`})`;
    notes.push(`time / ${ours}, in turns: one by one ${times(single)}, one batch ${times(batch)}`);
  }
  return notes.join('; ');
}
