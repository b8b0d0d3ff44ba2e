import { reportRule } from '../arguments.ts';
import type { ProblemReport, Report, SolverReport } from './report.ts';

type Cell = string | number | null | undefined;

const COLUMNS: readonly [string, (problem: ProblemReport, solver: SolverReport) => Cell][] = [
  ['problem', (p) => p.name],
  ['kind', (p) => p.kind],
  ['nodes', (p) => p.nodeCount],
  ['solver', (_, s) => s.name],
  ['group', (_, s) => s.group],
  ['rule', (_, s) => s.rule],
  ['threads', (_, s) => s.threads],
  ['queries', (_, s) => s.queries],
  ['build_ms', (_, s) => s.buildMs],
  ['min_ms', (_, s) => s.queryMs?.min],
  ['median_ms', (_, s) => s.queryMs?.median],
  ['p95_ms', (_, s) => s.queryMs?.p95],
  ['p99_ms', (_, s) => s.queryMs?.p99],
  ['max_ms', (_, s) => s.queryMs?.max],
  ['mean_ms', (_, s) => s.queryMs?.mean],
  ['queries_per_second', (_, s) => s.queriesPerSecond],
  ['settled', (_, s) => s.settled],
  ['memory_bytes', (_, s) => s.memoryBytes],
  ['shared_bytes', (_, s) => s.sharedBytes],
  ['optimal', (_, s) => s.optimal],
  ['worst_ratio', (_, s) => s.worstRatio],
];

/** A report as CSV (RFC 4180, LF): a line of names, then a line per problem and solver. */
export function formatCsv(report: Pick<Report, 'problems'>): string {
  reportRule(report, 'report');
  const lines = [COLUMNS.map(([name]) => name).join(',')];
  for (const problem of report.problems) {
    for (const solver of problem.solvers) {
      lines.push(COLUMNS.map(([, read]) => quote(read(problem, solver))).join(','));
    }
  }
  return lines.join('\n') + '\n';
}

function quote(cell: Cell): string {
  const text = cell === null || cell === undefined ? '' : String(cell);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
