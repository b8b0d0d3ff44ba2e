// The facts about the answers, for the panel, for files and for tests.
import type { ScenePaths } from '../scene.ts';
import type { MeshChange } from './model.ts';
import type { MeshShapes } from './picture.ts';
import type { MeshAnswer, SolverName } from './solvers.ts';

const TITLES: Readonly<Record<SolverName, string>> = {
  polyanya: 'Polyanya',
  'tra*': 'TRA*',
  'ta*': 'TA*',
  first: 'TRA*, first path',
  disc: 'Disc',
};

const WORDS: Readonly<Record<string, string>> = {
  NO_PATH: 'no path',
  SOURCE_BLOCKED: 'no room at the start',
  TARGET_BLOCKED: 'no room at the goal',
};

const titleOf = ({ solver }: MeshAnswer, radius: number): string =>
  solver === 'disc' ? `Disc, radius ${radius.toPrecision(3)}` : TITLES[solver];

const inMs = (ms: number): string =>
  ms < 1 ? `${(1000 * ms).toFixed(ms < 0.01 ? 1 : 0)} µs` : `${ms.toFixed(2)} ms`;

const grouped = (count: number): string => count.toLocaleString('en');

/** Length and time of an answer; for 'first', also how much longer it is than the shortest path. */
function found({ solver, status, cost, microseconds }: MeshAnswer, shortest = cost): string {
  if (!Number.isFinite(cost)) return WORDS[status] ?? status;
  const longer = solver === 'first' && cost > shortest * (1 + 1e-9);
  const more = longer ? ` (+${(100 * (cost / shortest - 1)).toFixed(1)} %)` : '';
  return `${cost.toFixed(3)}${more} in ${inMs(microseconds / 1000)}`;
}

/** What the facts describe. */
export interface MeshFacts {
  readonly answers: readonly MeshAnswer[];
  readonly radius: number;
  /** Length of the shortest path through the sleeve. */
  readonly funnelLength: number | undefined;
  readonly shapes: MeshShapes;
  readonly obstacles: number;
  readonly change: MeshChange | undefined;
  readonly prepareMs: number;
  readonly file: string | undefined;
}

export function factsOf(of: MeshFacts): [label: string, value: string][] {
  const { answers, radius, funnelLength, shapes, change } = of;
  const shortest = answers.find(({ solver }) => solver === 'tra*')?.cost;
  const rows: [string, string][] = answers.map((answer) => [
    titleOf(answer, radius),
    found(answer, shortest),
  ]);
  rows.push(
    ['Through the sleeve', funnelLength === undefined ? '–' : funnelLength.toFixed(3)],
    ['Free triangles', grouped(shapes.triangleCount)],
    [
      'Decision points, corridors',
      `${grouped(shapes.nodeCount)}, ${grouped(shapes.corridorCount)}`,
    ],
    ['Obstacles', grouped(of.obstacles)],
  );
  if (change)
    rows.push(
      ['Triangles rebuilt', grouped(change.touched)],
      ['Mesh, levels', `${inMs(change.meshMs)}, ${inMs(change.reductionMs)}`],
      ['Polyanya follows in', inMs(change.polyanyaMs)],
    );
  rows.push(['Other searches built in', inMs(of.prepareMs)], ['Map', of.file ?? 'made up']);
  return rows;
}

export const pathsOf = (answers: readonly MeshAnswer[], radius: number): ScenePaths => ({
  unit: 'units of the map',
  paths: answers.map((answer) => ({
    name: titleOf(answer, radius),
    kind: 'line',
    coordinates: Array.from({ length: answer.path.length / 2 }, (_, i) =>
      answer.path.slice(2 * i, 2 * i + 2),
    ),
    properties: { length: Number.isFinite(answer.cost) ? answer.cost : null },
  })),
});
