// The facts about the answers, for the panel and for files.
import { type TwinAnswer, twinInWords } from '../../common/gpu-twin.ts';
import type { ScenePaths } from '../scene.ts';
import type { Answer } from './search.ts';

export const TITLES = { dijkstra: 'Dijkstra', astar: 'A*', greedy: 'Greedy', jps: 'Jump points' };

export const timeInWords = (microseconds: number): string =>
  microseconds < 1000 ? `${microseconds.toFixed(0)} µs` : `${(microseconds / 1000).toFixed(2)} ms`;

export const factsOf = (
  answers: readonly Answer[],
  twin: TwinAnswer | undefined,
  map: string,
): [label: string, value: string][] => [
  ...answers.map(({ algorithm, cost, microseconds }): [string, string] => [
    TITLES[algorithm],
    Number.isFinite(cost) ? `${cost.toFixed(2)} in ${timeInWords(microseconds)}` : 'no path',
  ]),
  ...(twin ? [['A* on WebGPU', twinInWords(twin)] as [string, string]] : []),
  ['Map', map],
];

export const pathsOf = (answers: readonly Answer[], width: number): ScenePaths => ({
  unit: 'cells',
  paths: answers
    .filter(({ path }) => path.length > 0)
    .map(({ algorithm, cost, path }) => ({
      name: TITLES[algorithm],
      kind: 'line' as const,
      coordinates: Array.from(path, (cell) => [cell % width, Math.floor(cell / width)]),
      properties: { cost },
    })),
});
