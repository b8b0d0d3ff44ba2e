// Antelopes and lions: who flees, who hunts, and how many there are. The scents are those of collaborative diffusion.
import { SEED, type Control, type Value } from '../../shell/settings.ts';
import type { Theme } from '../../draw/colours.ts';
import { createGround } from '../crowd/ground.ts';
import { askMap } from '../maps/ask-map.ts';
import { MAP_NAMES, MAP_SIZES } from '../maps/make-map.ts';
import { createMapPointer, takeEdits } from '../maps/map-pointer.ts';
import { createPainter } from '../maps/paint.ts';
import { brushOf, paintTool, SOLVER, wantsGpu } from '../controls.ts';
import { placesOf } from '../places.ts';
import type { Scene, SceneHost, SceneKind } from '../scene.ts';
import { createWasmSavanna } from './on-wasm.ts';
import { createSavannaPicture, grassColours } from './picture.ts';
import type { Census, Habits, SavannaOptions, SavannaSolver, Shown } from './solver.ts';

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
  const map = await askMap(String(settings['map']), String(settings['size']), seed);
  const { width, height, open } = map;
  // slow ground is free ground here
  const terrain = map.terrain.map((part) => (part > 0 ? 1 : 0));
  const ground = createGround(width, height, terrain);
  const painter = createPainter(width, height, terrain);
  const asked = { antelopes: Number(settings['antelopes']), lions: Number(settings['lions']) };
  const fits = Math.min(1, (0.5 * open.length) / (asked.antelopes + asked.lions));
  const antelopes = Math.floor(fits * asked.antelopes);
  const lions = Math.floor(fits * asked.lions);
  if (fits < 1) {
    host.notice({
      kind: 'warning',
      text: `The map has ${open.length.toLocaleString('en')} free cells: these are ${antelopes.toLocaleString('en')} antelopes and ${lions.toLocaleString('en')} lions.`,
    });
  }

  let ticks = 0;
  let theme: Theme;
  const what = (): Shown => settings['shown'] as Shown;
  const solver = await chooseSolver({
    width,
    height,
    terrain,
    open,
    antelopes,
    lions,
    grass: Number(settings['grass']) / 100,
    seed,
    habits: habitsOf(settings),
  });
  const picture = createSavannaPicture(width, height, ground, solver);
  picture.changed(ticks, solver.census);

  async function chooseSolver(options: SavannaOptions): Promise<SavannaSolver> {
    const palettes = { grass: () => grassColours(theme), scent: () => theme.ramp };
    if (!wantsGpu(host)) return createWasmSavanna(options, what(), palettes);
    const { createGpuSavanna } = await import('./on-gpu.ts');
    return createGpuSavanna(host.device, options, what(), palettes);
  }

  function tell(error: Error): void {
    if (!host.signal.aborted) host.notice({ kind: 'error', text: error.message });
  }

  function groundChanged(cells: Uint32Array): void {
    ground.changed(cells);
    solver.setTerrain(
      cells,
      Float32Array.from(cells, (cell) => terrain[cell]),
    );
  }

  const { pointer, undo, redo } = createMapPointer({
    width,
    height,
    settings,
    painter,
    grounds: { wall: 0, clear: 1 },
    handles: () => [],
    reach: 0,
    moved() {},
    painted: groundChanged,
  });

  return {
    bounds: { x: 0, y: 0, width, height: picture.height },
    backend: solver.backend,
    set(name, value) {
      settings[name] = value;
      if (name === 'shown') solver.show(what()).then(host.redraw, tell);
      else if (name !== 'tool' && name !== 'brush') solver.setHabits(habitsOf(settings));
    },
    async tick(count) {
      const report = await solver.tick(count);
      ticks += report.ticks;
      picture.changed(ticks, solver.census);
      return report;
    },
    draw(surface, now, phase) {
      theme = now;
      picture.draw(surface, theme, phase, what() !== 'none');
    },
    labels: () => [
      {
        x: 0,
        y: picture.height,
        text: `${inWords(solver.census.antelopes.alive, 'antelope')} · ${inWords(solver.census.lions.alive, 'lion')}`,
        width,
      },
    ],
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
      groundChanged(takeEdits(edits, terrain, [0, 1]));
    },
    async paths() {
      const places = await solver.places();
      const placeOf = (cell: number): number[] => [cell % width, Math.floor(cell / width)];
      const points = (name: string, cells: Uint32Array) => ({
        name,
        kind: 'points' as const,
        coordinates: placesOf(cells.length, (i) => placeOf(cells[i])),
      });
      const herds = [points('antelopes', places.antelopes), points('lions', places.lions)];
      return { unit: 'cells', paths: herds };
    },
    async state() {
      const places = await solver.places();
      return {
        ticks,
        width,
        height,
        first: { antelopes, lions },
        ...solver.census,
        antelopePlaces: Array.from(places.antelopes),
        lionPlaces: Array.from(places.lions),
        walls: terrain.reduce((sum, value) => sum + (value === 0 ? 1 : 0), 0),
      };
    },
    destroy: () => solver.destroy(),
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
    'Antelopes go after the scent of grass and shun that of lions; lions follow that of antelopes. Who eats has young, who does not dies. Paint walls, and change how they live.',
  controls,
  rate: 14,
  files: [],
  create,
};
