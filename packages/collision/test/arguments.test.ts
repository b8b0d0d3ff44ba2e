import { type Sample, type Samples, walkExports } from '@wayfield/testing';
import Flatbush from 'flatbush';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as main from '@wayfield/collision';
import * as agents from '@wayfield/collision/agents';
import * as agentsPool from '@wayfield/collision/agents-pool';
import * as environment from '@wayfield/collision/environment';
import * as pool from '@wayfield/collision/pool';
import * as reference from '@wayfield/collision/reference';
import * as study from '@wayfield/collision/study';
import { areaFields, areas, asyncMethods, methods } from './sample-calls.ts';

const three = (): main.Bodies => {
  const of = (...values: number[]): Float32Array => Float32Array.from(values);
  return main.buildBodies({ x: of(0, 1, 5), y: of(0, 0, 5), radius: 1 });
};

/**
 * Bodies whose fields are not tried one by one: calls that take nanoseconds check bodies as a whole
 * (`quickBodies`).
 */
const closed = (make = three): main.Bodies => Object.setPrototypeOf(make(), { closed: true });
const grows = (): main.Bodies => {
  const bodies = closed(() => main.buildBodies({ capacity: 8 }));
  main.addBody(bodies, { x: 0, y: 0, radius: 1 });
  return bodies;
};

const optionalArrays = ['z', 'extentX', 'extentY', 'extentZ', 'shape', 'group', 'mask', 'fixed'];
const bodiesOf = (name: string): string[] => optionalArrays.map((field) => `${name}.${field}`);
/** Ids may be any numbers: NaN is one too, and names no body. */
const anyId = { id: ['NaN'] };

const solverOf = (args: Sample['args']): Sample => ({
  args,
  optional: bodiesOf('bodies'),
  // no fields of `Bodies`: what `addBody` keeps beside them
  accepts: { 'bodies.freeSlots': ['*'], 'bodies.owned': ['*'], 'bodies.shared': ['*'] },
  done: (solver: main.CollisionSolver) => solver.destroy(),
  methods: { ...methods, destroy: 'no arguments', update: 'no arguments' },
});

const shapesOf = (rest: () => Record<string, unknown>): Sample => ({
  args: () => ({ A: closed(), a: 0, B: closed(), b: 1, ...rest() }),
});

const worldOptions = () => ({
  side: 10,
  seed: 1,
  dimensions: 2,
  capacity: 8,
  onTick: () => undefined,
});

const agentMethods: Samples = {
  bear: {
    args: () => ({ type: 'a', place: { x: 1, y: 1, z: 0 } }),
    optional: ['place', 'place.z'],
    named: { place: '(place|x)' },
  },
  kill: { args: () => ({ slot: 0 }) },
  alive: { args: () => ({ slot: 0 }) },
  typeOf: {
    args: () => ({ slot: 0 }),
    before: (made: agents.Agents) => made.bear('a'),
  },
  numbers: { args: () => ({ name: 'age' }) },
  count: { args: () => ({ type: 'a' }) },
  tick: 'no arguments',
  destroy: 'no arguments',
};

const SAMPLES: Samples = {
  buildBodies: {
    args: () => ({
      options: {
        dimensions: 3,
        count: 2,
        capacity: 4,
        shared: false,
        x: new Float32Array(4),
        y: new Float32Array(4),
        z: new Float32Array(4),
        radius: new Float32Array(4),
        extentX: new Float32Array(4),
        extentY: new Float32Array(4),
        extentZ: new Float32Array(4),
        shape: new Uint8Array(4),
        kind: new Uint8Array(4).fill(1),
        group: new Uint32Array(4).fill(1),
        mask: new Uint32Array(4).fill(1),
        fixed: new Uint8Array(4),
      },
    }),
    // one radius for all
    accepts: { 'options.radius': ['7'] },
  },
  addBody: {
    args: () => ({ bodies: grows(), body: { ...areas, kind: 1, group: 1, fixed: false } }),
    optional: [...areaFields, 'kind', 'group', 'fixed'].map((field) => `body.${field}`),
    // what is missing of an empty object is named
    named: { body: '(body|x)' },
  },
  checkBodies: { args: () => ({ bodies: closed() }) },
  fixBody: { args: () => ({ bodies: closed(), id: 0, fixed: true }), optional: ['fixed'] },
  fixedChanged: { args: () => ({ bodies: closed() }) },
  hasBody: { args: () => ({ bodies: closed(), id: 0 }), accepts: anyId },
  idOf: { args: () => ({ bodies: closed(), slot: 0 }) },
  moveBody: { args: () => ({ bodies: closed(), id: 0, x: 1, y: 1, z: 0 }), optional: ['z'] },
  removeBody: { args: () => ({ bodies: closed(), id: 0 }) },
  restBodies: { args: () => ({ bodies: closed() }) },
  slotOf: { args: () => ({ bodies: closed(), id: 0 }) },
  touches: shapesOf(() => ({})),
  boundsTouch: shapesOf(() => ({})),
  squaredDistance: shapesOf(() => ({})),
  halfBounds: { args: () => ({ shapes: closed(), i: 0, axis: 1 }) },
  createReferenceSolver: solverOf(() => ({ bodies: three() })),
  createTreeSolver: solverOf(() => ({ bodies: three(), Tree: Flatbush })),
  createCollisionSolver: solverOf(() => ({
    bodies: three(),
    options: { grid: 'auto', motion: 'auto' },
  })),
  createCollisionPool: {
    ...solverOf(() => ({
      bodies: three(),
      options: {
        grid: 'auto',
        motion: 'auto',
        threads: 1,
        worker: () => {
          throw new Error('the calling thread will do');
        },
      },
    })),
    methods: { ...asyncMethods, cells: 'no arguments' },
  },
  createEnvironment: {
    args: () => ({
      options: {
        dimensions: 2,
        capacity: 8,
        shared: false,
        solver: reference.createReferenceSolver,
      },
    }),
    done: (made: environment.Environment) => made.destroy(),
    methods: {
      add: {
        args: () => ({
          body: { ...areas, kind: 1, group: 1, fixed: false },
          done: () => undefined,
        }),
        optional: ['done', ...[...areaFields, 'kind', 'group', 'fixed'].map((f) => `body.${f}`)],
        named: { body: '(body|x)' },
      },
      move: {
        args: () => ({ id: 0, x: 1, y: 1, z: 0, done: () => undefined }),
        optional: ['z', 'done'],
        before: (made: environment.Environment) => made.has(0) || made.add({ x: 0, y: 0 }),
      },
      explore: {
        args: () => ({ area: { ...areas, self: 0 }, done: () => undefined }),
        optional: ['done', 'area.self', ...areaFields.map((field) => `area.${field}`)],
        named: { area: '(area|x)', 'area.self': '(self|id)' },
        before: (made: environment.Environment) => made.has(0) || made.add({ x: 0, y: 0 }),
      },
      remove: {
        args: () => ({ id: 0 }),
        before: (made: environment.Environment) => made.has(0) || made.add({ x: 0, y: 0 }),
      },
      has: { args: () => ({ id: 0 }), accepts: anyId },
      get: {
        args: () => ({ id: 0 }),
        before: (made: environment.Environment) => made.has(0) || made.add({ x: 0, y: 0 }),
      },
      commit: 'no arguments',
      destroy: 'no arguments',
    },
  },
  createAgents: {
    args: () => ({
      options: {
        types: [
          {
            name: 'a',
            body: {},
            meets: ['a'],
            numbers: { age: 0 },
            sensors: { near: { radius: 1, finds: ['a'] } },
            reason: () => undefined,
            act: () => undefined,
            interactions: [{ with: 'a', when: () => true, does: () => undefined }],
          },
        ],
        ...worldOptions(),
        environment: () => environment.createEnvironment(),
        solver: undefined,
      },
    }),
    optional: [
      'body',
      'meets',
      'numbers',
      'sensors',
      'reason',
      'act',
      'interactions',
      'interactions[0].when',
    ].map((field) => `options.types[0].${field}`),
    // another name is right, but then other names are of no type
    named: {
      options: '(options|types)',
      'options.types[0].name': '(name|meets)',
    },
    done: (made: agents.Agents) => made.destroy(),
    methods: agentMethods,
  },
  createAgentsPool: {
    args: () => ({
      options: {
        ...worldOptions(),
        solver: reference.createReferenceSolver,
        environment: undefined,
        model:
          'data:text/javascript,export const model = () => [{ name: "a", numbers: { age: 0 } }]',
        parameters: 1,
        threads: 1,
        worker: () => {
          throw new Error('the calling thread will do');
        },
      },
    }),
    optional: ['options.environment'],
    accepts: { 'options.parameters': ['*'] },
    named: { options: '(options|model)' },
    done: (made: agents.Agents) => made.destroy(),
    methods: agentMethods,
  },
  createAntelopesAndLions: {
    args: () => ({
      options: {
        agents: 15,
        seed: 1,
        dimensions: 2,
        solver: reference.createReferenceSolver,
        parameters: study.MODEL_PARAMETERS,
      },
    }),
    // what is missing of an empty object is named
    named: {
      options: '(options|agents)',
      'options.parameters': '(parameters|room)',
      'options.parameters.lion': '(lion|radius)',
      'options.parameters.antelope': '(antelope|radius)',
      'options.parameters.grass': '(grass|radius)',
    },
    done: (made: study.AntelopesAndLions) => made.destroy(),
    methods: {
      counts: 'no arguments',
      hash: 'no arguments',
      tick: 'no arguments',
      destroy: 'no arguments',
    },
  },
};

const test = suite('arguments');

test('that are wrong are refused by name, at every export', async () => {
  const entries = {
    '.': main,
    './pool': pool,
    './agents': agents,
    './agents-pool': agentsPool,
    './environment': environment,
    './reference': reference,
    './study': study,
  };
  assert.equal(await walkExports(entries, SAMPLES), []);
});

test.run();
