import { type Samples, walkExports } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildBodies } from '@wayfield/collision';
import * as gpu from '@wayfield/collision/gpu';
import { addOrientedBody, buildOrientedBodies, buildShapes } from '@wayfield/collision/oriented';
import * as orientedGpu from '@wayfield/collision/oriented-gpu';
import { asyncMethods } from './sample-calls.ts';

const device = await sharedDevice();
// fields of bodies are tried on the other solvers: here each accepted one would be a solver on the
// GPU
const bodies = Object.setPrototypeOf(
  buildBodies({ x: Float32Array.of(0, 1, 5), y: Float32Array.of(0, 0, 5), radius: 1 }),
  { closed: true },
);

const world = buildOrientedBodies(buildShapes(2, [{ half: [1, 1] }]));
for (const x of [0, 1, 9]) addOrientedBody(world, { x, y: 0 });
Object.setPrototypeOf(world, { closed: true });

const SAMPLES: Samples = {
  createGpuOrientedSolver: {
    args: () => ({ device, world, options: { grid: 'auto', motion: 'auto' } }),
    done: (solver: orientedGpu.GpuOrientedSolver) => solver.destroy(),
    methods: {
      pairs: asyncMethods.pairs,
      contacts: asyncMethods.contacts,
      explore: asyncMethods.explore,
      update: 'no arguments',
      destroy: 'no arguments',
    },
  },
  createGpuCollisionSolver: {
    args: () => ({
      device,
      bodies,
      options: {
        grid: 'auto',
        motion: 'auto',
        // the defaults, whose kernels other tests of this process need, too
        tuning: {
          workgroupSize: 128,
          gather: 512,
          long: 512,
          many: 64,
          heavyRuns: 64,
          direct: 0,
          keysPerBody: 4,
          hostChecks: 16,
        },
      },
    }),
    optional: [
      'workgroupSize',
      'gather',
      'long',
      'many',
      'heavyRuns',
      'direct',
      'keysPerBody',
      'hostChecks',
    ].map((name) => `options.tuning.${name}`),
    done: (solver: gpu.GpuCollisionSolver) => solver.destroy(),
    methods: {
      ...asyncMethods,
      update: {
        args: () => ({ changed: ['x', 'y'] }),
        optional: ['changed', 'changed.[0]'],
        accepts: { 'changed[0]': ["'x'"] },
      },
      encodePairs: {
        args: () => ({
          target: device.createCommandEncoder(),
          options: { capacity: 8, bounds: true, fixed: false },
        }),
        named: { options: '(options|capacity)' },
      },
      encodeNeighbours: {
        args: () => ({
          target: device.createCommandEncoder(),
          options: { radius: 1, capacity: 8 },
        }),
        named: { options: '(options|capacity)' },
      },
      compile: { args: () => ({ options: { bounds: true } }) },
      cells: 'no arguments',
    },
  },
};

const test = suite('arguments of the GPU');

test('that are wrong are refused by name', async () => {
  assert.equal(await walkExports({ './gpu': gpu, './oriented-gpu': orientedGpu }, SAMPLES), []);
});

test.run();
