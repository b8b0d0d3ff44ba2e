// The scene "A search per agent", after Denner's study: every agent walks to its own goal by a
// search of its own.
import { connect } from '../../common/rpc.ts';
import { type Control, type Load, SEED, type Settings } from '../../common/settings.ts';
import { cssColour } from '../../draw/colours.ts';
import type { AgentScenario } from '@wayfield/graph/formats';
import { beginWith } from '../dropped.ts';
import { fitting } from '../machine.ts';
import type { Scene, SceneHost, SceneKind } from '../scene.ts';
import type { AgentReport, agentFunctions } from './agent-functions.ts';
import { type AgentPicture, createAgentPicture } from './picture.ts';
import { type Search, SEARCHES, type Technology } from './planner.ts';
import type { AgentView } from './view-3d.ts';
import { COLOURS, neighboursOf, worldOf } from './worlds.ts';

// agents, sides and multipliers of the study's scenarios S0 to S9
const COUNTS = [7, 12, 48, 192, 768, 3072, 12_288, 49_152, 196_608, 393_216, 786_432];
const SIDES = [6, 8, 12, 16, 22, 26, 30, 64, 128, 256];
const MULTIPLIERS = [1, 12, 48, 192, 768];
const LOAD: Load = { what: 'agents', wasm: { bytes: 400, smooth: 100_000 } };

const controls: readonly Control[] = [
  {
    kind: 'choice',
    name: 'technology',
    label: 'Searches by',
    value: 'CPU',
    inline: true,
    options: [
      ['CPU', 'CPU'],
      ['GPU', 'GPU'],
    ],
    needs: { GPU: 'webgpu' },
    hint: 'CPU is WebAssembly, GPU is WebGPU.',
    again: true,
  },
  {
    kind: 'choice',
    name: 'algorithm',
    label: 'Algorithm',
    value: 'astar',
    options: SEARCHES,
    hint: 'BFS is the study’s greedy best-first search.',
    again: true,
  },
  {
    kind: 'choice',
    name: 'view',
    label: 'View',
    value: '2d',
    inline: true,
    options: [
      ['2d', 'From above'],
      ['3d', '3-D'],
    ],
    again: true,
  },
  {
    kind: 'choice',
    name: 'plan',
    label: 'Search',
    value: 'once',
    options: [
      ['once', 'Once, then walk'],
      ['step', 'Before every step, as the study'],
    ],
    again: true,
  },
  {
    kind: 'choice',
    name: 'world',
    label: 'World',
    value: 'example',
    options: [
      ['example', 'Example, 9 × 9'],
      ['open', 'Random, open, as the study'],
      ['crates', 'Random, with crates'],
    ],
    again: true,
  },
  {
    kind: 'range',
    name: 'agents',
    label: 'Agents',
    value: 768,
    min: COUNTS[0],
    max: COUNTS[COUNTS.length - 1],
    steps: COUNTS,
    load: LOAD,
    hint: 'Of random worlds.',
    again: true,
  },
  {
    kind: 'range',
    name: 'side',
    label: 'Side',
    value: 30,
    min: SIDES[0],
    max: SIDES[SIDES.length - 1],
    steps: SIDES,
    unit: 'cells',
    again: true,
  },
  {
    kind: 'range',
    name: 'multiplier',
    label: 'Each agent, times',
    value: 1,
    min: 1,
    max: MULTIPLIERS[MULTIPLIERS.length - 1],
    steps: MULTIPLIERS,
    again: true,
  },
  {
    kind: 'choice',
    name: 'moves',
    label: 'Neighbours',
    value: '8',
    inline: true,
    options: [
      ['4', '4'],
      ['8', '8'],
    ],
    again: true,
  },
  SEED,
];

/** A scenario that was dropped: shown until another world is chosen. */
let dropped: { readonly name: string; readonly text: string; readonly world: string } | undefined;

const worldChosen = ({ world, agents, side, seed }: Settings): string =>
  [world, agents, side, seed].join();

async function create(host: SceneHost): Promise<Scene> {
  const { settings } = host;
  if (dropped && dropped.world !== worldChosen(settings)) dropped = undefined;
  const asked = settings['world'] === 'example' ? 7 : Number(settings['agents']);
  const most = fitting(host, LOAD, asked * Number(settings['multiplier']), false);
  const agents = Math.max(1, Math.floor(most / Number(settings['multiplier'])));
  const forget = (): void => {
    dropped = undefined;
  };
  const scenario = await beginWith(host, dropped, forget, async (file) =>
    worldOf({ ...settings, agents }, file?.text),
  );
  const picture = createAgentPicture(scenario);
  host.showEarly({ bounds: boundsOf(scenario), draw: picture.draw });
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const connection = connect<typeof agentFunctions>(worker);
  try {
    const { grid, queries } = scenario;
    const { technology, backend, report } = await connection.calls.begin({
      width: grid.width,
      height: grid.height,
      cost: Float32Array.from(grid.cost),
      neighbours: neighboursOf(settings),
      source: queries.source,
      target: queries.target,
      technology: settings['technology'] as Technology,
      algorithm: settings['algorithm'] as Search,
      replans: settings['plan'] === 'step',
    });
    const view = settings['view'] === '3d' ? await open3d(host, scenario) : undefined;
    return sceneOf(
      { settings, scenario, picture, technology, backend, view, ...connection },
      report,
    );
  } catch (error) {
    connection.end();
    throw error;
  }
}

const boundsOf = ({ grid: { width, height } }: AgentScenario): Scene['bounds'] => ({
  x: 0,
  y: 0,
  width,
  height,
});

/** The 3-D view; undefined, with a notice, if this browser cannot show it. */
async function open3d(host: SceneHost, scenario: AgentScenario): Promise<AgentView | undefined> {
  try {
    const { createAgentView } = await import('./view-3d.ts');
    return createAgentView(scenario);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    host.notice({ kind: 'warning', text: `This browser draws no 3-D here: ${reason}` });
    return undefined;
  }
}

interface AgentParts extends ReturnType<typeof connect<typeof agentFunctions>> {
  readonly settings: Settings;
  readonly scenario: AgentScenario;
  readonly picture: AgentPicture;
  readonly technology: Technology;
  readonly backend: string;
  readonly view: AgentView | undefined;
}

function sceneOf(parts: AgentParts, first: AgentReport): Scene {
  const { scenario, picture, backend, view, calls, end } = parts;
  const { width } = scenario.grid;
  let report = first;
  let ticks = 0;
  return {
    bounds: boundsOf(scenario),
    backend,
    ...(dropped && { file: dropped.name }),
    ...(view && { view: view.root, key: view.key }),
    set() {},
    async tick(count) {
      // one step at a time, so that a person sees agents walk
      const { ms, ...now } = await calls.step(1);
      report = now;
      ticks++;
      picture.moved(now.cell);
      view?.moved(now.cell);
      return { ticks: Math.min(1, count), ms };
    },
    draw: picture.draw,
    legend: ({ wall }) => [
      ...Object.values(COLOURS)
        .filter((_, i) => scenario.colours.includes(Object.keys(COLOURS)[i]))
        .map((hex) => ({ colours: [hex], text: 'agent; a ring is its goal' }))
        .reduce<{ colours: string[]; text: string }[]>(
          ([all], { colours, text }) => [{ colours: [...(all?.colours ?? []), ...colours], text }],
          [],
        ),
      ...(scenario.grid.cost.includes(0)
        ? [{ colours: [view ? '#a8814f' : cssColour(wall)], text: 'crate' }]
        : []),
    ],
    pointer: () => false,
    async open(file) {
      const text = await file.text();
      worldOf(parts.settings, text);
      dropped = { name: file.name, text, world: worldChosen(parts.settings) };
    },
    facts: () => factsOf(parts, report),
    work: () => null,
    paths: () => ({
      unit: 'cells',
      paths: [
        {
          name: 'agents',
          kind: 'points',
          coordinates: Array.from(report.cell, (cell) => [cell % width, Math.floor(cell / width)]),
        },
      ],
    }),
    state: async () => ({
      ticks,
      name: scenario.name,
      agents: scenario.queries.count,
      cells: Array.from(report.cell.subarray(0, 1000)),
      goals: Array.from(scenario.queries.target.subarray(0, 1000)),
      pass: report.pass,
      launch: report.launch,
      passes: report.passes,
      planned: report.planned,
      arrived: report.arrived,
      ...(view && { shown: coloursOf(view) }),
    }),
    destroy() {
      view?.destroy();
      end();
    },
  };
}

/** How many different colours the 3-D picture has, in steps of 32. */
function coloursOf(view: AgentView): number {
  const { data } = view.pixels();
  const seen = new Set<number>();
  for (let at = 0; at < data.length; at += 4) {
    seen.add(((data[at] >> 5) << 6) | ((data[at + 1] >> 5) << 3) | (data[at + 2] >> 5));
  }
  return seen.size;
}

const grouped = (count: number): string => count.toLocaleString('en');
const inMs = (ms: number): string => `${ms.toFixed(3)} ms`;

/** The launch, as the window and the CSV of the study show it. */
function launchInWords([threads, blocks, launches]: NonNullable<AgentReport['launch']>): string {
  if (blocks === undefined || launches === undefined) {
    return threads === 1 ? '1 thread' : `${grouped(threads)} threads`;
  }
  const times = launches === 1 ? '1 launch' : `${grouped(launches)} launches`;
  return `${grouped(threads)} threads × ${grouped(blocks)} blocks, ${times}`;
}

function factsOf(
  { scenario, technology, settings }: AgentParts,
  { pass, launch, passes, planned, arrived, noPath }: AgentReport,
): (readonly [label: string, value: string])[] {
  const { grid, queries, name } = scenario;
  const search = SEARCHES.find(([one]) => one === settings['algorithm'])?.[1] ?? '';
  return [
    ['Scenario', name],
    ['World size', `${grid.width} × ${grid.height}`],
    ['Agents', grouped(queries.count)],
    ['At their goals', grouped(arrived)],
    ...(noPath > 0 ? [['Without a path', grouped(noPath)] as const] : []),
    ['Algorithm', `${technology}-${search}`],
    ['Calculations', grouped(passes)],
    ['Agents calculated', grouped(planned)],
    ...(launch ? [['Launched', launchInWords(launch)] as const] : []),
    ['Init', inMs(pass.init)],
    ['Run', inMs(pass.run)],
    ['DeInit', inMs(pass.deInit)],
  ];
}

export const AGENTS: SceneKind = {
  summary:
    'Every agent walks to a goal of its own by a search of its own, and through the others. Drop ' +
    'a scenario file of the study (.txt): a name, the size, rows, and dest=x,y for each agent.',
  controls,
  rate: 4,
  files: ['.txt', '.scenario'],
  create,
};
