// The scene "Crowd": agents that make way for each other, beside the same crowd of ghosts, which
// walk through one another.
import { type Calls, connect } from '../../common/rpc.ts';
import { type Control, type Load, SEED, type Value } from '../../common/settings.ts';
import { cssColour, type Theme } from '../../draw/colours.ts';
import { brushOf, paintTool, SOLVER, wantsGpu } from '../controls.ts';
import { fitting } from '../machine.ts';
import { createMapPointer, isBelow, takeEdits } from '../maps/map-pointer.ts';
import { createPainter, type Painter } from '../maps/paint.ts';
import { placesOf } from '../places.ts';
import { createGround, type Ground } from '../scent/ground.ts';
import type { Label, LegendEntry, Scene, SceneHost, SceneKind, ScenePaths } from '../scene.ts';
import type { fieldFunctions } from './fields.ts';
import { createWasmCrowd } from './on-wasm.ts';
import { createCrowdPicture } from './picture.ts';
import type { CrowdSolver } from './solver.ts';
import { makeWorld, type World, WORLDS } from './worlds.ts';

const COUNTS = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000];
const LOAD: Load = {
  what: 'agents',
  wasm: { bytes: 4000, smooth: 5000 },
  gpu: { binding: 100, bytes: 1000, smooth: 1000 },
};
/** Metres between the two worlds. */
const APART = 5;
/** Metres above the worlds, for words. */
const ABOVE = 4;

const controls: readonly Control[] = [
  paintTool(
    [
      ['wall', 'Wall'],
      ['clear', 'Clear'],
      ['door', 'Door'],
    ],
    'Goals can always be dragged. Door: an opening of two metres.',
  ),
  brushOf(3),
  {
    kind: 'range',
    name: 'agents',
    label: 'Agents',
    value: 2000,
    hint: 'On a graphics processor by WebGPU, 100,000 walk as well.',
    min: COUNTS[0],
    max: COUNTS[COUNTS.length - 1],
    steps: COUNTS,
    load: LOAD,
    again: true,
  },
  { kind: 'choice', name: 'world', label: 'World', value: 'streams', options: WORLDS, again: true },
  {
    kind: 'toggle',
    name: 'beside',
    label: 'Beside it, without avoidance',
    value: true,
    again: true,
    keepsWork: true,
  },
  {
    kind: 'range',
    name: 'pace',
    label: 'Speed',
    value: 2,
    min: 0.5,
    max: 4,
    step: 0.5,
    unit: 'times',
  },
  SOLVER,
  SEED,
];

/** Ticks a second at the speed of 1x. */
const RATE = 30;

/** The text of `walk.ts`, which the worker runs. */
const { './walk.ts': code } = import.meta.glob<string>('./walk.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The parts of the scene. */
interface CrowdParts {
  readonly settings: Record<string, Value>;
  readonly world: World;
  /** The offset of the ghosts from the world; absent: there are no ghosts. */
  readonly beside: readonly [x: number, y: number] | undefined;
  readonly ground: Ground;
  readonly painter: Painter;
  readonly solver: CrowdSolver;
}

async function create(host: SceneHost): Promise<Scene> {
  const settings: Record<string, Value> = { ...host.settings };
  const isOnGpu = wantsGpu(host);
  const count = fitting(host, LOAD, Number(settings['agents']), isOnGpu);
  const world = makeWorld(String(settings['world']), count, Number(settings['seed']));
  const { width, height, terrain } = world;
  const aside: readonly [number, number] = host.isPortrait
    ? [0, height + APART]
    : [width + APART, 0];
  const beside = settings['beside'] === true ? aside : undefined;
  const ground = createGround(width, height, terrain);
  host.showEarly({ ...ground.early, bounds: boundsOf(world, beside) });
  const solver = await openSolver(isOnGpu ? host.device : undefined, world, beside);
  solver.setSeconds(Number(settings['pace']) / RATE);
  const painter = createPainter(width, height, terrain);
  return sceneOf({ settings, world, beside, ground, painter, solver });
}

async function openSolver(
  device: GPUDevice | undefined,
  world: World,
  beside: readonly [number, number] | undefined,
): Promise<CrowdSolver> {
  if (!device) return createWasmCrowd(world, beside);
  const { createGpuCrowdSolver } = await import('./on-gpu.ts');
  const worker = new Worker(new URL('./fields-worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof fieldFunctions>(worker);
  try {
    return await createGpuCrowdSolver(device, world, beside, { ...fieldsOf(calls), end });
  } catch (error) {
    end();
    throw error;
  }
}

const fieldsOf = (calls: Calls<typeof fieldFunctions>) => ({
  begin: (world: World) => calls.begin(world),
  change: (...change: Parameters<typeof calls.change>) => calls.change(...change),
});

function groundChanged({ ground, solver, world }: CrowdParts, cells: Uint32Array): void {
  if (cells.length === 0) return;
  ground.changed(cells);
  solver.setTerrain(
    cells,
    Float32Array.from(cells, (cell) => world.terrain[cell]),
  );
}

function boundsOf({ width, height }: World, beside: CrowdParts['beside']): Scene['bounds'] {
  const [right, below] = beside ?? [0, 0];
  return {
    x: 0,
    y: -ABOVE,
    width: Math.max(width, right + width),
    height: below + height + ABOVE,
  };
}

function sceneOf(parts: CrowdParts): Scene {
  const { settings, world, beside, ground, painter, solver } = parts;
  const { goals, width } = world;
  const picture = createCrowdPicture(solver, ground, world, beside);
  const { pointer, undo, redo } = pointerOf(parts);
  let ticks = 0;
  return {
    bounds: boundsOf(world, beside),
    backend: solver.backend,
    set(name, value) {
      settings[name] = value;
      if (name === 'pace') solver.setSeconds(Number(value) / RATE);
    },
    async tick(times) {
      const report = await solver.tick(times);
      ticks += report.ticks;
      return report;
    },
    draw: picture.draw,
    legend: (theme) => legendOf(theme, goals.length),
    ...(beside && { labels: () => labelsOf(world, beside) }),
    handles: () => goals.map(({ x, y }, i) => ({ name: `goal ${i + 1}`, x: x + 0.5, y: y + 0.5 })),
    pointer,
    undo,
    redo,
    facts: () => factsOf(parts),
    work: () => ({ goals: goals.map(({ x, y }) => [x, y]), edits: painter.edits() }),
    restore: (work) => restore(parts, work),
    paths: () => pathsOf(parts),
    async state() {
      const { x, y } = await solver.places();
      const { arrived, overlaps } = solver.facts;
      const walls = world.terrain.reduce((sum, value) => sum + Number(value === 0), 0);
      const places = { x: Array.from(x.subarray(0, 2000)), y: Array.from(y.subarray(0, 2000)) };
      const at = goals.map((goal) => [goal.x, goal.y]);
      return {
        agents: world.x.length,
        ticks,
        arrived,
        overlaps,
        goals: at,
        walls,
        width,
        ...places,
      };
    },
    destroy: () => solver.destroy(),
  };
}

/** The pointer drags goals, paints and clears walls, and breaks doors into them. */
function pointerOf(parts: CrowdParts) {
  const { settings, world, painter, solver, beside } = parts;
  const { goals, width, height } = world;
  // a door has a width of its own
  const now = new Proxy(settings, {
    get: (of, name) => (name === 'brush' && of['tool'] === 'door' ? 2 : of[String(name)]),
  });
  return createMapPointer({
    width,
    height,
    settings: now,
    painter,
    grounds: { wall: 0, clear: 1, door: 1 },
    handles: () => goals,
    reach: 2.5,
    moved(goal, x, y) {
      Object.assign(goals[goal], { x, y });
      solver.setGoals(goals);
    },
    painted: (cells) => groundChanged(parts, cells),
    // ghosts are in the same world, drawn beside it
    toMap: (x, y) =>
      beside && (beside[0] > 0 ? x : y) > (beside[0] > 0 ? width : height) + APART / 2
        ? { x: x - beside[0], y: y - beside[1] }
        : { x, y },
  });
}

function restore(parts: CrowdParts, work: unknown): void {
  const { world, solver } = parts;
  const { goals, edits } = work as { goals?: unknown; edits?: unknown };
  if (Array.isArray(goals)) {
    for (const [i, goal] of world.goals.entries()) {
      const [x, y] = (goals[i] ?? []) as unknown[];
      if (isBelow(x, world.width) && isBelow(y, world.height)) Object.assign(goal, { x, y });
    }
    solver.setGoals(world.goals);
  }
  groundChanged(parts, takeEdits(edits, world.terrain, [0, 1]));
}

function factsOf({ world, beside, solver }: CrowdParts): (readonly [string, string])[] {
  const { arrived, overlaps } = solver.facts;
  const say = (list: readonly number[]): string =>
    list.map((value) => value.toLocaleString('en')).join(' / ');
  return [
    ['Agents', world.x.length.toLocaleString('en')],
    [beside ? 'Arrived, ghosts' : 'Arrived', say(arrived)],
    ...(overlaps.length > 0
      ? [[`Overlap by a tenth${beside ? ', ghosts' : ''}`, say(overlaps)] as const]
      : []),
    ['World', `${world.width} × ${world.height} m`],
    ['Memory', `${(solver.memoryBytes / 2 ** 20).toFixed(1)} MB`],
  ];
}

const legendOf = (theme: Theme, goals: number): readonly LegendEntry[] => [
  { colours: theme.agents.slice(0, goals).map(cssColour), text: 'agents, by their goals' },
  { colours: [cssColour(theme.wall)], text: 'walls' },
];

const labelsOf = ({ width }: World, [x, y]: readonly [number, number]): readonly Label[] => [
  { x: 0, y: 0, text: 'make way for each other', width, isBoxed: true },
  { x, y, text: 'ghosts: without avoidance', width, isBoxed: true },
];

async function pathsOf({ solver, world }: CrowdParts): Promise<ScenePaths> {
  const { x, y } = await solver.places();
  const count = world.x.length;
  return {
    unit: 'metres',
    paths: [
      { name: 'goals', kind: 'points', coordinates: world.goals.map((goal) => [goal.x, goal.y]) },
      { name: 'agents', kind: 'points', coordinates: placesOf(count, (i) => [x[i], y[i]]) },
    ],
  };
}

export const CROWD: SceneKind = {
  summary:
    'Agents walk to their goals and make way for each other. Paint walls, break doors into them, ' +
    'drag goals: all find another path. Beside them, the same crowd without avoidance.',
  code,
  controls,
  rate: RATE,
  files: [],
  create,
};
