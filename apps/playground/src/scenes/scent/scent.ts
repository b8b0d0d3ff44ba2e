// The scene "Scent": crowds that climb a scent by collaborative diffusion. Ground and goals can be
// changed while it runs.
import { breathe } from '../../common/breathe.ts';
import { type Control, type Load, SEED, type Settings, type Value } from '../../common/settings.ts';
import { cssColour, type Theme } from '../../draw/colours.ts';
import { brushOf, paintTool, SHAPE, SOLVER, THREADS, wantsGpu } from '../controls.ts';
import { createMapSource } from '../dropped.ts';
import { placesOf } from '../places.ts';
import type { Scene, SceneHost, SceneKind, ScenePaths } from '../scene.ts';
import { type Beside, createBeside } from './beside.ts';
import { createWander, goalCells, placeGoals, type Goal } from './goals.ts';
import { createGround, type Ground } from './ground.ts';
import { GRID_FILES } from '../maps/file-kinds.ts';
import { MAP_NAMES, MAP_SIZES, type CrowdMap } from '../maps/make-map.ts';
import { fitting } from '../machine.ts';
import { createWasmScent } from './on-wasm.ts';
import { createMapPointer, isBelow, takeEdits } from '../maps/map-pointer.ts';
import { createPainter, type Painter } from '../maps/paint.ts';
import { createScentPicture } from './picture.ts';
import type { ScentOptions, ScentSolver } from './solver.ts';

const COUNTS = [
  100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000,
  30_000_000,
];
const LOAD: Load = {
  what: 'agents',
  wasm: { bytes: 128, smooth: 150_000 },
  gpu: { binding: 4, bytes: 12, smooth: 30_000 },
};
const MUD = 0.25;

const controls: readonly Control[] = [
  paintTool(
    [
      ['wall', 'Wall'],
      ['mud', 'Mud'],
      ['clear', 'Clear'],
    ],
    'Goals can always be dragged.',
  ),
  brushOf(4),
  {
    kind: 'range',
    name: 'agents',
    label: 'Agents',
    value: 10_000,
    min: COUNTS[0],
    max: COUNTS[COUNTS.length - 1],
    steps: COUNTS,
    load: LOAD,
    again: true,
    keepsWork: true,
  },
  { kind: 'choice', name: 'map', label: 'Map', value: 'islands', options: MAP_NAMES, again: true },
  {
    kind: 'choice',
    name: 'size',
    label: 'Cells',
    value: 'medium',
    options: MAP_SIZES,
    again: true,
  },
  SHAPE,
  { kind: 'range', name: 'goals', label: 'Goals', value: 3, min: 1, max: 9, step: 1, again: true },
  { kind: 'toggle', name: 'wander', label: 'Goals wander', value: false },
  {
    kind: 'toggle',
    name: 'alone',
    label: 'One agent per cell',
    value: true,
    again: true,
    keepsWork: true,
  },
  {
    kind: 'range',
    name: 'steps',
    label: 'Scent spreads',
    value: 6,
    min: 1,
    max: 30,
    step: 1,
    unit: 'cells a tick',
  },
  { kind: 'toggle', name: 'field', label: 'Show the scent', value: true },
  {
    kind: 'toggle',
    name: 'best',
    label: 'Beside the best paths',
    value: false,
    hint: 'From eight places: the cheapest path, and the one up the settled scent.',
  },
  SOLVER,
  THREADS,
  SEED,
];

/** The options of the solver, from the settings of the scene. */
export function scentOptions(
  map: CrowdMap,
  goals: readonly Goal[],
  settings: Settings,
): ScentOptions {
  const { width, height, terrain, open } = map;
  const start = new Uint32Array(Number(settings['agents']));
  for (let i = 0; i < start.length; i += open.length) {
    start.set(open.subarray(0, start.length - i), i);
  }
  return {
    width,
    height,
    terrain,
    start,
    again: open.slice(0, 1 << 16),
    goals: goalCells(goals, map),
    steps: Number(settings['steps']),
    exclusive: settings['alone'] === true,
    ...(settings['threads'] !== 'auto' && { threads: Number(settings['threads']) }),
  };
}

const source = createMapSource();

async function create(host: SceneHost): Promise<Scene> {
  const settings: Record<string, Value> = { ...host.settings };
  const map = await source.ask(settings);
  const { width, height, terrain, open } = map;
  if (open.length === 0) throw new Error('this map has no open cell');

  const isOnGpu = wantsGpu(host);
  const count = fitting(host, LOAD, Number(settings['agents']), isOnGpu);
  const goals: Goal[] = placeGoals(open, width, Number(settings['goals']));
  // each of these takes some milliseconds for a large map
  await breathe();
  const ground = createGround(width, height, terrain);
  host.showEarly(ground.early);
  await breathe();
  const painter = createPainter(width, height, terrain);
  await breathe();
  let theme: Theme;
  const options = scentOptions(map, goals, { ...settings, agents: count });
  await breathe();
  const solver = await openSolver(host, isOnGpu, options, () => theme.ramp);
  const picture = createScentPicture(solver, ground, goals);
  const wander = createWander(Number(settings['seed']));
  const beside = createBeside({
    map,
    goals: () => goalCells(goals, map),
    redraw: () => host.redraw(),
    failed: ({ message }) => host.notice({ kind: 'error', text: message }),
  });
  if (settings['best'] === true) beside.show(true);
  const parts: ScentParts = { settings, map, count, goals, ground, painter, solver, beside };
  return sceneOf(parts, {
    wander: () => wander(goals, map),
    draw(surface, now, phase) {
      theme = now;
      picture.draw(surface, theme, phase, settings['field'] === true);
      beside.draw(surface, theme);
    },
  });
}

async function openSolver(
  host: SceneHost,
  isOnGpu: boolean,
  options: ScentOptions,
  ramp: () => Uint32Array,
): Promise<ScentSolver> {
  if (isOnGpu && host.device) {
    const { createGpuScent } = await import('./on-gpu.ts');
    return createGpuScent(host.device, options, ramp);
  }
  const made = await createWasmScent(options, ramp);
  if (made.fallback !== undefined) {
    host.notice({ kind: 'info', text: `One thread does the work: ${made.fallback}` });
  }
  return made;
}

/** The parts of the scene. */
interface ScentParts {
  readonly settings: Record<string, Value>;
  readonly map: CrowdMap;
  /** Agents. */
  readonly count: number;
  readonly goals: Goal[];
  readonly ground: Ground;
  readonly painter: Painter;
  readonly solver: ScentSolver;
  readonly beside: Beside;
}

function goalsChanged({ solver, goals, map, beside }: ScentParts): void {
  solver.setGoals(goalCells(goals, map));
  beside.changed();
}

function groundChanged(parts: ScentParts, cells: Uint32Array): void {
  const { ground, solver, map } = parts;
  ground.changed(cells);
  const values = Float32Array.from(cells, (cell) => map.terrain[cell]);
  solver.setTerrain(cells, values);
  goalsChanged(parts);
}

function sceneOf(parts: ScentParts, own: { wander(): void; draw: Scene['draw'] }): Scene {
  const { settings, map, count, goals, painter, solver, beside } = parts;
  const { width, height } = map;
  const { pointer, undo, redo } = pointerOf(parts);
  let ticks = 0;
  return {
    bounds: { x: 0, y: 0, width, height },
    backend: solver.backend,
    ...(source.name !== undefined && { file: source.name }),
    set(name, value) {
      settings[name] = value;
      if (name === 'steps') solver.setSteps(Number(value));
      if (name === 'best') beside.show(value === true);
    },
    async tick(times) {
      if (settings['wander'] === true) {
        own.wander();
        goalsChanged(parts);
      }
      const report = await solver.tick(settings['wander'] === true ? 1 : times);
      ticks += report.ticks;
      return report;
    },
    draw: own.draw,
    legend: ({ path, ink }) =>
      settings['best'] === true
        ? [
            { colours: [cssColour(path)], text: 'cheapest path' },
            { colours: [cssColour(ink)], text: 'path up the settled scent' },
          ]
        : [],
    handles: () => goals.map(({ x, y }, i) => ({ name: `goal ${i + 1}`, x: x + 0.5, y: y + 0.5 })),
    pointer,
    undo,
    redo,
    open: (file) => source.open(file, settings),
    facts: () => [
      ['Agents', count.toLocaleString('en')],
      ['Arrived', solver.arrived.toLocaleString('en')],
      ['Map', source.name ?? `${width} × ${height} cells`],
      ['Memory', `${(solver.memoryBytes / 2 ** 20).toFixed(1)} MB`],
      ...ratioFacts(beside.ratios),
    ],
    work: () => ({ goals: goals.map(({ x, y }) => [x, y]), edits: painter.edits() }),
    restore: (work) => restore(parts, work),
    paths: () => pathsOf(parts),
    state: () => stateOf(parts, ticks),
    destroy() {
      beside.destroy();
      solver.destroy();
    },
  };
}

/** How much longer paths up the scent are. */
function ratioFacts(ratios: readonly number[]): (readonly [label: string, value: string])[] {
  if (ratios.length === 0) return [];
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  return [
    ['Up the scent / best, mean', `${mean.toFixed(3)} ×`],
    ['Up the scent / best, most', `${Math.max(...ratios).toFixed(3)} ×`],
  ];
}

/** The pointer drags goals and paints the ground. */
function pointerOf(parts: ScentParts) {
  const { settings, map, goals, painter } = parts;
  return createMapPointer({
    width: map.width,
    height: map.height,
    settings,
    painter,
    grounds: { wall: 0, mud: MUD, clear: 1 },
    handles: () => goals,
    reach: 3,
    moved(goal, x, y) {
      Object.assign(goals[goal], { x, y });
      goalsChanged(parts);
    },
    painted: (cells) => groundChanged(parts, cells),
  });
}

function restore(parts: ScentParts, work: unknown): void {
  const { goals, map } = parts;
  const { goals: places, edits } = work as { goals?: unknown; edits?: unknown };
  if (Array.isArray(places)) {
    for (const [i, goal] of goals.entries()) {
      const [x, y] = (places[i] ?? []) as unknown[];
      if (!isBelow(x, map.width) || !isBelow(y, map.height)) continue;
      goal.x = x;
      goal.y = y;
    }
  }
  groundChanged(parts, takeEdits(edits, map.terrain, [0, MUD, 1]));
}

async function pathsOf({ solver, map, goals, count }: ScentParts): Promise<ScenePaths> {
  const cells = await solver.places();
  const placeOf = (cell: number): number[] => [cell % map.width, Math.floor(cell / map.width)];
  const agents = placesOf(count, (i) => placeOf(cells[i]));
  return {
    unit: 'cells',
    paths: [
      { name: 'goals', kind: 'points', coordinates: goals.map(({ x, y }) => [x, y]) },
      { name: 'agents', kind: 'points', coordinates: agents },
    ],
  };
}

/** Facts for tests. */
async function stateOf(parts: ScentParts, ticks: number) {
  const { solver, map, goals, count, beside } = parts;
  const places = await solver.places();
  return {
    agents: count,
    ticks,
    arrived: solver.arrived,
    goals: goals.map(({ x, y }) => [x, y]),
    places: Array.from(places.subarray(0, 1000)),
    walls: map.terrain.reduce((sum, value) => sum + (value === 0 ? 1 : 0), 0),
    width: map.width,
    height: map.height,
    ratios: beside.ratios,
  };
}

export const SCENT: SceneKind = {
  summary:
    'Scent spreads from the goals, and every agent climbs it. Drag a goal, paint a wall, and all ' +
    'find another path.',
  controls,
  rate: 14,
  files: GRID_FILES,
  create,
};
