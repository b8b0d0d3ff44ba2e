import type { DiffusionOptions, SettleOptions } from '@wayfield/diffusion';
import { formatBytes, formatNumber } from '../../report/numbers.ts';
import { type Column, formatTable } from '../../report/table.ts';
import type { Terminal } from '../../report/terminal.ts';
import { describeDifference, type FieldDifference } from '../measure/compare-fields.ts';
import type { Measured } from '../measure/measure.ts';
import type { PathQuality } from '../measure/path-quality.ts';
import type { DiffusionProblem } from '../measure/problem.ts';

const BACKEND_COLUMNS: readonly Column[] = [
  { title: 'backend', align: 'left' },
  { title: 'build ms' },
  { title: 'first ms' },
  { title: 'steps' },
  { title: 'end', align: 'left' },
  { title: 'cold ms' },
  { title: 'device ms' },
  { title: 'Gcell-steps/s' },
  { title: 'warm steps' },
  { title: 'warm ms' },
  { title: 'paths ms' },
  { title: 'memory' },
  { title: 'field', align: 'left' },
];

const PATH_COLUMNS: readonly Column[] = [
  { title: 'start' },
  { title: 'nodes' },
  { title: 'length' },
  { title: 'cost' },
  { title: 'turns' },
  { title: 'A* cost' },
  { title: 'ratio' },
  { title: '', align: 'left' },
];

export interface PrintedDiffusion extends Measured {
  readonly problem: DiffusionProblem;
  readonly model: DiffusionOptions;
  readonly settle: SettleOptions;
  readonly plain: FieldDifference | undefined;
  readonly paths: readonly PathQuality[];
}

/** The map and what was computed on it, each in a line. */
export function describeRun({ problem, model, settle, settled }: PrintedDiffusion): {
  map: string;
  method: string;
} {
  const { map, goals } = problem;
  const open = map.terrain.reduce((count, t) => count + (t > 0 ? 1 : 0), 0);
  const { method, rule, precision, border } = model;
  const kind =
    method === 'distance' ? method : `${method}, ${rule}, ${precision}, border ${border}`;
  return {
    map:
      `${problem.name}: ${map.width} x ${map.height} cells, ${formatNumber(open)} open, ` +
      `${settled.unreachable} of them out of reach; ${map.neighbours} neighbours, ` +
      `${goals.length} goals`,
    method: `${kind}, ${model.layers!.length} layers, until ${settle.until}`,
  };
}

/** Prints what `wayfield-bench diffusion` measured. */
export function printDiffusion(terminal: Terminal, run: PrintedDiffusion): void {
  const { reports, skipped, plain, paths } = run;
  const { width } = run.problem.map;
  const { map, method } = describeRun(run);
  terminal.print(`\n${map}\n${method}\n`);
  terminal.print(
    formatTable(
      BACKEND_COLUMNS,
      reports.map((r, i) => [
        r.threads === undefined ? r.backend : `${r.backend} of ${r.threads}`,
        formatNumber(r.buildMs),
        formatNumber(r.firstMs),
        formatNumber(r.cold.settled.steps),
        r.cold.settled.reason,
        formatNumber(r.cold.minMs),
        r.deviceMs === undefined ? '' : formatNumber(r.deviceMs),
        r.gcellSteps === undefined ? '' : formatNumber(r.gcellSteps),
        formatNumber(r.warm.settled.steps),
        formatNumber(r.warm.minMs),
        formatNumber(r.waysMs),
        formatBytes(r.memoryBytes),
        i === 0 ? '' : describeDifference(r.difference),
      ]),
    ),
  );
  for (const { backend, reason } of skipped) terminal.print(`${backend} left out: ${reason}`);
  if (plain) terminal.print(`field of the plain program: ${describeDifference(plain)}`);
  terminal.print(
    `\n${formatTable(
      PATH_COLUMNS,
      paths.map((p) => [
        `${p.start % width},${Math.floor(p.start / width)}`,
        formatNumber(p.nodes),
        formatNumber(p.length),
        p.found ? formatNumber(p.cost) : '',
        formatNumber(p.turns),
        p.optimum === Infinity ? '' : formatNumber(p.optimum),
        p.found ? p.ratio.toFixed(3) : '',
        p.found ? '' : p.optimum === Infinity ? 'no path' : 'no path on this field, A* has one',
      ]),
    )}`,
  );
}
