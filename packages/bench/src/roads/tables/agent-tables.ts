import { formatNumber } from '../../report/numbers.ts';
import type { AgentRunReport } from '../../report/report.ts';
import { type Column, formatTable } from '../../report/table.ts';
import { comparableMap, fastestOf, type StudySet } from '../study/study-figures.ts';

const PATH_COLUMNS: readonly Column[] = [
  { title: 'map', align: 'left' },
  { title: 'nodes' },
  { title: 'arcs' },
  { title: 'routes', align: 'left' },
  { title: 'mean path' },
  { title: 'zero paths' },
  { title: 'mean without these' },
  { title: 'mean cost' },
  { title: 'the study, nodes', align: 'left' },
  { title: 'mean path' },
  { title: 'zero paths' },
];
const TIME_COLUMNS: readonly Column[] = [
  { title: 'agents' },
  { title: 'solver', align: 'left' },
  { title: 'median ms' },
  { title: 'least' },
  { title: 'mean' },
  { title: 'ms per agent' },
  { title: 'agents/s' },
  { title: 'the study' },
  { title: 'times as fast' },
  { title: '', align: 'left' },
];

/**
 * The study's table 5.1 for the largest run of each set of routes: lengths of paths and share of
 * routes without a path.
 */
export function formatPathTable(runs: readonly AgentRunReport[]): string {
  const largest = new Map<string, AgentRunReport>();
  for (const run of runs) {
    const key = `${run.map} ${run.routes}`;
    if (run.agents >= (largest.get(key)?.agents ?? 0)) largest.set(key, run);
  }
  const rows = [...largest.values()].map((run) => {
    const study = comparableMap(run.nodeCount);
    const set = studySet(run);
    return [
      run.map,
      formatNumber(run.nodeCount),
      formatNumber(run.arcCount),
      run.routes,
      formatNumber(run.meanNodes),
      share(run.zeroShare),
      formatNumber(run.meanFoundNodes),
      formatNumber(run.meanCost),
      set ? `${study.name}, ${formatNumber(study.nodes)}` : '',
      set ? formatNumber(set.meanPath) : '',
      set ? share(set.zeroShare) : '',
    ];
  });
  return formatTable(PATH_COLUMNS, rows);
}

/**
 * A table of the study's appendix: time by number of agents, beside the study's fastest device at
 * comparable size.
 */
export function formatTimeTable(runs: readonly AgentRunReport[]): string {
  const rows = runs.map((run) => {
    const set = studySet(run);
    const study = set && fastestOf(set, run.agents);
    return [
      formatNumber(run.agents),
      run.solver,
      formatNumber(run.totalMs.median),
      formatNumber(run.totalMs.min),
      formatNumber(run.totalMs.mean),
      formatNumber(run.msPerAgent),
      formatNumber(Math.round(1000 / run.msPerAgent)),
      study ? formatNumber(study.msPerAgent) : '',
      study ? formatNumber(study.msPerAgent / run.msPerAgent) : '',
      study ? `${study.device}${study.agents < run.agents ? `, at ${study.agents}` : ''}` : '',
    ];
  });
  return formatTable(TIME_COLUMNS, rows);
}

/** The study's figures to compare with; empty for routes set by hand. */
function studySet(run: AgentRunReport): StudySet | undefined {
  if (run.routes !== 'random' && run.routes !== 'classified') return undefined;
  return comparableMap(run.nodeCount)[run.routes];
}

function share(of: number): string {
  return `${formatNumber(Number((100 * of).toFixed(2)))} %`;
}
