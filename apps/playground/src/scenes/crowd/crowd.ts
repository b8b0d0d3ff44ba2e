// Crowds that climb a scent: collaborative diffusion, painted and dragged while it runs.
import { breathe } from '../../shell/breathe.ts';
import { SEED, type Control, type Settings, type Value } from '../../shell/settings.ts';
import type { Theme } from '../../draw/colours.ts';
import { brushOf, paintTool, SOLVER, THREADS, wantsGpu } from '../controls.ts';
import { createMapSource } from '../dropped.ts';
import { placesOf } from '../places.ts';
import type { Scene, SceneHost, SceneKind } from '../scene.ts';
import { createWander, goalCells, placeGoals, type Goal } from './goals.ts';
import { createGround } from './ground.ts';
import { GRID_FILES } from '../maps/file-kinds.ts';
import { MAP_NAMES, MAP_SIZES, type CrowdMap } from '../maps/make-map.ts';
import { fitting, type Load } from '../machine.ts';
import { createWasmCrowd } from './on-wasm.ts';
import { createMapPointer, isBelow, takeEdits } from '../maps/map-pointer.ts';
import { createPainter } from '../maps/paint.ts';
import { createCrowdPicture } from './picture.ts';
import type { CrowdOptions, CrowdSolver } from './solver.ts';

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
  SOLVER,
  THREADS,
  SEED,
];

/** What a solver begins with, from the settings of the scene. */
export function crowdOptions(
  map: CrowdMap,
  goals: readonly Goal[],
  settings: Settings,
): CrowdOptions {
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
  const seed = Number(settings['seed']);
  const map = await source.ask(settings);
  const { width, height, terrain, open } = map;
  if (open.length === 0) throw new Error('this map has no open cell');

  const isOnGpu = wantsGpu(host);
  const count = fitting(host, LOAD, Number(settings['agents']), isOnGpu);
  const goals: Goal[] = placeGoals(open, width, Number(settings['goals']));
  // each takes some milliseconds of a large map
  await breathe();
  const ground = createGround(width, height, terrain);
  await breathe();
  const painter = createPainter(width, height, terrain);
  await breathe();
  const wander = createWander(seed);
  let theme: Theme;

  const solver: CrowdSolver = await chooseSolver();
  const picture = createCrowdPicture(solver, ground, goals);
  let ticks = 0;

  async function chooseSolver(): Promise<CrowdSolver> {
    const options = crowdOptions(map, goals, { ...settings, agents: count });
    await breathe();
    if (isOnGpu && host.device) {
      const { createGpuCrowd } = await import('./on-gpu.ts');
      return createGpuCrowd(host.device, options, () => theme.ramp);
    }
    const made = await createWasmCrowd(options, () => theme.ramp);
    if (made.fallback !== undefined) {
      host.notice({ kind: 'info', text: `One thread does the work: ${made.fallback}` });
    }
    return made;
  }

  function goalsChanged(): void {
    solver.setGoals(goalCells(goals, map));
  }

  function groundChanged(cells: Uint32Array): void {
    ground.changed(cells);
    solver.setTerrain(
      cells,
      Float32Array.from(cells, (cell) => terrain[cell]),
    );
    goalsChanged();
  }

  const { pointer, undo, redo } = createMapPointer({
    width,
    height,
    settings,
    painter,
    grounds: { wall: 0, mud: MUD, clear: 1 },
    handles: () => goals,
    reach: 3,
    moved(goal, x, y) {
      Object.assign(goals[goal], { x, y });
      goalsChanged();
    },
    painted: groundChanged,
  });

  return {
    bounds: { x: 0, y: 0, width, height },
    backend: solver.backend,
    ...(source.name !== undefined && { file: source.name }),
    set(name, value) {
      settings[name] = value;
      if (name === 'steps') solver.setSteps(Number(value));
    },
    async tick(times) {
      if (settings['wander'] === true) {
        wander(goals, map);
        goalsChanged();
      }
      const report = await solver.tick(settings['wander'] === true ? 1 : times);
      ticks += report.ticks;
      return report;
    },
    draw(surface, now, phase) {
      theme = now;
      picture.draw(surface, theme, phase, settings['field'] === true);
    },
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
    ],
    work: () => ({ goals: goals.map(({ x, y }) => [x, y]), edits: painter.edits() }),
    restore(work) {
      const { goals: places, edits } = work as { goals?: unknown; edits?: unknown };
      if (Array.isArray(places)) {
        for (const [i, goal] of goals.entries()) {
          const [x, y] = (places[i] ?? []) as unknown[];
          if (!isBelow(x, width) || !isBelow(y, height)) continue;
          goal.x = x;
          goal.y = y;
        }
      }
      groundChanged(takeEdits(edits, terrain, [0, MUD, 1]));
    },
    async paths() {
      const cells = await solver.places();
      const placeOf = (cell: number): number[] => [cell % width, Math.floor(cell / width)];
      return {
        unit: 'cells',
        paths: [
          { name: 'goals', kind: 'points', coordinates: goals.map(({ x, y }) => [x, y]) },
          {
            name: 'agents',
            kind: 'points',
            coordinates: placesOf(count, (i) => placeOf(cells[i])),
          },
        ],
      };
    },
    async state() {
      const places = await solver.places();
      return {
        agents: count,
        ticks,
        arrived: solver.arrived,
        goals: goals.map(({ x, y }) => [x, y]),
        places: Array.from(places.subarray(0, 1000)),
        walls: terrain.reduce((sum, value) => sum + (value === 0 ? 1 : 0), 0),
        width,
        height,
      };
    },
    destroy: () => solver.destroy(),
  };
}

export const CROWD: SceneKind = {
  summary:
    'Scent spreads from the goals, and every agent climbs it. Drag a goal, paint a wall, and all find another way.',
  controls,
  rate: 14,
  files: GRID_FILES,
  create,
};
