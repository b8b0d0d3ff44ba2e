import { refuses, type Sample, type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as oriented from '@wayfield/collision/oriented';
import * as ticks from '@wayfield/collision/oriented-environment';
import * as pool from '@wayfield/collision/oriented-pool';
import {
  addOrientedBody,
  buildOrientedBodies,
  buildShapes,
  turnBody,
} from '../src/oriented/index.ts';
import { areaFields, areas, asyncMethods, methods } from './sample-calls.ts';

const table = (): oriented.ShapeTable => oriented.buildShapes(2, [{ half: [1, 1] }]);

const world = (): oriented.OrientedBodies => {
  const made = oriented.buildOrientedBodies(table());
  for (const x of [0, 1, 9]) oriented.addOrientedBody(made, { x, y: 0 });
  return made;
};
/** A world whose fields are not tried one by one. */
const closed = (): oriented.OrientedBodies => Object.setPrototypeOf(world(), { closed: true });

const { pairs, contacts, explore } = methods;
const solverOf = (args: Sample['args'], more: Samples): Sample => ({
  args,
  done: (solver: oriented.OrientedSolver) => solver.destroy(),
  methods: { pairs, contacts, explore, ...more },
});
const synchronous: Samples = { update: 'no arguments', destroy: 'no arguments' };

const body = (): object => ({
  x: 1,
  y: 1,
  entry: 0,
  angle: 1,
  kind: 1,
  group: 1,
  mask: 1,
  fixed: false,
});

const SAMPLES: { [name: string]: Samples[string] } = {
  buildShapes: {
    args: () => ({ dimensions: 2, outlines: [{ half: [1, 1] }] }),
    optional: ['outlines[0].half'],
    // what is missing of an outline is named with its place in the list
    named: { 'outlines[0].half': '(outlines|half)' },
  },
  buildOrientedBodies: {
    args: () => ({
      shapes: Object.setPrototypeOf(table(), { closed: true }),
      options: {
        bodies: Object.setPrototypeOf({ ...world().bodies }, { closed: true }),
        entry: new Uint16Array(8),
        angle: new Float32Array(8),
        turn: new Float32Array(0),
      },
    }),
  },
  addOrientedBody: {
    args: () => ({ world: closed(), body: body() }),
    optional: ['entry', 'angle', 'kind', 'group', 'mask', 'fixed'].map((name) => `body.${name}`),
    named: { body: '(body|x)' },
  },
  turnBody: { args: () => ({ world: closed(), id: 0, to: 1 }) },
  createOrientedReference: solverOf(() => ({ world: closed() }), synchronous),
  createOrientedSolver: solverOf(
    () => ({ world: closed(), options: { grid: 'auto', motion: 'auto' } }),
    synchronous,
  ),
  createOrientedPool: solverOf(
    () => ({
      world: closed(),
      options: {
        grid: 'auto',
        motion: 'auto',
        threads: 1,
        worker: () => {
          throw new Error('the calling thread will do');
        },
        broadWorker: () => {
          throw new Error('the calling thread will do');
        },
      },
    }),
    { update: asyncMethods.update, destroy: asyncMethods.destroy },
  ),
};

const mayLive = (made: ticks.OrientedEnvironment): unknown =>
  made.has(0) || made.add({ x: 0, y: 0 });
const ofBody = ['entry', 'angle', 'kind', 'group', 'mask', 'fixed'];
SAMPLES['createOrientedEnvironment'] = {
  args: () => ({
    options: {
      shapes: Object.setPrototypeOf(table(), { closed: true }),
      capacity: 8,
      shared: false,
      solver: oriented.createOrientedReference,
    },
  }),
  named: { options: '(options|shapes)' },
  done: (made: ticks.OrientedEnvironment) => made.destroy(),
  methods: {
    add: {
      args: () => ({ body: body(), done: () => undefined }),
      optional: ['done', ...ofBody.map((name) => `body.${name}`)],
      named: { body: '(body|x)' },
    },
    move: {
      args: () => ({ id: 0, x: 1, y: 1, z: 0, done: () => undefined }),
      optional: ['z', 'done'],
      before: mayLive,
    },
    turn: { args: () => ({ id: 0, to: 1 }), before: mayLive },
    explore: {
      args: () => ({ area: { ...areas, self: 0 }, done: () => undefined }),
      optional: ['done', 'area.self', ...areaFields.map((field) => `area.${field}`)],
      named: { area: '(area|x)', 'area.self': '(self|id)' },
      before: mayLive,
    },
    remove: { args: () => ({ id: 0 }), before: mayLive },
    has: { args: () => ({ id: 0 }), accepts: { id: ['NaN'] } },
    get: { args: () => ({ id: 0 }), before: mayLive },
    commit: 'no arguments',
    destroy: 'no arguments',
  },
};

const test = suite('arguments of oriented bodies');

test('that are wrong are refused by name, at every export', async () => {
  const entries = {
    './oriented': oriented,
    './oriented-pool': pool,
    './oriented-environment': ticks,
  };
  assert.equal(await walkExports(entries, SAMPLES), []);
});

test('refuse angles that are finite, but not as the f32 that is stored', () => {
  const made = buildOrientedBodies(buildShapes(2, [{ half: [1, 1] }]));
  const text = /^(angle|to) is 1e\+39, expected .* finite as f32$/;
  refuses(() => addOrientedBody(made, { x: 0, y: 0, angle: 1e39 }), RangeError, text);
  const id = addOrientedBody(made, { x: 0, y: 0, angle: 3e38 });
  refuses(() => turnBody(made, id, 1e39), RangeError, text);
  assert.is(made.bodies.count, 1);
});

test.run();
