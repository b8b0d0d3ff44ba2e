// The scene "Searches": four searches answer one query side by side. It shows the cells that each
// settles, the length of its path, and its time.
import { random } from '@wayfield/graph/generators';
import { connect } from '../../common/rpc.ts';
import { ASK_GPU, type Control, SEED, type Value } from '../../common/settings.ts';
import { brushOf, paintTool, SHAPE } from '../controls.ts';
import { createMapSource } from '../dropped.ts';
import { GRID_FILES } from '../maps/file-kinds.ts';
import { type CrowdMap, MAP_NAMES, MAP_SIZES } from '../maps/make-map.ts';
import { createMapPointer, isBelow, takeEdits } from '../maps/map-pointer.ts';
import { createPainter, type Painter } from '../maps/paint.ts';
import type { Scene, SceneHost, SceneKind } from '../scene.ts';
import { type Board, createBoard } from './board.ts';
import { factsOf, pathsOf } from './facts.ts';
import { createQuestion, type Question } from './question.ts';
import type { gridFunctions } from './search.ts';

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
  SHAPE,
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
  const map = await source.ask(settings);
  const { width, height } = map;
  if (map.open.length < 2) throw new Error('this map has no two cells with a path between them');
  const ground = map.terrain.map((value) => (value > 0 ? 1 : 0));
  const open = new Uint8Array(ground);
  const board = createBoard(width, height, open);
  board.arrange(host.isPortrait);
  for (const tile of board.tiles) tile.begin(undefined);
  const next = random(Number(settings['seed']) + 1);
  const ends = farApart(map, next);
  host.showEarly({
    bounds: board.bounds,
    draw: (surface, theme) => board.draw(surface, theme, ends),
  });

  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof gridFunctions>(worker);
  try {
    await calls.begin(width, height, open);
  } catch (error) {
    end();
    throw error;
  }
  const question = createQuestion(calls, host, ends, {
    wantsTwin: () => settings['gpu'] === true,
    answered: (answers) => board.tiles.forEach((tile, i) => tile.begin(answers[i])),
  });
  await question.ask();

  /** The ground was painted: updates worker and maps. */
  function groundChanged(cells: Uint32Array): void {
    for (const cell of cells) open[cell] = ground[cell] > 0 ? 1 : 0;
    const values = Uint8Array.from(cells, (cell) => open[cell]);
    calls.change(cells, values).catch(() => undefined);
    for (const tile of board.tiles) tile.begin(undefined);
    question.askAgain();
  }
  const painter = createPainter(width, height, ground);
  return sceneOf({ settings, map, ground, board, question, painter, next, groundChanged, end });
}

/** The parts of the scene. */
interface GridParts {
  readonly settings: Record<string, Value>;
  readonly map: CrowdMap;
  /** 1 = open, as painted. */
  readonly ground: Float32Array;
  readonly board: Board;
  readonly question: Question;
  readonly painter: Painter;
  next(below: number): number;
  groundChanged(cells: Uint32Array): void;
  end(): void;
}

function sceneOf(parts: GridParts): Scene {
  const { settings, map, ground, board, question, painter, groundChanged } = parts;
  const { width, height } = map;
  const { ends } = question;
  const { pointer, undo, redo, history } = pointerOf(parts);
  let ticks = 0;
  return {
    get bounds() {
      return board.bounds;
    },
    resized: board.arrange,
    backend: 'WebAssembly in a worker',
    ...(source.name !== undefined && { file: source.name }),
    set(name, value) {
      settings[name] = value;
      if (name === 'other') history.done(otherEnds(parts));
      if (name === 'gpu') question.askTwin();
    },
    async tick(count) {
      for (const tile of board.tiles) tile.advance(count * Number(settings['cells']));
      ticks += count;
      return { ticks: count, ms: question.takeMs() };
    },
    draw: (surface, theme) => board.draw(surface, theme, ends),
    labels: board.labels,
    handles: () =>
      ends.map((cell, i) => {
        const [x, y] = [(cell % width) + 0.5, Math.floor(cell / width) + 0.5];
        return { name: ['start', 'goal'][i], x, y };
      }),
    pointer,
    undo,
    redo,
    open: (file) => source.open(file, settings),
    facts() {
      const { answers, twin } = question;
      return factsOf(answers, twin, source.name ?? `${width} × ${height} cells`);
    },
    work: () => ({ ends: [...ends], edits: painter.edits() }),
    restore(work) {
      const { ends: cells, edits } = work as { ends?: unknown; edits?: unknown };
      for (const [i, cell] of Array.isArray(cells) ? cells.entries() : []) {
        if (i < 2 && isBelow(cell, width * height)) ends[i] = cell;
      }
      groundChanged(takeEdits(edits, ground, [0, 1]));
    },
    paths: () => pathsOf(question.answers, width),
    state: async () => stateOf(parts, ticks),
    destroy: parts.end,
  };
}

/** The pointer drags start and goal and paints the ground of every map. */
function pointerOf({ settings, map, board, question, painter, groundChanged }: GridParts) {
  const { width, height } = map;
  const { ends } = question;
  return createMapPointer({
    width,
    height,
    settings,
    painter,
    grounds: { wall: 0, clear: 1 },
    handles: () => ends.map((cell) => ({ x: cell % width, y: Math.floor(cell / width) })),
    reach: 1.5,
    moved(which, x, y) {
      ends[which] = y * width + x;
      question.askAgain();
    },
    painted: groundChanged,
    toMap: board.toMap,
  });
}

/** Moves the ends; returns the change, which can be undone. */
function otherEnds({ map, next, question }: GridParts) {
  const { ends } = question;
  const [from, to] = [[...ends] as const, farApart(map, next)];
  const put = ([start, goal]: readonly [number, number]): void => {
    [ends[0], ends[1]] = [start, goal];
    question.askAgain();
  };
  put(to);
  return { undo: () => put(from), redo: () => put(to) };
}

/** Of twelve pairs of open cells the two that are farthest apart. */
function farApart({ open, width }: CrowdMap, next: (below: number) => number): [number, number] {
  let best: [number, number] = [open[0], open[1]];
  let most = -1;
  for (let i = 0; i < 12; i++) {
    const [a, b] = [open[next(open.length)], open[next(open.length)]];
    const far = Math.hypot((a % width) - (b % width), (a - b) / width);
    if (far > most) [best, most] = [[a, b], far];
  }
  return best;
}

/** Facts for tests. */
function stateOf({ map, board, question }: GridParts, ticks: number) {
  return {
    ticks,
    width: map.width,
    ends: [...question.ends],
    searching: question.searching,
    twin: question.twin,
    done: board.tiles.every((tile) => tile.isDone),
    answers: question.answers.map(({ algorithm, status, cost, path, order, agrees }) => ({
      algorithm,
      status,
      cost,
      path: Array.from(path),
      explored: order.length,
      agrees,
    })),
  };
}

export const GRID: SceneKind = {
  summary:
    'Four searches answer the same question, at the same pace. Drag start and goal, paint ' +
    'walls, and compare what each looks at.',
  controls,
  rate: 20,
  files: GRID_FILES,
  create,
};
