// Every argument of every export, wrong in turn: a TypeError or RangeError that names the argument.
import * as main from '@wayfield/diffusion';
import * as pool from '@wayfield/diffusion/pool';
import * as study from '@wayfield/diffusion/study';
import { buildGrid } from '@wayfield/graph';
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('arguments');

const map = (): main.DiffusionMap => ({
  width: 3,
  height: 2,
  neighbours: 8,
  terrain: new Float32Array(6).fill(1),
});
const modelOptions = {
  layers: ['goal', 'crowd'],
  method: 'diffusion',
  rule: 'heat',
  rate: 0.1,
  border: 'clamp',
  precision: 'f32',
  flushToZero: true,
} as const;
const settleOptions = () => ({
  until: 'front',
  limit: 5,
  tolerance: 0.5,
  layers: ['goal'],
  signal: new AbortController().signal,
  onProgress: () => undefined,
});
const pursuerOptions = {
  cell: [0],
  weights: { goal: 1 },
  emit: { layer: 'crowd', strength: 1 },
  modulate: { layer: 'goal', factor: 0.5 },
  exclusive: false,
};
const routes = () => ({
  count: 1,
  status: new Uint8Array(1),
  cost: new Float32Array(1),
  firstNode: Uint32Array.of(0, 2),
  node: Uint32Array.of(0, 1),
});

// wrong entries of lists are told by the status of their agent
const agents = () => ({
  x: Float64Array.of(0.5),
  y: Float64Array.of(0.5),
  dx: Float64Array.of(0.1),
  dy: Float64Array.of(0.1),
});
const directions = () => ({
  x: new Float32Array(1),
  y: new Float32Array(1),
  status: new Uint8Array(1),
});
const places = () => ({
  x: new Float64Array(1),
  y: new Float64Array(1),
  status: new Uint8Array(1),
});

const names = { 'options.layers[0]': ["'x'", "''", 'misspelt'] };
/** Method 'distance' alone has this option: the last test tries it. */
const butMetric = (problems: readonly string[]): readonly string[] =>
  problems.filter((problem) => !problem.endsWith(' lacks the option metric'));

/** Methods of a model of method 'diffusion'. */
const methods: Samples = {
  setGoals: {
    args: () => ({ layer: 'goal', goals: { cell: [0], strength: 1 } }),
    optional: ['goals.strength'],
  },
  setTerrain: { args: () => ({ cells: [0], terrain: [1] }), accepts: { terrain: ['7'] } },
  setModulation: { args: () => ({ layer: 'goal', cells: [0], factor: 0.5 }) },
  unreachable: { args: () => ({ layer: 'goal' }) },
  reset: 'no arguments',
  step: { args: () => ({ count: 1 }), optional: ['count'] },
  settle: { args: () => ({ options: settleOptions() }), accepts: { 'options.until': ['7'] } },
  field: { args: () => ({ layer: 'goal', out: new Float32Array(6) }), optional: ['out'] },
  next: { args: () => ({ layer: 'goal', cell: 0 }) },
  ascend: {
    args: () => ({ layer: 'goal', starts: [0], options: { maxSteps: 3, reuse: routes() } }),
    accepts: { starts: ['7'], 'options.reuse.count': ['*'] },
  },
  descend: 'no arguments',
  headings: {
    args: () => ({ layer: 'goal', out: new Float32Array(12) }),
    optional: ['layer', 'out'],
  },
  steer: {
    args: () => ({
      x: agents().x,
      y: agents().y,
      options: { radius: 0.2, layer: 'goal', out: directions() },
    }),
    accepts: { 'options.radius': ['[]'] },
  },
  moveAlong: {
    args: () => ({ ...agents(), options: { radius: 0.2, out: places() } }),
  },
  wouldBlock: {
    args: () => ({ cells: [0], layer: 'goal', places: [0] }),
    optional: ['layer', 'places'],
  },
  wouldBlockEach: {
    args: () => ({ placements: [0], layer: 'goal', out: new Uint32Array(1) }),
    optional: ['layer', 'out'],
    accepts: { 'placements[0]': ['[]'] },
  },
  destroy: 'no arguments',
};

const destroy = (one: { destroy(): unknown }): unknown => one.destroy();

/** A model is taken as a whole: a changed copy of one is refused as such. */
const modelFields = Object.keys(main.createDiffusion(map())).flatMap((key) => [
  [`model.${key}`, 'model'],
  [`model.${key}[0]`, 'model'],
]);

const samples: Samples = {
  createDiffusion: {
    args: () => ({ map: map(), options: modelOptions }),
    accepts: names,
    methods,
    done: destroy,
  },
  createPursuers: {
    args: () => ({
      model: main.createDiffusion(map(), { layers: ['goal', 'crowd'] }),
      options: pursuerOptions,
    }),
    named: Object.fromEntries(modelFields),
    methods: {
      move: 'no arguments',
      place: { args: () => ({ cell: [0] }) },
      destroy: 'no arguments',
    },
    done: destroy,
  },
  diffusionMapOf: {
    args: () => ({ grid: buildGrid({ width: 2, height: 2 }) }),
    accepts: { 'grid.corners': ['*'], 'grid.buffer': ['*'] },
  },
  gridOfMap: { args: () => ({ map: map() }) },
};

test('of the main entry point', async () => {
  assert.equal(butMetric(await walkExports({ '.': main }, samples)), []);
});

test('of the study', async () => {
  const studySamples: Samples = {
    measurePaths: {
      args: () => ({ map: map(), routes: routes(), best: routes() }),
      optional: ['best'],
    },
    mcmillanIterations: {
      args: () => ({
        report: { steps: 1, converged: true, reason: 'front', unreachable: 0, residual: NaN },
        cap: 5,
      }),
      optional: ['cap'],
      accepts: { 'report.reason': ['*'], 'report.residual': ['*'] },
    },
    mcmillanOpenMap: { args: () => ({ n: 4 }) },
  };
  assert.equal(await walkExports({ './study': study }, studySamples), []);
});

test('of the pool', async () => {
  const poolSamples: Samples = {
    createDiffusionPool: {
      args: () => ({
        map: map(),
        options: { ...modelOptions, threads: 1, worker: undefined },
      }),
      accepts: names,
      methods: {
        ...methods,
        pursuers: { args: () => ({ options: pursuerOptions }) },
      },
      done: destroy,
    },
  };
  assert.equal(butMetric(await walkExports({ './pool': pool }, poolSamples)), []);
});

test('of method distance', async () => {
  const distance: Samples = {
    createDiffusion: {
      args: () => ({ map: map(), options: { method: 'distance', metric: 'graph' } }),
      methods: {
        ...methods,
        ascend: 'no arguments',
        descend: methods.ascend,
      },
      done: destroy,
    },
  };
  const problems = await walkExports({ '.': { createDiffusion: main.createDiffusion } }, distance);
  assert.equal(
    problems.filter((problem) => !problem.includes('lacks the option')),
    [],
  );
});

test('what is no list removes no goals and changes no terrain', () => {
  const model = main.createDiffusion(map());
  model.setGoals('goal', { cell: [0] });
  const wrong = { cell: 4 } as unknown as main.Goals;
  assert.throws(() => model.setGoals('goal', wrong), /^.*cell is 4, expected an array/);
  assert.is(model.unreachable('goal'), 0);
  assert.throws(() => model.setTerrain(2 as unknown as number[], 0), /^.*cells is 2, expected/);
  model.destroy();
});

test.run();
