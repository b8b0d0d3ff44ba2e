// The worlds of the scene, from scenario files of the study or from settings.
import { buildGrid, buildQueries } from '@wayfield/graph';
import { type AgentScenario, parseAgentScenario } from '@wayfield/graph/formats';
import { random } from '@wayfield/graph/generators';
import type { Settings } from '../../common/settings.ts';

/** The letters of the study's format. */
export const COLOURS: Readonly<Record<string, string>> = {
  w: '#ffffff',
  r: '#ff0000',
  g: '#00ff00',
  b: '#0000ff',
  y: '#ffff00',
  t: '#00ffff',
  m: '#ff00ff',
};
const LETTERS = Object.keys(COLOURS);

export const EXAMPLE = `TEST SCENARIO
9x9
r...x...g
.........
..xx.xx..
w...x...t
....x....
.m..x....
..xx.xx..
.........
b...x...y

dest=8,8
dest=0,8
dest=8,3
dest=0,3
dest=7,5
dest=8,0
dest=0,0
`;

/** Share of the cells that are crates, in worlds with crates. */
const CRATES = 0.2;

/** `text`: a scenario file. */
export function worldOf(settings: Settings, text?: string): AgentScenario {
  const rules = { neighbours: neighboursOf(settings), corners: 'never' } as const;
  const world = settings['world'];
  const once =
    text !== undefined
      ? parseAgentScenario(text, rules)
      : world === 'example'
        ? parseAgentScenario(EXAMPLE, rules)
        : randomWorld(settings);
  return multiply(once, Number(settings['multiplier']));
}

export const neighboursOf = (settings: Settings): 4 | 8 => (settings['moves'] === '4' ? 4 : 8);

/** A world like those of the study: a square with agents anywhere, and crates if asked for. */
function randomWorld(settings: Settings): AgentScenario {
  const [side, count, seed] = ['side', 'agents', 'seed'].map((name) => Number(settings[name]));
  const next = random(seed);
  const share = settings['world'] === 'crates' ? CRATES : 0;
  const cost = Float32Array.from({ length: side * side }, () => (next() < share ? 0 : 1));
  const open = Uint32Array.from(cost.keys()).filter((cell) => cost[cell] > 0);
  const drawn = Array.from({ length: count }, () => [
    open[next(open.length)],
    open[next(open.length)],
  ]).sort(([a], [b]) => a - b);
  return {
    name: `Random world with seed ${seed} and size ${side}x${side}`,
    grid: buildGrid({ width: side, height: side, cost, neighbours: neighboursOf(settings) }),
    queries: buildQueries({
      source: Uint32Array.from(drawn, ([start]) => start),
      target: Uint32Array.from(drawn, ([, goal]) => goal),
    }),
    colours: Array.from({ length: count }, (_, i) => LETTERS[i % LETTERS.length]).join(''),
  };
}

/** Each agent `times` times, with the same start and goal. */
function multiply(once: AgentScenario, times: number): AgentScenario {
  if (times === 1) return once;
  const { source, target } = once.queries;
  const repeat = (cells: Uint32Array): Uint32Array =>
    Uint32Array.from({ length: cells.length * times }, (_, i) => cells[Math.floor(i / times)]);
  return {
    ...once,
    queries: buildQueries({ source: repeat(source), target: repeat(target) }),
    colours: [...once.colours].map((letter) => letter.repeat(times)).join(''),
  };
}
