// Converts the reports of other commands (`--json`, `wayfield-bench/1`) to the format that pages
// and documents are made from.
import type { ProblemReport, Report, SolverReport } from '../report.ts';
import { finishExperiment } from './finish-experiment.ts';
import { figure, finite, label, listTable, slug } from './list-table.ts';
import { type Results, RESULTS_SCHEMA, type Table } from './results.ts';

/** The tables that another program than `wayfield-bench` adds. */
export interface OwnTables {
  readonly program: string;
  readonly title: string;
  tables(command: string): readonly Table[];
}

/**
 * A report as results with one experiment, named like its command. Its figures have no samples, so
 * nothing is known about their noise. No column has a better side, and `compare` skips them all.
 */
export function resultsOfReport(report: Report, own?: OwnTables): Results {
  const { program = 'wayfield-bench' } = own ?? {};
  const { machine, packages, commit, started, seconds, command, compared, differed } = report;
  const line = `${program} ${command.join(' ')}`.trim();
  const [asked = 'tour'] = command;
  const name = asked.startsWith('-') ? 'tour' : asked;
  const [first] = report.differences;
  const example =
    first && `${first.solver} on ${first.problem}, query ${first.query}: ${first.what}`;
  const tables = [
    ...(own?.tables(line) ?? []),
    ...report.problems.map((problem) => problemTable(problem, line)),
    ...runTables(report, line),
  ].filter(({ rows }) => rows.length > 0);
  const experiment = finishExperiment({
    name,
    title: own?.title ?? `${program} ${name}`,
    text: '',
    command: line,
    seconds,
    checks: [
      {
        what: 'all answers',
        against: 'the reference, certificates, published figures and other solvers',
        compared,
        differed,
        ...(example !== undefined && { first: example }),
      },
    ],
    tables,
  });
  const about = { schema: RESULTS_SCHEMA, command, started, seconds, machine } as const;
  return { ...about, packages, commit, experiments: [experiment] };
}

function problemTable(problem: ProblemReport, command: string): Table {
  const { name, description, queries, found, nodeCount, solvers } = problem;
  const title =
    `${name}: ${description}; ${nodeCount.toLocaleString('en-US')} nodes, ${queries} ` +
    `queries, ${found} with a path`;
  const micro = (read: (ms: NonNullable<SolverReport['queryMs']>) => number) => (s: SolverReport) =>
    s.queryMs && 1000 * read(s.queryMs);
  return listTable({ id: slug(name), title, command }, solvers, [
    [label('solver', 'solver'), (s) => s.name],
    [figure('optimal', 'optimal', 'answers'), (s) => `${s.optimal} of ${s.queries}`],
    [figure('build', 'build', 'ms'), (s) => s.buildMs],
    [figure('min', 'least', 'µs'), micro((ms) => ms.min)],
    [figure('median', 'median', 'µs'), micro((ms) => ms.median)],
    [figure('p95', 'p95', 'µs'), micro((ms) => ms.p95)],
    [figure('mean', 'mean', 'µs'), micro((ms) => ms.mean)],
    [figure('rate', 'in one call', 'queries/s'), (s) => s.queriesPerSecond],
    [{ ...figure('settled', 'settled', 'nodes'), kind: 'count' }, (s) => s.settled],
    [figure('memory', 'memory', 'bytes'), (s) => s.memoryBytes],
    [figure('rule', 'remark'), (s) => s.rule],
  ]);
}

function runTables(report: Report, command: string): Table[] {
  const { gpuRuns = [], collisionRuns = [], modelRuns = [], agentRuns = [] } = report;
  return [
    listTable({ id: 'gpu', title: 'The GPU beside the CPU', command }, gpuRuns, [
      [label('name', 'what'), (r) => r.name],
      [figure('create', 'create', 'ms'), (r) => r.createMs],
      [figure('first', 'first call', 'ms'), (r) => finite(r.cold.wall)],
      [figure('wall', 'wall', 'ms'), (r) => finite(r.warm.wall)],
      [figure('device', 'device', 'ms'), (r) => finite(r.warm.device)],
      [figure('cpu', 'CPU', 'ms'), (r) => finite(r.cpuMs)],
    ]),
    listTable(
      { id: 'crowds', title: 'A step: all bodies moved, all pairs', command },
      collisionRuns,
      [
        [label('test', 'test'), (r) => r.test],
        [label('bodies', 'bodies'), (r) => r.bodies],
        [
          label('program', 'program'),
          (r) => (r.threads > 1 ? `${r.program} x${r.threads}` : r.program),
        ],
        [figure('pairs', 'pairs'), (r) => r.pairs],
        [figure('min', 'least', 'ms'), (r) => r.stepMs.min],
        [figure('median', 'median', 'ms'), (r) => r.stepMs.median],
        [figure('p95', 'p95', 'ms'), (r) => r.stepMs.p95],
        [
          figure('faults', 'missed, twice, wrong'),
          (r) => `${r.missed}, ${r.duplicates}, ${r.wrong}`,
        ],
      ],
    ),
    listTable({ id: 'model', title: 'Antelopes and Lions', command }, modelRuns, [
      [label('agents', 'agents'), (r) => r.agents],
      [label('backend', 'backend'), (r) => r.backend],
      [figure('tick', 'tick, mean', 'ms'), (r) => r.tickMs.mean],
      [figure('commit', 'commit, mean', 'ms'), (r) => r.commitMs.mean],
      [figure('differing', 'worlds that differ'), (r) => r.differing],
    ]),
    listTable({ id: 'agents', title: 'Agents on roads', command }, agentRuns, [
      [label('map', 'map'), (r) => r.map],
      [label('routes', 'routes'), (r) => r.routes],
      [label('agents', 'agents'), (r) => r.agents],
      [label('solver', 'solver'), (r) => r.solver],
      [figure('total', 'all agents, median', 'ms'), (r) => r.totalMs.median],
      [figure('each', 'an agent', 'ms'), (r) => r.msPerAgent],
      [figure('nodes', 'nodes of a path'), (r) => r.meanNodes],
      [figure('zero', 'without a path', '%'), (r) => 100 * r.zeroShare],
    ]),
  ];
}
