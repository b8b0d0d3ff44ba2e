// Click to move: discs walk to the place that was clicked, on a mesh that obstacles change.
import { random } from '@wayfield/graph/generators';
import { SEED, type Control, type Load, type Value } from '../../common/settings.ts';
import { cssColour, themeOf, type Theme } from '../../draw/colours.ts';
import { frameLines } from '../../draw/frame-lines.ts';
import type { PointAgents, Triangles } from '../../draw/surface.ts';
import { createHistory } from '../history.ts';
import { SHAPE } from '../controls.ts';
import { fitting } from '../machine.ts';
import { placesOf } from '../places.ts';
import type { Scene, SceneHost, SceneKind, ScenePointer } from '../scene.ts';
import {
  isInside,
  isRing,
  makeWorld,
  type Ring,
  ringAround,
  trianglesOf,
  type World,
} from './obstacles.ts';
import { type ClickSolver, createClickSolver } from './on-wasm.ts';

/** The longer and the shorter side of the world. */
const [LONG, SHORT] = [64, 40];
const COUNTS = [50, 100, 200, 500, 1000, 2000, 5000, 10_000];
const LOAD: Load = { what: 'discs', wasm: { bytes: 2000, smooth: 2000 } };

const controls: readonly Control[] = [
  {
    kind: 'choice',
    name: 'tool',
    label: 'Pointer',
    value: 'goal',
    inline: true,
    options: [
      ['move', 'Move'],
      ['goal', 'Goal'],
      ['obstacle', 'Obstacle'],
    ],
    hint: 'Obstacle: a click puts one there, or takes away the one below it.',
  },
  {
    kind: 'range',
    name: 'agents',
    label: 'Discs',
    value: 500,
    min: COUNTS[0],
    max: COUNTS[COUNTS.length - 1],
    steps: COUNTS,
    load: LOAD,
    again: true,
    keepsWork: true,
  },
  {
    kind: 'range',
    name: 'obstacles',
    label: 'Obstacles',
    value: 40,
    min: 0,
    max: 120,
    step: 5,
    again: true,
  },
  SHAPE,
  SEED,
];

/** The text of `walk.ts`, which the worker runs. */
const { './walk.ts': code } = import.meta.glob<string>('./walk.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The current goal and obstacles. Every change is also sent to the worker. */
interface Ground {
  readonly rings: ReadonlyMap<number, Ring>;
  readonly goal: readonly number[];
  /** Grows with every change of obstacles. */
  readonly version: number;
  setGoal(goal: readonly number[]): void;
  /** Adds an obstacle under this number, or under a new one. */
  add(ring: Ring, key?: number): number;
  remove(key: number): void;
}

function createGround(
  solver: ClickSolver,
  first: readonly Ring[],
  place: readonly number[],
): Ground {
  const rings = new Map<number, Ring>(first.entries());
  let goal = place;
  let version = 0;
  let nextKey = first.length;
  return {
    rings,
    get goal() {
      return goal;
    },
    get version() {
      return version;
    },
    setGoal(to) {
      goal = to;
      solver.setGoal(to);
    },
    add(ring, key = nextKey++) {
      rings.set(key, ring);
      solver.add(key, ring);
      version++;
      return key;
    },
    remove(key) {
      rings.delete(key);
      solver.remove(key);
      version++;
    },
  };
}

/** A click sets the goal, or puts an obstacle or takes one away. */
function createClicks(
  ground: Ground,
  { width, height }: World,
  settings: Readonly<Record<string, Value>>,
) {
  const history = createHistory();
  const next = random(Number(settings['seed']) + 1);

  /** The goal before the current drag. */
  let from: readonly number[] | undefined;

  /** A drag of the goal is one change to undo. */
  function finish(): void {
    if (!from) return;
    const [before, to] = [from, ground.goal];
    from = undefined;
    history.done({ undo: () => ground.setGoal(before), redo: () => ground.setGoal(to) });
  }
  function change(x: number, y: number): void {
    const below = [...ground.rings].findLast(([, ring]) => isInside(ring, x, y));
    if (below) {
      const [key, ring] = below;
      ground.remove(key);
      history.done({ undo: () => ground.add(ring, key), redo: () => ground.remove(key) });
    } else {
      const ring = ringAround(x, y, { width, height }, next);
      const key = ground.add(ring);
      history.done({ undo: () => ground.remove(key), redo: () => ground.add(ring, key) });
    }
  }
  return {
    pointer({ phase, x, y }: ScenePointer): boolean {
      if (settings['tool'] === 'move') return false;
      if (phase === 'up') finish();
      const isOnMap = x >= 0 && y >= 0 && x <= width && y <= height;
      if (phase === 'down') {
        if (!isOnMap) return false;
        if (settings['tool'] === 'goal') from = ground.goal;
        else change(x, y);
      }
      if (from && isOnMap) ground.setGoal([x, y]);
      return true;
    },
    undo: history.undo,
    redo: history.redo,
  };
}

// the same arrays in every frame: they are uploaded once
const [LIGHT, DARK] = [themeOf(false), themeOf(true)];
const RINGS = { light: [LIGHT.ground], dark: [DARK.ground] };
const GOALS = { light: [LIGHT.goal], dark: [DARK.goal] };
const WALLS = { light: Uint32Array.of(LIGHT.wall), dark: Uint32Array.of(DARK.wall) };

/** The early picture: only the ground. */
function createPicture(
  solver: ClickSolver | undefined,
  ground: Pick<Ground, 'rings' | 'goal' | 'version'>,
  { width, height }: World,
): Scene['draw'] {
  const border = frameLines(width, height);
  const mark = { kind: 'points' as const, count: 1, place: new Float32Array(2), version: 0 };
  let shown = -1;
  const sets = new Map<Theme['name'], { -readonly [K in keyof Triangles]: Triangles[K] }>();
  for (const name of ['light', 'dark'] as const) {
    sets.set(name, { piece: new Float32Array(0), palette: WALLS[name], count: 0, version: 0 });
  }
  return (surface, theme) => {
    if (shown !== ground.version) {
      shown = ground.version;
      const piece = trianglesOf(ground.rings.values());
      for (const set of sets.values()) {
        [set.piece, set.count] = [piece, piece.length / 7];
        set.version++;
      }
    }
    surface.triangles(sets.get(theme.name)!);
    if (solver) surface.discs(solver.discs, 2, theme.agents);
    surface.lines(border, 1.5, theme.faint);
    mark.place.set(ground.goal);
    mark.version++;
    const goal: PointAgents = mark;
    surface.agents(goal, { phase: 1, size: 0, leastPixels: 18, colours: RINGS[theme.name] });
    surface.agents(goal, { phase: 1, size: 0, leastPixels: 14, colours: GOALS[theme.name] });
  };
}

async function create(host: SceneHost): Promise<Scene> {
  const settings: Record<string, Value> = { ...host.settings };
  const isTall = settings['shape'] === 'tall';
  const [width, height] = isTall ? [SHORT, LONG] : [LONG, SHORT];
  const bounds = { x: 0, y: 0, width, height };
  const world = makeWorld(width, height, Number(settings['obstacles']), Number(settings['seed']));
  const count = fitting(host, LOAD, Number(settings['agents']), false);
  const place = isTall ? [0.5 * width, 0.8 * height] : [0.8 * width, 0.5 * height];
  const early = { rings: new Map(world.rings.entries()), goal: place, version: 0 };
  host.showEarly({ bounds, draw: createPicture(undefined, early, world) });
  const solver = await createClickSolver(world, count, place);
  const ground = createGround(solver, world.rings, place);
  const { pointer, undo, redo } = createClicks(ground, world, settings);
  let ticks = 0;
  return {
    bounds,
    backend: 'WebAssembly in a worker',
    set(name, value) {
      settings[name] = value;
    },
    async tick(times) {
      const report = await solver.tick(times);
      ticks += report.ticks;
      return report;
    },
    draw: createPicture(solver, ground, world),
    legend: (theme) =>
      (
        [
          ['discs', theme.agents],
          ['obstacles', [theme.wall]],
          ['goal', [theme.goal]],
        ] as const
      ).map(([text, colours]) => ({ text, colours: colours.map(cssColour) })),
    handles: () => [{ name: 'the goal', x: ground.goal[0], y: ground.goal[1] }],
    pointer,
    undo,
    redo,
    facts: () => [
      ['Discs', count.toLocaleString('en')],
      ['At their goals', solver.there.toLocaleString('en')],
      ['Obstacles', ground.rings.size.toLocaleString('en')],
    ],
    work: () => workOf(ground, world.rings.length),
    restore: (work) => restore(ground, world.rings.length, work),
    async paths() {
      const { x, y } = await solver.snapshot();
      const coordinates = placesOf(count, (i) => [x[i], y[i]]);
      return { unit: 'units', paths: [{ name: 'discs', kind: 'points', coordinates }] };
    },
    async state() {
      const { x, y, radius } = await solver.snapshot();
      const lists = { x: Array.from(x), y: Array.from(y), radius: Array.from(radius) };
      const rings = [...ground.rings.values()];
      return { ticks, there: solver.there, goal: ground.goal, rings, ...lists };
    },
    destroy: () => solver.destroy(),
  };
}

/** The goal, obstacles of the beginning that are gone, and obstacles that are new. */
function workOf({ goal, rings }: Ground, first: number) {
  const gone = Array.from({ length: first }, (_, key) => key).filter((key) => !rings.has(key));
  const added = [...rings].filter(([key]) => key >= first).map(([, ring]) => ring);
  return { goal, gone, added };
}

function restore(ground: Ground, first: number, work: unknown): void {
  const { goal, gone, added } = work as Record<string, unknown>;
  if (Array.isArray(goal) && goal.length === 2 && goal.every(Number.isFinite)) {
    ground.setGoal(goal as number[]);
  }
  for (const key of Array.isArray(gone) ? (gone as unknown[]) : []) {
    if (typeof key === 'number' && key < first && ground.rings.has(key)) ground.remove(key);
  }
  for (const ring of Array.isArray(added) ? (added as unknown[]) : []) {
    if (isRing(ring)) ground.add(ring);
  }
}

export const CLICK: SceneKind = {
  summary:
    'Click, and every disc walks there by its shortest path, which depends on its radius. Put ' +
    'obstacles on top of discs: they come out, find other paths, and slide along the walls.',
  code,
  controls,
  rate: 30,
  files: [],
  create,
};
