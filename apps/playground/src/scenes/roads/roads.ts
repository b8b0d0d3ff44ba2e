// Agents on the roads of a town or of a map that is dropped; the quickest way between two places.
import { type Theme, themeOf } from '../../draw/colours.ts';
import type { Lines, PointAgents, Surface } from '../../draw/surface.ts';
import { ASK_GPU, type Control, SEED, type Value } from '../../shell/settings.ts';
import { type TwinAnswer, twinInWords } from '../../worker/gpu-twin.ts';
import { latest } from '../../worker/latest.ts';
import { connect } from '../../worker/rpc.ts';
import { createHistory } from '../history.ts';
import { ROAD_FILES } from '../maps/file-kinds.ts';
import { isBelow } from '../maps/map-pointer.ts';
import { beginWith } from '../dropped.ts';
import { fitting, type Load } from '../machine.ts';
import { creditOf } from '../maps/credit.ts';
import type { Credit, Scene, SceneHost, SceneKind } from '../scene.ts';
import type { RoadProfile, RouteAnswer, roadFunctions } from './network.ts';

const COUNTS = [0, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
/** One thread drives them all. */
const LOAD: Load = { what: 'agents', wasm: { bytes: 40, smooth: 100_000 } };
/** Pixels of the page, from motorways to streets. */
const WIDTHS = [3, 2.6, 2.2, 1.7, 1.2];
/** Pixels within which a click finds a road. */
const FINGER = 20;

const controls: readonly Control[] = [
  {
    kind: 'choice',
    name: 'tool',
    label: 'A click sets',
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
    kind: 'range',
    name: 'seconds',
    label: 'A tick is',
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

  let network: Awaited<ReturnType<typeof calls.begin>>;
  let routes: Awaited<ReturnType<typeof calls.agents>>;
  try {
    network = await beginWith(host, dropped, forget, (file) =>
      calls.begin({ profile, seed, ...(file ?? { name: TOWN }) }),
    );
    routes = await calls.agents(count, seed);
  } catch (error) {
    end();
    throw error;
  }
  const mapName = dropped?.name ?? TOWN;
  const credit = dropped?.credit;
  const [left, top, right, bottom] = network.box;
  const looks: Lines[] = network.looks.map((piece) => ({
    piece,
    count: piece.length / 4,
    version: 0,
  }));
  const blockedLines: typeof path = { piece: new Float32Array(0), count: 0, version: 0 };
  const path: { piece: Float32Array; count: number; version: number } = { ...blockedLines };
  const agents = { kind: 'points' as const, count, place: new Float32Array(2 * count), version: 0 };
  const marks = [0, 1].map(() => ({
    kind: 'points' as const,
    count: 1,
    place: new Float32Array(2),
    version: 0,
  }));

  /** Start and goal: x, y each. */
  const ends: [number, number][] = [
    [left + 0.2 * (right - left), top + 0.3 * (bottom - top)],
    [left + 0.8 * (right - left), top + 0.7 * (bottom - top)],
  ];
  let answer: RouteAnswer | undefined;
  let twin: TwinAnswer | undefined;
  let blocked: readonly number[] = [];
  let arrived = 0;
  let ticks = 0;
  let routing = false;
  let stale = false;

  function tell(error: unknown): void {
    if (host.signal.aborted) return;
    host.notice({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
  }

  /** Asks for the way anew, once more after this one where an end was moved meanwhile. */
  async function findRoute(): Promise<void> {
    if (routing) {
      stale = true;
      return;
    }
    routing = true;
    try {
      do {
        stale = false;
        answer = await calls.route(...ends[0], ...ends[1]);
      } while (stale);
    } finally {
      routing = false;
    }
    twin = undefined;
    void askTwin();
    const { line, ends: places } = answer;
    path.piece = new Float32Array(Math.max(0, 2 * line.length - 4));
    for (let i = 0; i + 3 < line.length; i += 2) path.piece.set(line.subarray(i, i + 4), 2 * i);
    path.count = path.piece.length / 4;
    path.version++;
    for (const [i, mark] of marks.entries()) {
      mark.place.set(places.subarray(2 * i, 2 * i + 2));
      mark.version++;
    }
  }

  const askTwin = latest(async () => {
    if (settings['gpu'] !== true) return;
    twin = await calls.twin();
    if (twin && 'agrees' in twin && !twin.agrees)
      host.notice({
        kind: 'error',
        text: 'WebGPU does not agree with WebAssembly: please report it.',
      });
  }, tell);

  const history = createHistory();

  async function toggleBlock(x: number, y: number, unit: number): Promise<void> {
    const road = await calls.roadAt(x, y, FINGER * unit);
    if (road === undefined) return;
    const before = blocked;
    const others = blocked.filter((one) => one !== road);
    const after = others.length < blocked.length ? others : [...blocked, road];
    history.done({
      undo: () => void block(before).catch(tell),
      redo: () => void block(after).catch(tell),
    });
    await block(after);
  }

  async function block(these: readonly number[]): Promise<void> {
    // at once, so that what comes next builds on it
    blocked = these;
    const done = await calls.block(these);
    blockedLines.piece = done.pieces;
    blockedLines.count = done.pieces.length / 4;
    blockedLines.version++;
    await findRoute();
    routes = await calls.agents(count, seed);
  }

  async function drive(seconds: number): Promise<number> {
    const { place, arrived: sum, ms } = await calls.drive(seconds);
    agents.place.set(place);
    agents.version++;
    arrived = sum;
    return ms;
  }
  await findRoute();
  await drive(0);

  let held = -1;
  let origin: [number, number] = [0, 0];
  function moveEnd(which: number, place: [number, number]): void {
    ends[which] = place;
    findRoute().catch(tell);
  }
  /** It was elsewhere before. */
  function endMoved(which: number, from: [number, number]): void {
    const to = ends[which];
    if (to === from) return;
    history.done({ undo: () => moveEnd(which, from), redo: () => moveEnd(which, to) });
  }

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
      if (name === 'gpu') {
        twin = undefined;
        void askTwin();
      }
      if (name !== 'town') return;
      dropped = undefined;
      host.restart();
    },
    async tick(times) {
      ticks += times;
      return { ticks: times, ms: await drive(times * Number(settings['seconds'])) };
    },
    draw(surface: Surface, theme: Theme) {
      for (let look = looks.length - 1; look >= 0; look--) {
        surface.lines(looks[look], WIDTHS[look], theme.roads[look]);
      }
      surface.lines(blockedLines, 4, theme.blocked);
      surface.agents(agents as PointAgents, {
        phase: 1,
        size: 0,
        leastPixels: 2.4,
        colours: theme.agents,
      });
      surface.lines(path, 5, theme.path);
      for (const [i, mark] of marks.entries()) {
        surface.agents(mark, { phase: 1, size: 0, leastPixels: 18, colours: RING[theme.name] });
        surface.agents(mark, { phase: 1, size: 0, leastPixels: 14, colours: ENDS[i][theme.name] });
      }
    },
    handles: () => marks.map(({ place: [x, y] }, i) => ({ name: ['start', 'goal'][i], x, y })),
    pointer({ phase, x, y, unit }) {
      if (phase === 'down') {
        held = marks.findIndex(({ place }) => Math.hypot(place[0] - x, place[1] - y) < 16 * unit);
        if (held >= 0) origin = ends[held];
      }
      if (held >= 0) {
        if (phase === 'move') moveEnd(held, [x, y]);
        if (phase === 'up') {
          endMoved(held, origin);
          held = -1;
        }
        return true;
      }
      const { tool } = settings;
      if (tool === 'move') return false;
      if (phase === 'down') {
        if (tool === 'block') toggleBlock(x, y, unit).catch(tell);
        else {
          const which = tool === 'start' ? 0 : 1;
          const from = ends[which];
          moveEnd(which, [x, y]);
          endMoved(which, from);
        }
      }
      return true;
    },
    undo: history.undo,
    redo: history.redo,
    async open(file) {
      // kept, should it go from the disk; the worker reads it
      const kept = await new Response(file.stream()).blob();
      dropped = { name: file.name, file: kept, credit: await creditOf(file.name, kept) };
    },
    facts: () => [
      ['Way', answer && Number.isFinite(answer.seconds) ? inWords(answer) : 'none'],
      ['Searched in', answer ? `${answer.milliseconds.toFixed(2)} ms` : '–'],
      ...(twin ? [['On WebGPU', twinInWords(twin)] as const] : []),
      ['Agents', count.toLocaleString('en')],
      [
        'Their routes',
        `${routes.routes.toLocaleString('en')} in ${routes.milliseconds.toFixed(0)} ms${routes.threads > 1 ? `, ${routes.threads} threads` : ''}`,
      ],
      ['Arrived', arrived.toLocaleString('en')],
      ['Map', mapName],
      [
        'Junctions, roads',
        `${network.nodes.toLocaleString('en')}, ${network.roads.toLocaleString('en')}`,
      ],
    ],
    work: () => ({ ends: ends.map(([x, y]) => [rounded(x), rounded(y)]), blocked }),
    async restore(work) {
      const { ends: places, blocked: roads } = work as { ends?: unknown; blocked?: unknown };
      for (const [i, place] of Array.isArray(places) ? places.entries() : []) {
        const [x, y] = Array.isArray(place) ? place.map(Number) : [];
        if (i < 2 && Number.isFinite(x) && Number.isFinite(y)) ends[i] = [x, y];
      }
      const list = Array.isArray(roads) ? roads.filter((road) => isBelow(road, network.roads)) : [];
      await (list.length > 0 ? block(list) : findRoute());
    },
    paths: () => ({
      unit: 'degrees',
      paths: answer?.path ? [answer.path] : [],
      ...(credit && { attribution: credit.text }),
    }),
    async state() {
      return {
        ticks,
        map: mapName,
        nodes: network.nodes,
        roads: network.roads,
        routing,
        twin,
        seconds: answer?.seconds,
        metres: answer?.metres,
        names: answer?.names,
        ends: marks.map(({ place }) => Array.from(place)),
        blocked,
        arrived,
        places: Array.from(agents.place.subarray(0, 200)),
      };
    },
    destroy: end,
  };
}

/** To a tenth of a metre. */
function rounded(metres: number): number {
  return Math.round(10 * metres) / 10;
}

function inWords({ metres, seconds }: RouteAnswer): string {
  return `${(metres / 1000).toFixed(1)} km in ${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

// the same arrays in every frame: they are uploaded once
const [LIGHT, DARK] = [themeOf(false), themeOf(true)];
const RING = { light: [LIGHT.ground], dark: [DARK.ground] };
const ENDS = [
  { light: [LIGHT.start], dark: [DARK.start] },
  { light: [LIGHT.goal], dark: [DARK.goal] },
];

export const ROADS: SceneKind = {
  summary:
    'Agents drive to random goals, and you find the quickest way between two places. Drop a map of OpenStreetMap: .osm, .osm.gz, .osm.bz2, .pbf or GeoJSON.',
  controls,
  rate: 30,
  files: ROAD_FILES,
  create,
};
