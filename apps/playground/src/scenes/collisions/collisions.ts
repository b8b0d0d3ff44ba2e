// The scene "Collisions": up to millions of discs push each other apart. Cells and pairs are shown
// when the camera is near.
import { explain } from '../../common/explain.ts';
import { SEED, type Control, type Settings } from '../../common/settings.ts';
import { SHAPE, SOLVER, THREADS, wantsGpu } from '../controls.ts';
import { placesOf } from '../places.ts';
import type { Scene, SceneHost, SceneKind } from '../scene.ts';
import type { Load } from '../../common/settings.ts';
import { fitting } from '../machine.ts';
import type { BodiesOptions } from './bodies.ts';
import { askBodies, createWasmCollisions } from './on-wasm.ts';
import { createCollisionsPicture } from './picture.ts';
import type { CollisionsSolver } from './solver.ts';

const COUNTS = [
  300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 2_000_000, 4_000_000, 10_000_000,
];
const LOAD: Load = {
  what: 'bodies',
  wasm: { bytes: 160, smooth: 100_000 },
  gpu: { binding: 16, bytes: 100, smooth: 10_000 },
};
/** If fewer bodies than this fail, memory is not the reason, and the error is shown. */
const FEW = 1000;

const controls: readonly Control[] = [
  {
    kind: 'range',
    name: 'agents',
    label: 'Bodies',
    value: 30_000,
    min: COUNTS[0],
    max: COUNTS[COUNTS.length - 1],
    steps: COUNTS,
    load: LOAD,
    again: true,
  },
  {
    kind: 'range',
    name: 'spread',
    label: 'Largest to smallest',
    value: 8,
    min: 1,
    max: 64,
    steps: [1, 2, 4, 8, 16, 32, 64],
    unit: 'to 1',
    again: true,
  },
  {
    kind: 'range',
    name: 'fill',
    label: 'Crowded',
    value: 35,
    min: 5,
    max: 80,
    step: 5,
    unit: '%',
    again: true,
  },
  { kind: 'toggle', name: 'cells', label: 'Cells, from near', value: true },
  { kind: 'toggle', name: 'pairs', label: 'Pairs, from near', value: true },
  SHAPE,
  SOLVER,
  THREADS,
  SEED,
];

export function bodiesOptions(settings: Settings): BodiesOptions {
  return {
    count: Number(settings['agents']),
    spread: Number(settings['spread']),
    fill: Number(settings['fill']) / 100,
    tall: settings['shape'] === 'tall',
    seed: Number(settings['seed']),
  };
}

async function chooseSolver(
  host: SceneHost,
  options: BodiesOptions,
  isOnGpu: boolean,
): Promise<CollisionsSolver> {
  if (isOnGpu && host.device) {
    const [start, { createGpuCollisions }] = await Promise.all([
      askBodies(options),
      import('./on-gpu.ts'),
    ]);
    return createGpuCollisions(host.device, start);
  }
  const { threads } = host.settings;
  return createWasmCollisions(options, threads === 'auto' ? undefined : Number(threads));
}

/**
 * Opens the solver. If the bodies asked for do not fit, takes fewer, with a warning.
 */
async function fittingSolver(host: SceneHost): Promise<CollisionsSolver> {
  const isOnGpu = wantsGpu(host);
  let options = bodiesOptions(host.settings);
  options = { ...options, count: fitting(host, LOAD, options.count, isOnGpu) };
  for (;;) {
    try {
      return await chooseSolver(host, options, isOnGpu);
    } catch (error) {
      const count = COUNTS.findLast((fewer) => fewer < options.count);
      // a device throws a RangeError for what is too large for it
      const isTooMany = error instanceof RangeError || explain(error).isMemory;
      if (!isTooMany || host.signal.aborted || count === undefined || count < FEW) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      const [many, few] = [options.count, count].map((value) => value.toLocaleString('en'));
      host.notice({
        kind: 'warning',
        text: `${many} bodies do not fit on this machine (${reason}). These are ${few}.`,
      });
      options = { ...options, count };
    }
  }
}

async function create(host: SceneHost): Promise<Scene> {
  const settings = { ...host.settings };
  const solver = await fittingSolver(host);
  const { discs, width, height } = solver;
  let ticks = 0;
  const picture = createCollisionsPicture(solver, host.redraw, (error) => {
    if (!host.signal.aborted) host.notice({ kind: 'error', text: error.message });
  });

  return {
    bounds: { x: 0, y: 0, width, height },
    backend: solver.backend,
    set(name, value) {
      settings[name] = value;
    },
    async tick(count) {
      const report = await solver.tick(count);
      ticks += report.ticks;
      return report;
    },
    draw(surface, theme) {
      const [cells, pairs] = [settings['cells'] === true, settings['pairs'] === true];
      picture.draw(surface, theme, { cells, pairs });
    },
    pointer: () => false,
    facts: () => [
      ['Bodies', discs.count.toLocaleString('en')],
      ['Pairs that touch', solver.pairs.toLocaleString('en')],
      ['Grids', inWords(solver)],
      ['Memory', `${(solver.memoryBytes / 2 ** 20).toFixed(1)} MB`],
    ],
    work: () => null,
    async paths() {
      const { x, y } = await solver.snapshot();
      const coordinates = placesOf(x.length, (i) => [x[i], y[i]]);
      const unit = 'diameters of the smallest body';
      return { unit, paths: [{ name: 'bodies', kind: 'points', coordinates }] };
    },
    async state() {
      const { x, y, radius, pairs } = await solver.snapshot();
      const list = (values: Float32Array): number[] => Array.from(values.subarray(0, 2000));
      return {
        ticks,
        bodies: discs.count,
        width,
        height,
        pairs,
        cells: solver.cells.length,
        x: list(x),
        y: list(y),
        radius: list(radius),
      };
    },
    destroy: () => solver.destroy(),
  };
}

function inWords({ cells }: CollisionsSolver): string {
  if (cells.length === 0) return 'none: all by all';
  const sides = cells.slice(0, 3).map(({ side }) => side.toPrecision(2));
  return `cells of ${sides.join(', ')}${cells.length > 3 ? ', …' : ''}`;
}

export const COLLISIONS: SceneKind = {
  summary:
    'Discs of many sizes push each other apart: the more others one touches, the warmer its ' +
    'colour. Go near to see the cells that they are sorted into, and every pair.',
  controls,
  rate: 60,
  files: [],
  create,
};
