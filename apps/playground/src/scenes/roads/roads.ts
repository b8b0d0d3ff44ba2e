// Agents on the roads of a town or of a map that is dropped; the quickest path between two places.
import { twinInWords } from '../../common/gpu-twin.ts';
import { type Calls, connect } from '../../common/rpc.ts';
import { ASK_GPU, type Control, type Load, SEED, type Value } from '../../common/settings.ts';
import { beginWith } from '../dropped.ts';
import { fitting } from '../machine.ts';
import { creditOf } from '../maps/credit.ts';
import { ROAD_FILES } from '../maps/file-kinds.ts';
import { isBelow } from '../maps/map-pointer.ts';
import { cssColour, type Theme } from '../../draw/colours.ts';
import type { Credit, LegendEntry, Scene, SceneHost, SceneKind } from '../scene.ts';
import { createJourney, type Journey, type Place } from './journey.ts';
import type {
  AgentQuestion,
  Movement,
  RoadProfile,
  RouteAnswer,
  roadFunctions,
} from './network.ts';
import { createRoadPicture, type RoadPicture } from './picture.ts';

const COUNTS = [0, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
/** One thread drives all agents. */
const LOAD: Load = { what: 'agents', wasm: { bytes: 40, smooth: 100_000 } };
/** Pixels within which a click finds a road, and an end. */
const FINGER = 20;
const END_FINGER = 16;

const controls: readonly Control[] = [
  {
    kind: 'choice',
    name: 'tool',
    label: 'Click to place',
    value: 'move',
    inline: true,
    options: [
      ['move', 'Nothing'],
      ['start', 'Start'],
      ['goal', 'Goal'],
      ['block', 'A block'],
    ],
    hint: 'Start and goal can always be dragged.',
  },
  {
    kind: 'range',
    name: 'agents',
    label: 'Agents',
    value: 10_000,
    min: 0,
    max: COUNTS[COUNTS.length - 1],
    steps: COUNTS,
    load: LOAD,
    again: true,
    keepsWork: true,
  },
  {
    kind: 'choice',
    name: 'movement',
    label: 'Movement',
    value: 'queue',
    inline: true,
    options: [
      ['queue', 'Queue'],
      ['ghosts', 'Ghosts'],
    ],
    hint: 'Ghosts drive through one another.',
    again: true,
    keepsWork: true,
  },
  {
    kind: 'range',
    name: 'seconds',
    label: 'Simulated time per tick',
    value: 1,
    min: 0.1,
    max: 5,
    step: 0.1,
    unit: 's',
  },
  {
    kind: 'choice',
    name: 'profile',
    label: 'Travel by',
    value: 'car',
    options: [
      ['car', 'Car'],
      ['bicycle', 'Bicycle'],
      ['foot', 'Foot'],
    ],
    again: true,
  },
  ASK_GPU,
  { kind: 'press', name: 'town', label: 'Back to the made-up town' },
  SEED,
];

const TOWN = 'a made-up town';

/** A map that was dropped: it stays until another one comes. */
let dropped: { name: string; file: Blob; credit: Credit | undefined } | undefined;

type RoadCalls = Calls<typeof roadFunctions>;
type Network = Awaited<ReturnType<RoadCalls['begin']>>;

async function create(host: SceneHost): Promise<Scene> {
  const settings: Record<string, Value> = { ...host.settings };
  const seed = Number(settings['seed']);
  const count = fitting(host, LOAD, Number(settings['agents']), false);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof roadFunctions>(worker);
  const profile = settings['profile'] as RoadProfile;
  const forget = (): void => {
    dropped = undefined;
  };

  let network: Network;
  let picture: RoadPicture;
  let traffic: Traffic;
  try {
    network = await beginWith(host, dropped, forget, (file) =>
      calls.begin({ profile, seed, ...(file ?? { name: TOWN }) }),
    );
    picture = createRoadPicture(network.looks, count);
    const movement = settings['movement'] as Movement;
    traffic = createTraffic(calls, picture, { count, seed, movement });
    await traffic.plan();
  } catch (error) {
    end();
    throw error;
  }
  const [left, top, right, bottom] = network.box;
  const at = (share: number, other: number): Place => [
    left + share * (right - left),
    top + other * (bottom - top),
  ];
  const journey = createJourney(calls, host, [at(0.2, 0.3), at(0.8, 0.7)], {
    wantsTwin: () => settings['gpu'] === true,
    found: ({ line, ends }) => picture.path(line, ends),
    blocked: ({ pieces }) => picture.blocked(pieces),
    rerouted: () => traffic.plan(),
  });
  await journey.find();
  await traffic.drive(0);
  return sceneOf({ host, settings, network, picture, traffic, journey, end });
}

/** The agents: their routes, and where they are. */
interface Traffic {
  readonly count: number;
  readonly movement: Movement;
  readonly routes: Awaited<ReturnType<RoadCalls['agents']>>;
  readonly arrived: number;
  /** Agents that stand in a queue, and those that wait to set off. */
  readonly standing: number;
  readonly waiting: number;
  /** Finds the routes of all agents, again where roads were blocked or opened. */
  plan(): Promise<void>;
  /** Drives on; gives the milliseconds that it took. */
  drive(seconds: number): Promise<number>;
}

function createTraffic(calls: RoadCalls, picture: RoadPicture, question: AgentQuestion): Traffic {
  let routes: Traffic['routes'] = { routes: 0, milliseconds: 0, threads: 1 };
  let [arrived, standing, waiting] = [0, 0, 0];
  return {
    count: question.count,
    movement: question.movement,
    get routes() {
      return routes;
    },
    get arrived() {
      return arrived;
    },
    get standing() {
      return standing;
    },
    get waiting() {
      return waiting;
    },
    async plan() {
      routes = await calls.agents(question);
    },
    async drive(seconds) {
      const answer = await calls.drive(seconds);
      picture.agents(answer.place, answer.standing);
      ({ arrived, waiting } = answer);
      standing = answer.standing.length / 2;
      return answer.ms;
    },
  };
}

/** What the scene is made of. */
interface RoadParts {
  readonly host: SceneHost;
  readonly settings: Record<string, Value>;
  readonly network: Network;
  readonly picture: RoadPicture;
  readonly traffic: Traffic;
  readonly journey: Journey;
  end(): void;
}

function sceneOf(parts: RoadParts): Scene {
  const { host, settings, network, picture, traffic, journey, end } = parts;
  const [left, top, right, bottom] = network.box;
  const mapName = dropped?.name ?? TOWN;
  const credit = dropped?.credit;
  let ticks = 0;
  return {
    bounds: {
      x: left,
      y: top,
      width: Math.max(1, right - left),
      height: Math.max(1, bottom - top),
    },
    backend: 'WebAssembly in a worker',
    ...(dropped && { file: dropped.name }),
    ...(credit && { credit }),
    set(name, value) {
      settings[name] = value;
      if (name === 'gpu') journey.askTwin();
      if (name !== 'town') return;
      dropped = undefined;
      host.restart();
    },
    async tick(times) {
      ticks += times;
      return { ticks: times, ms: await traffic.drive(times * Number(settings['seconds'])) };
    },
    draw: picture.draw,
    ...(traffic.movement === 'queue' && { legend: legendOf }),
    handles: () => picture.ends.map(([x, y], i) => ({ name: ['start', 'goal'][i], x, y })),
    pointer: pointerOf(parts),
    undo: journey.history.undo,
    redo: journey.history.redo,
    async open(file) {
      // a copy, should the file go from the disk; the worker reads it
      const kept = await new Response(file.stream()).blob();
      dropped = { name: file.name, file: kept, credit: await creditOf(file.name, kept) };
    },
    facts: () => factsOf(parts, mapName),
    work: () => ({
      ends: journey.ends.map(([x, y]) => [rounded(x), rounded(y)]),
      blocked: journey.blocked,
    }),
    restore: (work) => restore(work, network, journey),
    paths: () => ({
      unit: 'degrees',
      paths: journey.answer?.path ? [journey.answer.path] : [],
      ...(credit && { attribution: credit.text }),
    }),
    state: async () => stateOf(parts, mapName, ticks),
    destroy: end,
  };
}

const legendOf = (theme: Theme): readonly LegendEntry[] => [
  { colours: theme.agents.map(cssColour), text: 'drive' },
  { colours: [cssColour(theme.blocked)], text: 'stand in a queue' },
];

/** The pointer drags start and goal; a click sets one of them, or blocks a road. */
function pointerOf({ settings, picture, journey }: RoadParts): Scene['pointer'] {
  const { ends } = journey;
  let held = -1;
  let origin: Place = ends[0];
  function click(tool: Value, x: number, y: number, unit: number): void {
    if (tool === 'block') {
      journey.toggleBlock(x, y, FINGER * unit);
      return;
    }
    const which = tool === 'start' ? 0 : 1;
    const from = ends[which];
    journey.moveEnd(which, [x, y]);
    journey.endMoved(which, from);
  }
  return ({ phase, x, y, unit }) => {
    if (phase === 'down') {
      const near = END_FINGER * unit;
      held = picture.ends.findIndex(([endX, endY]) => Math.hypot(endX - x, endY - y) < near);
      if (held >= 0) origin = ends[held];
    }
    if (held >= 0) {
      if (phase === 'move') journey.moveEnd(held, [x, y]);
      if (phase === 'up') {
        journey.endMoved(held, origin);
        held = -1;
      }
      return true;
    }
    if (settings['tool'] === 'move') return false;
    if (phase === 'down') click(settings['tool'], x, y, unit);
    return true;
  };
}

async function restore(work: unknown, network: Network, journey: Journey): Promise<void> {
  const { ends, blocked } = work as { ends?: unknown; blocked?: unknown };
  for (const [i, place] of Array.isArray(ends) ? ends.entries() : []) {
    const [x, y] = Array.isArray(place) ? place.map(Number) : [];
    if (i < 2 && Number.isFinite(x) && Number.isFinite(y)) journey.ends[i] = [x, y];
  }
  const roads = Array.isArray(blocked)
    ? blocked.filter((road) => isBelow(road, network.roads))
    : [];
  await (roads.length > 0 ? journey.block(roads) : journey.find());
}

function factsOf(
  { network, traffic, journey }: RoadParts,
  mapName: string,
): (readonly [label: string, value: string])[] {
  const { answer, twin } = journey;
  const { routes, count, arrived, standing, waiting } = traffic;
  const threads = routes.threads > 1 ? `, ${routes.threads} threads` : '';
  return [
    ['Path', answer && Number.isFinite(answer.seconds) ? inWords(answer) : 'none'],
    ['Searched in', answer ? `${answer.milliseconds.toFixed(2)} ms` : '–'],
    ...(twin ? [['On WebGPU', twinInWords(twin)] as const] : []),
    ['Agents', count.toLocaleString('en')],
    [
      'Their routes',
      `${routes.routes.toLocaleString('en')} in ${routes.milliseconds.toFixed(0)} ms${threads}`,
    ],
    ['Arrived', arrived.toLocaleString('en')],
    ...(traffic.movement === 'queue'
      ? [
          ['In queues', standing.toLocaleString('en')] as const,
          ['Wait to set off', waiting.toLocaleString('en')] as const,
        ]
      : []),
    ['Map', mapName],
    [
      'Junctions, roads',
      `${network.nodes.toLocaleString('en')}, ${network.roads.toLocaleString('en')}`,
    ],
  ];
}

/** Facts for tests. */
function stateOf({ network, picture, traffic, journey }: RoadParts, map: string, ticks: number) {
  const { answer, twin, routing, blocked } = journey;
  return {
    ticks,
    map,
    nodes: network.nodes,
    roads: network.roads,
    routing,
    twin,
    seconds: answer?.seconds,
    metres: answer?.metres,
    names: answer?.names,
    ends: picture.ends.map((place) => Array.from(place)),
    blocked,
    arrived: traffic.arrived,
    standing: traffic.standing,
    places: Array.from(picture.places.subarray(0, 200)),
  };
}

/** To a tenth of a metre. */
const rounded = (metres: number): number => Math.round(10 * metres) / 10;

const inWords = ({ metres, seconds }: RouteAnswer): string =>
  `${(metres / 1000).toFixed(1)} km in ${Math.floor(seconds / 60)} min ` +
  `${Math.round(seconds % 60)} s`;

export const ROADS: SceneKind = {
  summary:
    'Agents drive to random goals and queue where roads are full, and you find the quickest path ' +
    'between two places. Drop a map of OpenStreetMap: .osm, .osm.gz, .osm.bz2, .pbf or GeoJSON.',
  controls,
  rate: 30,
  files: ROAD_FILES,
  create,
};
