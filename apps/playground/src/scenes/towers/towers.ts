// The scene "Tower defence": creeps of several radii follow a distance field. Towers may be built
// on top of them.
import { SEED, type Control, type Load, type Value } from '../../common/settings.ts';
import { SHAPE } from '../controls.ts';
import { fitting } from '../machine.ts';
import { isBelow } from '../maps/map-pointer.ts';
import { placesOf } from '../places.ts';
import type { Label, Scene, SceneHost, SceneKind } from '../scene.ts';
import { GROUND } from './game.ts';
import { createTowersSolver, type TowersSolver } from './on-wasm.ts';
import { createTowersPicture, legendOf, type TowersPicture } from './picture.ts';
import { createBuilder, type Builder } from './builder.ts';

const COUNTS = [100, 300, 1000, 2000, 5000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
const LOAD: Load = { what: 'creeps', wasm: { bytes: 160, smooth: 30_000 } };
const SIZES: Readonly<Record<string, readonly [width: number, height: number]>> = {
  small: [32, 20],
  medium: [64, 40],
  large: [128, 80],
};

const controls: readonly Control[] = [
  {
    kind: 'choice',
    name: 'tool',
    label: 'Pointer',
    value: 'tower',
    inline: true,
    options: [
      ['move', 'Move'],
      ['tower', 'Tower'],
    ],
    hint: 'A click builds a tower or takes it away; a stroke does so in every cell it crosses.',
  },
  {
    kind: 'range',
    name: 'agents',
    label: 'Creeps',
    value: 2000,
    min: COUNTS[0],
    max: COUNTS[COUNTS.length - 1],
    steps: COUNTS,
    load: LOAD,
    again: true,
    keepsWork: true,
  },
  {
    kind: 'choice',
    name: 'size',
    label: 'Cells',
    value: 'medium',
    options: Object.entries(SIZES).map(([name, [width, height]]) => [name, `${width} × ${height}`]),
    again: true,
  },
  SHAPE,
  {
    kind: 'range',
    name: 'rocks',
    label: 'Rocks',
    value: 8,
    min: 0,
    max: 30,
    step: 1,
    unit: '%',
    again: true,
  },
  { kind: 'toggle', name: 'field', label: 'Show how near the goal is', value: true },
  SEED,
];

/** The text of `march.ts`, which the worker runs. */
const { './march.ts': code } = import.meta.glob<string>('./march.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The parts of the scene. */
interface TowersParts {
  readonly settings: Record<string, Value>;
  readonly width: number;
  readonly height: number;
  readonly solver: TowersSolver;
  readonly picture: TowersPicture;
  readonly builder: Builder;
}

async function create(host: SceneHost): Promise<Scene> {
  const settings: Record<string, Value> = { ...host.settings };
  const [long, short] = SIZES[String(settings['size'])];
  const [width, height] = settings['shape'] === 'tall' ? [short, long] : [long, short];
  const solver = await createTowersSolver({
    width,
    height,
    creeps: fitting(host, LOAD, Number(settings['agents']), false),
    rocks: Number(settings['rocks']) / 100,
    seed: Number(settings['seed']),
  });
  const picture = createTowersPicture(solver, width, height);
  const builder = createBuilder({ host, solver, settings, width, height, hover: picture.hover });
  return sceneOf({ settings, width, height, solver, picture, builder });
}

const towersOf = ({ field }: TowersSolver): number[] => {
  const cells: number[] = [];
  for (const [cell, value] of field.ground.entries()) if (value === GROUND.TOWER) cells.push(cell);
  return cells;
};

function sceneOf(parts: TowersParts): Scene {
  const { settings, width, height, solver, picture, builder } = parts;
  const { discs } = solver;
  let ticks = 0;
  return {
    bounds: { x: 0, y: 0, width, height },
    backend: 'WebAssembly in a worker',
    set(name, value) {
      settings[name] = value;
      if (name === 'tool') picture.hover(undefined);
    },
    async tick(count) {
      const report = await solver.tick(count);
      ticks += report.ticks;
      return report;
    },
    draw: (surface, theme) => picture.draw(surface, theme, settings['field'] === true),
    labels(): Label[] {
      const { refused } = builder;
      if (!refused) return [];
      const [column, y] = [refused.cell % width, Math.floor(refused.cell / width)];
      // in the right half the text does not fit to the right of the cell
      const x = Math.min(column, width / 2);
      return [{ x, y: y < 2 ? y + 2 : y, text: refused.text, width, isBoxed: true }];
    },
    legend: (theme) => legendOf(theme, settings['field'] === true),
    pointer: builder.pointer,
    undo: builder.undo,
    redo: builder.redo,
    facts: () => [
      ['Creeps', discs.count.toLocaleString('en')],
      ['Arrived', solver.arrived.toLocaleString('en')],
      ['Towers', towersOf(solver).length.toLocaleString('en')],
      ['Refused', builder.refusals.toLocaleString('en')],
      ['Shortest path', `${solver.field.steps} cells`],
    ],
    work: () => ({ towers: towersOf(solver) }),
    async restore(work) {
      const { towers } = work as { towers?: unknown };
      if (!Array.isArray(towers) || towers.length === 0) return;
      const cells = towers.filter((cell) => isBelow(cell, width * height));
      const { refused } = await solver.change(cells, true);
      if (refused !== undefined) throw new Error(`a tower ${refused}`);
    },
    async paths() {
      const { x, y } = await solver.snapshot();
      const coordinates = placesOf(x.length, (i) => [x[i], y[i]]);
      return { unit: 'cells', paths: [{ name: 'creeps', kind: 'points', coordinates }] };
    },
    state: () => stateOf(parts, ticks),
    destroy: () => solver.destroy(),
  };
}

/** Facts for tests. */
async function stateOf({ solver, builder, width, height }: TowersParts, ticks: number) {
  const { x, y } = await solver.snapshot();
  return {
    ticks,
    width,
    height,
    arrived: solver.arrived,
    refused: builder.refusals,
    towers: towersOf(solver),
    ground: Array.from(solver.field.ground),
    x: Array.from(x.subarray(0, 2000)),
    y: Array.from(y.subarray(0, 2000)),
  };
}

export const TOWERS: SceneKind = {
  summary:
    'Creeps walk to the goal on the right, and in again on the left. Click to build towers, also ' +
    'on top of creeps: one that would cut off a cell from the goal is refused.',
  code,
  controls,
  rate: 30,
  files: [],
  create,
};
