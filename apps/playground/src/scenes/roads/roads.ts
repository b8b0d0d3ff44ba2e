// The scene "Roads": agents on the roads of a made-up town or of a map, and the quickest path
// between two places.
import { twinInWords } from '../../common/gpu-twin.ts';
import { type Calls, connect } from '../../common/rpc.ts';
import { latest } from '../../common/latest.ts';
import type { Value } from '../../common/settings.ts';
import { beginWith } from '../dropped.ts';
import { fitting } from '../machine.ts';
import { creditOf } from '../maps/credit.ts';
import { ROAD_FILES } from '../maps/file-kinds.ts';
import { isBelow } from '../maps/map-pointer.ts';
import { cssColour, type Theme } from '../../draw/colours.ts';
import type { Label, LegendEntry, Scene, SceneHost, SceneKind } from '../scene.ts';
import { shadeColours } from './agent-looks.ts';
import { addressOf, fetchMap, forgetMap, type RoadFile } from './extracts.ts';
import { createJourney, type Journey, type Place } from './journey.ts';
import type {
  AgentQuestion,
  Movement,
  RoadProfile,
  RouteAnswer,
  RouteKind,
  roadFunctions,
} from './network.ts';
import { createRoadPicture, type RoadPicture } from './picture.ts';
import { controls, LOAD } from './road-controls.ts';
import { LOADS, type Shading, SPEEDS, SQUARE } from './shades.ts';

/** Pixels within which a click finds a road, a click finds an end, and the pointer finds a name. */
const FINGER = 20;
const END_FINGER = 16;
const HOVER = 8;

const TOWN = 'a made-up town';

/** A dropped map. It stays until another one is dropped or chosen. */
let dropped: (RoadFile & { readonly chosen: string }) | undefined;
const mapChosen = (settings: Readonly<Record<string, Value>>): string =>
  `${settings['map']} ${settings['address']}`;

/** The map that the settings choose, if any. Adds a notice if it cannot be fetched. */
async function chosenMap(host: SceneHost): Promise<RoadFile | undefined> {
  const address = addressOf(host.settings);
  if (address === undefined) return undefined;
  try {
    return await fetchMap(address, host.signal);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    host.notice({ kind: 'error', text: `The map could not be fetched: ${text}.` });
    return undefined;
  }
}

type RoadCalls = Calls<typeof roadFunctions>;
type Network = Awaited<ReturnType<RoadCalls['begin']>>;

async function create(host: SceneHost): Promise<Scene> {
  const settings: Record<string, Value> = { ...host.settings };
  const seed = Number(settings['seed']);
  const count = fitting(host, LOAD, Number(settings['agents']), false);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof roadFunctions>(worker);
  const profile = settings['profile'] as RoadProfile;
  if (dropped && dropped.chosen !== mapChosen(settings)) dropped = undefined;
  let map = dropped ?? (await chosenMap(host));
  const forget = (): void => {
    const address = addressOf(settings);
    if (map !== dropped && address !== undefined) forgetMap(address);
    dropped = undefined;
    map = undefined;
  };

  let network: Network;
  let picture: RoadPicture;
  let traffic: Traffic;
  try {
    network = await beginWith(host, map, forget, (file) =>
      calls.begin({ profile, seed, ...(file ?? { name: TOWN }) }),
    );
    const shading = settings['shading'] as Shading;
    picture = createRoadPicture(network.looks, { count, shading });
    picture.trails(settings['trails'] === true);
    const credit = map?.credit;
    host.showEarly({ bounds: boundsOf(network), draw: picture.draw, ...(credit && { credit }) });
    traffic = createTraffic(calls, picture, {
      count,
      seed,
      shading,
      movement: settings['movement'] as Movement,
      kind: settings['routes'] as RouteKind,
      groups: Number(settings['groups']),
    });
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
    blocked: ({ pieces, nodes }) => picture.blocked(pieces, nodes),
    rerouted: () => traffic.plan(),
  });
  await journey.find();
  await traffic.drive(0);
  const named = createNaming(calls, host);
  return sceneOf({ host, settings, map, network, picture, traffic, journey, named, end });
}

const boundsOf = ({ box: [left, top, right, bottom] }: Network): Scene['bounds'] => ({
  x: left,
  y: top,
  width: Math.max(1, right - left),
  height: Math.max(1, bottom - top),
});

/** The agents: their routes and places. */
interface Traffic {
  readonly count: number;
  readonly movement: Movement;
  readonly kind: RouteKind;
  /** Places of starts and goals that were clicked. */
  readonly clicked: { starts: readonly Place[]; goals: readonly Place[] };
  readonly routes: Awaited<ReturnType<RoadCalls['agents']>>;
  readonly arrived: number;
  /** Numbers of agents that stand in a queue and that wait to set off. */
  readonly standing: number;
  readonly waiting: number;
  /** Finds the routes of all agents, and again after roads were blocked or opened. */
  plan(): Promise<void>;
  /** Drives a tick; returns the milliseconds that it took. */
  drive(seconds: number): Promise<number>;
}

function createTraffic(
  calls: RoadCalls,
  picture: RoadPicture,
  question: Omit<AgentQuestion, 'starts' | 'goals'>,
): Traffic {
  const none = { starts: new Float32Array(0), goals: new Float32Array(0) };
  let routes: Traffic['routes'] = { routes: 0, milliseconds: 0, threads: 1, ...none };
  const clicked: Traffic['clicked'] = { starts: [], goals: [] };
  let [arrived, standing, waiting] = [0, 0, 0];
  return {
    count: question.count,
    movement: question.movement,
    kind: question.kind,
    clicked,
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
      const [starts, goals] = [clicked.starts.flat(), clicked.goals.flat()];
      routes = await calls.agents({ ...question, starts, goals });
      picture.agentEnds(routes.starts, routes.goals);
    },
    async drive(seconds) {
      const answer = await calls.drive(seconds);
      picture.agents(answer.place, answer.standing, answer.shade);
      ({ arrived, waiting } = answer);
      standing = answer.standing.length / 2;
      return answer.ms;
    },
  };
}

/** The name of the road under the pointer. */
interface Naming {
  readonly label: Label | undefined;
  hover(x: number, y: number, unit: number): void;
}

function createNaming(calls: RoadCalls, host: SceneHost): Naming {
  let label: Label | undefined;
  let [atX, atY, scale] = [0, 0, 1];
  const ask = latest(
    async () => {
      const [x, y, unit] = [atX, atY, scale];
      const text = await calls.nameAt(x, y, HOVER * unit);
      const before = label;
      label =
        text === undefined
          ? undefined
          : { x: x + 12 * unit, y: y - 8 * unit, text, width: 320 * unit, isBoxed: true };
      if (before ?? label) host.redraw();
    },
    // the scene has ended meanwhile
    () => undefined,
  );
  return {
    get label() {
      return label;
    },
    hover(x, y, unit) {
      [atX, atY, scale] = [x, y, unit];
      void ask();
    },
  };
}

/** The parts of the scene. */
interface RoadParts {
  readonly host: SceneHost;
  readonly settings: Record<string, Value>;
  readonly map: RoadFile | undefined;
  readonly network: Network;
  readonly picture: RoadPicture;
  readonly traffic: Traffic;
  readonly journey: Journey;
  readonly named: Naming;
  end(): void;
}

function sceneOf(parts: RoadParts): Scene {
  const { host, settings, map, network, picture, traffic, journey, named, end } = parts;
  const mapName = map?.name ?? TOWN;
  const credit = map?.credit;
  let ticks = 0;
  return {
    bounds: boundsOf(network),
    backend: 'WebAssembly in a worker',
    ...(map && { file: map.name }),
    ...(credit && { credit }),
    set(name, value) {
      settings[name] = value;
      if (name === 'gpu') journey.askTwin();
      if (name === 'trails') picture.trails(value === true);
      if (name !== 'town') return;
      dropped = undefined;
      (host.settings as Record<string, Value>)['map'] = 'town';
      host.restart();
    },
    async tick(times) {
      ticks += times;
      return { ticks: times, ms: await traffic.drive(times * Number(settings['seconds'])) };
    },
    draw: picture.draw,
    labels: () => (named.label ? [named.label] : []),
    legend: (theme) => legendOf(theme, settings['shading'] as Shading, traffic.movement),
    list: () => ({ title: 'Turns', items: journey.answer?.turns ?? [] }),
    handles: () => picture.ends.map(([x, y], i) => ({ name: ['start', 'goal'][i], x, y })),
    pointer: pointerOf(parts),
    undo: journey.history.undo,
    redo: journey.history.redo,
    async open(file) {
      // a copy, in case the file is deleted from the disk; the worker reads the copy
      const kept = await new Response(file.stream()).blob();
      const credited = await creditOf(file.name, kept);
      dropped = { name: file.name, file: kept, credit: credited, chosen: mapChosen(settings) };
    },
    facts: () => factsOf(parts, mapName),
    work: () => ({
      ends: journey.ends.map(([x, y]) => [rounded(x), rounded(y)]),
      blocked: journey.blocked,
      ...(journey.blockedNodes.length > 0 && { nodes: journey.blockedNodes }),
      ...(traffic.kind === 'clicked' && {
        starts: traffic.clicked.starts.map((place) => place.map(rounded)),
        goals: traffic.clicked.goals.map((place) => place.map(rounded)),
      }),
    }),
    restore: (work) => restore(work, parts),
    paths: () => ({
      unit: 'degrees',
      paths: journey.answer?.path ? [journey.answer.path] : [],
      ...(credit && { attribution: credit.text }),
    }),
    state: async () => stateOf(parts, mapName, ticks),
    destroy: end,
  };
}

function legendOf(theme: Theme, shading: Shading, movement: Movement): LegendEntry[] {
  if (shading === 'plain') {
    const drive = { colours: theme.agents.map(cssColour), text: 'drive' };
    const stand = { colours: [cssColour(theme.blocked)], text: 'stand in a queue' };
    return movement === 'queue' ? [drive, stand] : [drive];
  }
  const [bounds, what] =
    shading === 'speed' ? [SPEEDS, 'km/h'] : [LOADS, `agents in a square of ${SQUARE} m`];
  return shadeColours(theme, shading).map(([tint], i) => {
    const from = i === 0 ? 0 : bounds[i - 1];
    const range = i < bounds.length ? `${from} to ${bounds[i]}` : `${from} and more`;
    return { colours: [cssColour(tint)], text: `${range} ${what}` };
  });
}

/** The pointer drags start and goal; a click sets one of them, or blocks a road. */
function pointerOf(parts: RoadParts): Scene['pointer'] {
  const { settings, picture, journey, traffic, named } = parts;
  const { ends } = journey;
  let held = -1;
  let origin: Place = ends[0];
  function click(tool: Value, x: number, y: number, unit: number): void {
    if (tool === 'block' || tool === 'node') {
      journey.toggleBlock(tool === 'block' ? 'road' : 'node', [x, y], FINGER * unit);
      return;
    }
    if (traffic.kind === 'clicked') {
      addEnd(parts, tool === 'start' ? 'starts' : 'goals', [x, y]);
      return;
    }
    const which = tool === 'start' ? 0 : 1;
    const from = ends[which];
    journey.moveEnd(which, [x, y]);
    journey.endMoved(which, from);
  }
  return ({ phase, x, y, unit }) => {
    if (phase === 'hover') {
      named.hover(x, y, unit);
      return false;
    }
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

/** Adds a start or a goal of agents; the change can be undone. */
function addEnd({ traffic, journey, host }: RoadParts, kind: 'starts' | 'goals', place: Place) {
  const before = traffic.clicked[kind];
  const after = [...before, place];
  function put(list: readonly Place[]): void {
    traffic.clicked[kind] = list;
    traffic.plan().then(
      () => host.redraw(),
      (error: unknown) => host.notice({ kind: 'error', text: String(error) }),
    );
  }
  journey.history.done({ undo: () => put(before), redo: () => put(after) });
  put(after);
}

interface RoadWork {
  readonly ends?: unknown;
  readonly blocked?: unknown;
  readonly nodes?: unknown;
  readonly starts?: unknown;
  readonly goals?: unknown;
}

/** The valid places in a list of unknown content. */
function placesIn(list: unknown): Place[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((place) => {
    const [x, y] = Array.isArray(place) ? place.map(Number) : [];
    return Number.isFinite(x) && Number.isFinite(y) ? [[x, y] satisfies Place] : [];
  });
}

const numbersIn = (list: unknown, below: number): number[] =>
  Array.isArray(list) ? list.filter((value) => isBelow(value, below)) : [];

async function restore(work: unknown, { network, journey, traffic }: RoadParts): Promise<void> {
  const { ends, blocked, nodes, starts, goals } = work as RoadWork;
  for (const [i, place] of placesIn(ends).slice(0, 2).entries()) journey.ends[i] = place;
  const [closed, closedNodes] = [
    numbersIn(blocked, network.roads),
    numbersIn(nodes, network.nodes),
  ];
  traffic.clicked.starts = placesIn(starts);
  traffic.clicked.goals = placesIn(goals);
  if (closed.length + closedNodes.length > 0) {
    await journey.block(closed, closedNodes);
    return;
  }
  await journey.find();
  if (traffic.kind === 'clicked') await traffic.plan();
}

function factsOf(
  { network, traffic, journey, map }: RoadParts,
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
    ...(traffic.kind === 'clicked'
      ? [
          [
            'Starts, goals',
            `${traffic.clicked.starts.length}, ${traffic.clicked.goals.length}`,
          ] as const,
        ]
      : []),
    ['Agents on a route', routes.routes > 0 ? (count / routes.routes).toFixed(1) : '–'],
    ['Arrived', arrived.toLocaleString('en')],
    ...(traffic.movement === 'queue'
      ? [
          ['In queues', standing.toLocaleString('en')] as const,
          ['Wait to set off', waiting.toLocaleString('en')] as const,
        ]
      : []),
    ['Map', mapName],
    ...(map?.credit ? [['Licence of the map', 'ODbL 1.0'] as const] : []),
    [
      'Junctions, roads',
      `${network.nodes.toLocaleString('en')}, ${network.roads.toLocaleString('en')}`,
    ],
  ];
}

/** Facts for tests. */
function stateOf({ network, picture, traffic, journey }: RoadParts, map: string, ticks: number) {
  const { answer, twin, routing, blocked, blockedNodes } = journey;
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
    blockedNodes,
    turns: answer?.turns,
    routes: traffic.routes.routes,
    agentStarts: Array.from(traffic.routes.starts),
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
    'between two places. Choose a map of OpenStreetMap, or drop one: .osm, .osm.gz, .osm.bz2, ' +
    '.pbf or GeoJSON.',
  controls,
  rate: 30,
  files: ROAD_FILES,
  create,
};
