// The scene "Antelopes and Lions": herds that follow scents by collaborative diffusion, and a chart
// of their numbers.
import { type Control, SEED, type Settings, type Value } from '../../common/settings.ts';
import type { Theme } from '../../draw/colours.ts';
import { createGround, type Ground } from '../scent/ground.ts';
import { askMap } from '../maps/ask-map.ts';
import { MAP_NAMES, MAP_SIZES, sizeOf } from '../maps/make-map.ts';
import { createMapPointer, takeEdits } from '../maps/map-pointer.ts';
import { createPainter, type Painter } from '../maps/paint.ts';
import { brushOf, paintTool, SHAPE, SOLVER, wantsGpu } from '../controls.ts';
import { placesOf } from '../places.ts';
import type { Scene, SceneHost, SceneKind, ScenePaths } from '../scene.ts';
import { createWasmSavanna } from './on-wasm.ts';
import { createSavannaPicture, heightWithChart, grassColours } from './picture.ts';
import type { Census, Habits, Herds, SavannaOptions, SavannaSolver, Shown } from './solver.ts';

const ANTELOPES = [100, 300, 700, 1500, 3000, 6000, 12_000, 25_000, 50_000];
const LIONS = [0, 1, 3, 10, 30, 60, 100, 300, 1000];

const controls: readonly Control[] = [
  paintTool([
    ['wall', 'Wall'],
    ['clear', 'Clear'],
  ]),
  brushOf(4),
  {
    kind: 'range',
    name: 'antelopes',
    label: 'Antelopes, at first',
    value: 1500,
    min: ANTELOPES[0],
    max: ANTELOPES[ANTELOPES.length - 1],
    steps: ANTELOPES,
    again: true,
    keepsWork: true,
  },
  {
    kind: 'range',
    name: 'lions',
    label: 'Lions, at first',
    value: 30,
    min: 0,
    max: LIONS[LIONS.length - 1],
    steps: LIONS,
    again: true,
    keepsWork: true,
  },
  {
    kind: 'range',
    name: 'grass',
    label: 'Ground with grass',
    value: 40,
    min: 5,
    max: 90,
    step: 5,
    unit: '%',
    again: true,
    keepsWork: true,
  },
  {
    kind: 'range',
    name: 'fear',
    label: 'Fear against hunger',
    value: 1,
    min: -3,
    max: 3,
    step: 0.25,
    hint: 'How strong the scent of lions is for antelopes, in powers of ten.',
  },
  {
    kind: 'range',
    name: 'speed',
    label: 'Speed of antelopes',
    value: 90,
    min: 10,
    max: 100,
    step: 5,
    unit: '% of a lion’s',
  },
  {
    kind: 'range',
    name: 'steps',
    label: 'Scents spread',
    value: 6,
    min: 1,
    max: 20,
    step: 1,
    unit: 'cells a tick',
  },
  {
    kind: 'choice',
    name: 'shown',
    label: 'Show',
    value: 'none',
    options: [
      ['none', 'Grass'],
      ['antelope', 'Scent of antelopes'],
      ['lion', 'Scent of lions'],
      ['grass', 'Scent of grass'],
    ],
  },
  {
    kind: 'choice',
    name: 'map',
    label: 'Map',
    value: 'islands',
    options: MAP_NAMES.filter(([name]) => name !== 'hills'),
    again: true,
  },
  {
    kind: 'choice',
    name: 'size',
    label: 'Cells',
    value: 'medium',
    options: MAP_SIZES.slice(0, 3),
    again: true,
  },
  SHAPE,
  SOLVER,
  SEED,
];

const habitsOf = (settings: Readonly<Record<string, Value>>): Habits => ({
  fear: Number(settings['fear']),
  speed: Number(settings['speed']) / 100,
  steps: Number(settings['steps']),
});

async function create(host: SceneHost): Promise<Scene> {
  const settings: Record<string, Value> = { ...host.settings };
  const seed = Number(settings['seed']);
  const map = await askMap(String(settings['map']), sizeOf(settings), seed);
  const { width, height, open } = map;
  // slow ground of a map counts as free ground
  const terrain = map.terrain.map((part) => (part > 0 ? 1 : 0));
  const ground = createGround(width, height, terrain);
  const bounds = { x: 0, y: 0, width, height: heightWithChart(height) };
  host.showEarly({ ...ground.early, bounds });
  const painter = createPainter(width, height, terrain);
  const first = fittingHerds(host, settings, open.length);

  let theme: Theme;
  const shown = (): Shown => settings['shown'] as Shown;
  const solver = await openSolver(
    host,
    {
      width,
      height,
      terrain,
      open,
      ...first,
      grass: Number(settings['grass']) / 100,
      seed,
      habits: habitsOf(settings),
    },
    shown(),
    { grass: () => grassColours(theme), scent: () => theme.ramp },
  );
  const picture = createSavannaPicture(width, height, ground, solver);
  picture.changed(0, solver.census);
  const parts = { host, settings, width, height, terrain, first, ground, painter, solver, picture };
  return sceneOf(parts, shown, (surface, now, phase) => {
    theme = now;
    picture.draw(surface, theme, phase, shown() !== 'none');
  });
}

/**
 * The numbers of animals asked for, reduced to half of the free cells, with a notice.
 */
function fittingHerds(host: SceneHost, settings: Settings, free: number): Herds<number> {
  const asked = { antelopes: Number(settings['antelopes']), lions: Number(settings['lions']) };
  const fits = Math.min(1, (0.5 * free) / (asked.antelopes + asked.lions));
  const antelopes = Math.floor(fits * asked.antelopes);
  const lions = Math.floor(fits * asked.lions);
  if (fits < 1) {
    const herds = `${inWords(antelopes, 'antelope')} and ${inWords(lions, 'lion')}`;
    host.notice({
      kind: 'warning',
      text: `The map has ${free.toLocaleString('en')} free cells: these are ${herds}.`,
    });
  }
  return { antelopes, lions };
}

async function openSolver(
  host: SceneHost,
  options: SavannaOptions,
  shown: Shown,
  palettes: { grass(): Uint32Array; scent(): Uint32Array },
): Promise<SavannaSolver> {
  if (!wantsGpu(host)) return createWasmSavanna(options, shown, palettes);
  const { createGpuSavanna } = await import('./on-gpu.ts');
  return createGpuSavanna(host.device, options, shown, palettes);
}

/** The parts of the scene. */
interface SavannaParts {
  readonly host: SceneHost;
  readonly settings: Record<string, Value>;
  readonly width: number;
  readonly height: number;
  readonly terrain: Float32Array;
  /** Animals at the start. */
  readonly first: Herds<number>;
  readonly ground: Ground;
  readonly painter: Painter;
  readonly solver: SavannaSolver;
  readonly picture: ReturnType<typeof createSavannaPicture>;
}

function groundChanged({ ground, solver, terrain }: SavannaParts, cells: Uint32Array): void {
  ground.changed(cells);
  const values = Float32Array.from(cells, (cell) => terrain[cell]);
  solver.setTerrain(cells, values);
}

function sceneOf(parts: SavannaParts, shown: () => Shown, draw: Scene['draw']): Scene {
  const { host, settings, width, height, painter, solver, picture } = parts;
  const { pointer, undo, redo } = createMapPointer({
    width,
    height,
    settings,
    painter,
    grounds: { wall: 0, clear: 1 },
    handles: () => [],
    reach: 0,
    moved() {},
    painted: (cells) => groundChanged(parts, cells),
  });
  let ticks = 0;
  function tell(error: Error): void {
    if (!host.signal.aborted) host.notice({ kind: 'error', text: error.message });
  }
  return {
    bounds: { x: 0, y: 0, width, height: picture.height },
    backend: solver.backend,
    set(name, value) {
      settings[name] = value;
      if (name === 'shown') solver.show(shown()).then(host.redraw, tell);
      else if (name !== 'tool' && name !== 'brush') solver.setHabits(habitsOf(settings));
    },
    async tick(count) {
      const report = await solver.tick(count);
      ticks += report.ticks;
      picture.changed(ticks, solver.census);
      return report;
    },
    draw,
    labels() {
      const { antelopes, lions } = solver.census;
      const text = `${inWords(antelopes.alive, 'antelope')} · ${inWords(lions.alive, 'lion')}`;
      return [...picture.axes(), { x: 0, y: picture.height, text, width }];
    },
    pointer,
    undo,
    redo,
    facts: () => [
      ...factsOf('Antelopes', solver.census.antelopes),
      ['… caught', solver.census.antelopes.caught.toLocaleString('en')],
      ...factsOf('Lions', solver.census.lions),
      ['Map', `${width} × ${height} cells`],
      ['Memory', `${(solver.memoryBytes / 2 ** 20).toFixed(1)} MB`],
    ],
    work: () => ({ edits: painter.edits() }),
    restore(work) {
      const { edits } = work as { edits?: unknown };
      groundChanged(parts, takeEdits(edits, parts.terrain, [0, 1]));
    },
    paths: () => pathsOf(solver, width),
    state: () => stateOf(parts, ticks),
    destroy: () => solver.destroy(),
  };
}

async function pathsOf(solver: SavannaSolver, width: number): Promise<ScenePaths> {
  const places = await solver.places();
  const placeOf = (cell: number): number[] => [cell % width, Math.floor(cell / width)];
  const points = (name: string, cells: Uint32Array) => ({
    name,
    kind: 'points' as const,
    coordinates: placesOf(cells.length, (i) => placeOf(cells[i])),
  });
  const herds = [points('antelopes', places.antelopes), points('lions', places.lions)];
  return { unit: 'cells', paths: herds };
}

/** Facts for tests. */
async function stateOf(parts: SavannaParts, ticks: number) {
  const { solver, terrain, first, width, height } = parts;
  const places = await solver.places();
  return {
    ticks,
    width,
    height,
    first,
    ...solver.census,
    antelopePlaces: Array.from(places.antelopes),
    lionPlaces: Array.from(places.lions),
    walls: terrain.reduce((sum, value) => sum + (value === 0 ? 1 : 0), 0),
  };
}

const inWords = (count: number, name: string): string =>
  `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;

function factsOf(name: string, { alive, born, arrived, starved }: Census): [string, string][] {
  const [a, b, c] = [alive, born + arrived, starved].map((count) => count.toLocaleString('en'));
  return [
    [name, a],
    ['… born or come, starved', `${b}, ${c}`],
  ];
}

export const ANTELOPES_AND_LIONS: SceneKind = {
  summary:
    'Antelopes go after the scent of grass and shun that of lions; lions follow that of ' +
    'antelopes. ' +
    'Animals that eat have young, others starve. Paint walls, and change how they live.',
  controls,
  rate: 14,
  files: [],
  create,
};
