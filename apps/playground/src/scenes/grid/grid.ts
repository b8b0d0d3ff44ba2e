// One query on one map by four searches, side by side: what each looks at, how long its way is, how
// long it takes.
import { random } from '@wayfield/graph/generators';
import { themeOf } from '../../draw/colours.ts';
import type { PointAgents } from '../../draw/surface.ts';
import { ASK_GPU, type Control, SEED, type Value } from '../../shell/settings.ts';
import { type TwinAnswer, twinInWords } from '../../worker/gpu-twin.ts';
import { latest } from '../../worker/latest.ts';
import { connect } from '../../worker/rpc.ts';
import { GRID_FILES } from '../maps/file-kinds.ts';
import { MAP_NAMES, MAP_SIZES } from '../maps/make-map.ts';
import { createMapPointer, isBelow, takeEdits } from '../maps/map-pointer.ts';
import { createPainter } from '../maps/paint.ts';
import { brushOf, paintTool } from '../controls.ts';
import { createMapSource } from '../dropped.ts';
import type { Scene, SceneHost, SceneKind } from '../scene.ts';
import { ALGORITHMS, type Answer, type gridFunctions } from './search.ts';
import { createTile } from './tile.ts';

const TITLES = { dijkstra: 'Dijkstra', astar: 'A*', greedy: 'Greedy', jps: 'Jump points' };
const GAP = 0.09;

const controls: readonly Control[] = [
  paintTool(
    [
      ['wall', 'Wall'],
      ['clear', 'Clear'],
    ],
    'Start and goal can always be dragged.',
  ),
  brushOf(3),
  {
    kind: 'choice',
    name: 'map',
    label: 'Map',
    value: 'rooms',
    options: MAP_NAMES.filter(([name]) => name !== 'hills'),
    again: true,
  },
  {
    kind: 'choice',
    name: 'size',
    label: 'Cells',
    value: 'small',
    options: MAP_SIZES.slice(0, 3),
    again: true,
  },
  {
    kind: 'range',
    name: 'cells',
    label: 'Explored',
    value: 50,
    min: 1,
    max: 500,
    step: 1,
    unit: 'cells a tick',
  },
  { kind: 'press', name: 'other', label: 'Another start and goal' },
  ASK_GPU,
  SEED,
];

const source = createMapSource();

async function create(host: SceneHost): Promise<Scene> {
  const settings: Record<string, Value> = { ...host.settings };
  const seed = Number(settings['seed']);
  const map = await source.ask(settings);
  const { width, height } = map;
  if (map.open.length < 2) throw new Error('this map has no two cells with a way between them');
  const ground = map.terrain.map((value) => (value > 0 ? 1 : 0));
  const open = new Uint8Array(ground);
  const painter = createPainter(width, height, ground);
  const next = random(seed + 1);

  const gapX = Math.max(2, Math.round(GAP * width));
  const gapY = Math.max(4, Math.round(GAP * 1.4 * width));
  const tiles = ALGORITHMS.map(() => createTile(width, height, open));
  let across = 2;
  let down = 2;
  let corners: readonly (readonly [x: number, y: number])[] = [];
  /** A phone has room for one map beside another only if they are tiny. */
  function arrange(isPortrait: boolean): void {
    across = isPortrait && width >= height ? 1 : 2;
    down = tiles.length / across;
    corners = tiles.map((tile, i) => {
      const x = (i % across) * (width + gapX);
      const y = Math.floor(i / across) * (height + gapY);
      tile.moveTo(x, y);
      return [x, y];
    });
  }
  arrange(host.isPortrait);

  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof gridFunctions>(worker);
  try {
    await calls.begin(width, height, open);
  } catch (error) {
    end();
    throw error;
  }

  /** Start and goal, cells. */
  const ends: [number, number] = farApart();
  let answers: readonly Answer[] = [];
  let twin: TwinAnswer | undefined;
  let searching = false;
  let stale = false;
  let ticks = 0;
  let solverMs = 0;

  function farApart(): [number, number] {
    const { open: cells } = map;
    let best: [number, number] = [cells[0], cells[1]];
    let most = -1;
    for (let i = 0; i < 12; i++) {
      const [a, b] = [cells[next(cells.length)], cells[next(cells.length)]];
      const far = Math.hypot((a % width) - (b % width), (a - b) / width);
      if (far > most) [best, most] = [[a, b], far];
    }
    return best;
  }

  /** Searches anew, once more after this one where something changed meanwhile. */
  async function search(): Promise<void> {
    if (searching) {
      stale = true;
      return;
    }
    searching = true;
    do {
      stale = false;
      answers = await calls.search(...ends);
    } while (stale);
    twin = undefined;
    void askTwin();
    searching = false;
    solverMs = answers.reduce((sum, { microseconds }) => sum + microseconds / 1000, 0);
    for (const [i, tile] of tiles.entries()) tile.begin(answers[i]);
    if (answers.some(({ agrees }) => !agrees)) disagree('A search');
  }
  function disagree(who: string): void {
    host.notice({
      kind: 'error',
      text: `${who} does not agree with the solver: please report it.`,
    });
  }
  function tell(error: unknown): void {
    if (host.signal.aborted) return;
    host.notice({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
  }
  const askTwin = latest(async () => {
    if (settings['gpu'] !== true) return;
    twin = await calls.twin(...ends);
    if ('agrees' in twin && !twin.agrees) disagree('WebGPU');
  }, tell);
  const searchAgain = (): void => {
    search().catch(tell);
  };
  for (const tile of tiles) tile.begin(undefined);
  await search();

  function groundChanged(cells: Uint32Array): void {
    for (const cell of cells) open[cell] = ground[cell] > 0 ? 1 : 0;
    calls
      .change(
        cells,
        Uint8Array.from(cells, (cell) => open[cell]),
      )
      .catch(() => undefined);
    for (const tile of tiles) tile.begin(undefined);
    searchAgain();
  }

  /** The place on its map of a place in the world. */
  function onTile(x: number, y: number): { x: number; y: number } {
    const nearest = (at: number, pitch: number, gap: number, count: number): number =>
      at - pitch * Math.min(count - 1, Math.max(0, Math.floor((at + gap / 2) / pitch)));
    return { x: nearest(x, width + gapX, gapX, across), y: nearest(y, height + gapY, gapY, down) };
  }
  const place = (cell: number): [number, number] => [
    (cell % width) + 0.5,
    Math.floor(cell / width) + 0.5,
  ];
  const label = ({ status, cost, microseconds }: Answer): string =>
    Number.isFinite(cost) ? `${cost.toFixed(1)} in ${time(microseconds)}` : status;

  const { pointer, undo, redo, history } = createMapPointer({
    width,
    height,
    settings,
    painter,
    grounds: { wall: 0, clear: 1 },
    handles: () => ends.map((cell) => ({ x: cell % width, y: Math.floor(cell / width) })),
    reach: 1.5,
    moved(which, x, y) {
      ends[which] = y * width + x;
      searchAgain();
    },
    painted: groundChanged,
    toMap: onTile,
  });

  const marks = {
    kind: 'points' as const,
    count: 4,
    place: new Float32Array(8),
    version: 0,
  };
  const [starts, goals, walkers] = [0, 1, 2].map(() => ({ ...marks, place: new Float32Array(8) }));

  return {
    get bounds() {
      return {
        x: 0,
        y: -gapY * 0.6,
        width: across * width + (across - 1) * gapX,
        height: down * height + (down - 0.4) * gapY,
      };
    },
    resized: arrange,
    backend: 'WebAssembly in a worker',
    ...(source.name !== undefined && { file: source.name }),
    set(name, value) {
      settings[name] = value;
      if (name === 'other') {
        const [from, to] = [[...ends] as const, farApart()];
        const put = ([start, goal]: readonly [number, number]): void => {
          [ends[0], ends[1]] = [start, goal];
          searchAgain();
        };
        put(to);
        history.done({ undo: () => put(from), redo: () => put(to) });
      }
      if (name === 'gpu') {
        twin = undefined;
        void askTwin();
      }
    },
    async tick(count) {
      for (const tile of tiles) tile.advance(count * Number(settings['cells']));
      ticks += count;
      const ms = solverMs;
      solverMs = 0;
      return { ticks: count, ms };
    },
    draw(surface, theme) {
      for (const tile of tiles) surface.raster(tile.raster(theme));
      for (const tile of tiles) surface.lines(tile.path, 3, theme.path);
      const put = (
        points: { place: Float32Array; version: number },
        list: number[][],
      ): PointAgents => {
        points.place.set(list.flat());
        points.version++;
        return { kind: 'points', count: list.length, place: points.place, version: points.version };
      };
      const at = (cell: number): number[][] => {
        const [x, y] = place(cell);
        return corners.map(([left, top]) => [left + x, top + y]);
      };
      const ring = { phase: 1, size: 3.4, leastPixels: 13, colours: RINGS[theme.name] };
      const disc = { phase: 1, size: 2.6, leastPixels: 10 };
      for (const [points, cell, tint] of [
        [starts, ends[0], START[theme.name]],
        [goals, ends[1], GOAL[theme.name]],
      ] as const) {
        const agents = put(points, at(cell));
        surface.agents(agents, ring);
        surface.agents(agents, { ...disc, colours: tint });
      }
      const moving = tiles.flatMap((tile) =>
        tile.agent && tile.path.count > 0 ? [[...tile.agent]] : [],
      );
      surface.agents(put(walkers, moving), {
        ...disc,
        size: 2,
        leastPixels: 8,
        colours: INK[theme.name],
      });
    },
    labels: () =>
      tiles.map((tile, i) => {
        const title = TITLES[ALGORITHMS[i]];
        const [x, y] = corners[i];
        const { answer } = tile;
        const facts = answer
          ? ` · ${label(answer)} · ${tile.explored.toLocaleString('en')} cells`
          : '';
        // alone in its row, words may go on beside it
        return { x, y, text: `${title}${facts}`, width: across === 1 ? 1.3 * width : width };
      }),
    handles: () =>
      ends.map((cell, i) => {
        const [x, y] = place(cell);
        return { name: ['start', 'goal'][i], x, y };
      }),
    pointer,
    undo,
    redo,
    open: (file) => source.open(file, settings),
    facts: () => [
      ...answers.map(({ algorithm, cost, microseconds }): [string, string] => [
        TITLES[algorithm],
        Number.isFinite(cost) ? `${cost.toFixed(2)} in ${time(microseconds)}` : 'no way',
      ]),
      ...(twin ? [['A* on WebGPU', twinInWords(twin)] as const] : []),
      ['Map', source.name ?? `${width} × ${height} cells`],
    ],
    work: () => ({ ends: [...ends], edits: painter.edits() }),
    restore(work) {
      const { ends: cells, edits } = work as { ends?: unknown; edits?: unknown };
      for (const [i, cell] of Array.isArray(cells) ? cells.entries() : []) {
        if (i < 2 && isBelow(cell, width * height)) ends[i] = cell;
      }
      groundChanged(takeEdits(edits, ground, [0, 1]));
    },
    paths: () => ({
      unit: 'cells',
      paths: answers
        .filter(({ path }) => path.length > 0)
        .map(({ algorithm, cost, path }) => ({
          name: TITLES[algorithm],
          kind: 'line' as const,
          coordinates: Array.from(path, (cell) => [cell % width, Math.floor(cell / width)]),
          properties: { cost },
        })),
    }),
    async state() {
      return {
        ticks,
        width,
        ends: [...ends],
        searching,
        twin,
        done: tiles.every((tile) => tile.isDone),
        answers: answers.map(({ algorithm, status, cost, path, order, agrees }) => ({
          algorithm,
          status,
          cost,
          path: Array.from(path),
          explored: order.length,
          agrees,
        })),
      };
    },
    destroy: end,
  };
}

function time(microseconds: number): string {
  return microseconds < 1000
    ? `${microseconds.toFixed(0)} µs`
    : `${(microseconds / 1000).toFixed(2)} ms`;
}

// the same arrays in every frame: they are uploaded once
const [LIGHT, DARK] = [themeOf(false), themeOf(true)];
const RINGS = { light: [LIGHT.ground], dark: [DARK.ground] };
const START = { light: [LIGHT.start], dark: [DARK.start] };
const GOAL = { light: [LIGHT.goal], dark: [DARK.goal] };
const INK = { light: [LIGHT.ink], dark: [DARK.ink] };

export const GRID: SceneKind = {
  summary:
    'Four searches answer the same question, at the same pace. Drag start and goal, paint walls, and compare what each looks at.',
  controls,
  rate: 20,
  files: GRID_FILES,
  create,
};
