import { createGpuDiffusion } from '@wayfield/diffusion/gpu';
import { type Samples, walkExports } from '@wayfield/testing';
import { sharedDevice } from '@wayfield/testing/gpu';
import { storageBuffer } from '@wayfield/gpu-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '@wayfield/crowd';
import * as gpu from '@wayfield/crowd/gpu';
import * as gpuJam from '@wayfield/crowd/gpu-jam';
import * as gpuPaths from '@wayfield/crowd/gpu-paths';

const device = await sharedDevice();
const buffer = storageBuffer(device, 'field', 64);
const field = { buffer, offset: 0, pitch: 1, precision: 'f32' as const };

/** An object whose fields are not tried one by one. */
const closed = <T extends object>(value: T): T => Object.setPrototypeOf(value, { closed: true });

const held = await gpu.createGpuCrowd(device, {}, { capacity: 4 });
held.add({ x: 1, y: 2 });
const place = new Float64Array(4);

const map = { width: 4, height: 4, neighbours: 4, terrain: new Float32Array(16).fill(1) } as const;
const model = await createGpuDiffusion(device, map, { method: 'distance' });
const someHeadings = await gpu.createHeadings(device, { width: 4, height: 4 });

const thread = createCrowd({}, { capacity: 4 });
const empty = { ...thread.snapshot() };

/** Undoes what accepted calls left. */
const fresh = (crowd: gpu.GpuCrowd): void => {
  crowd.reset();
  crowd.aim(undefined);
  crowd.add({ x: 1, y: 2 });
};

const wallArrays = ['ax', 'ay', 'bx', 'by'].map((name) => `walls.${name}[0]`);

const SAMPLES: Samples = {
  createGpuCrowd: {
    args: () => ({
      device,
      world: {},
      options: {
        capacity: 4,
        seed: 1,
        headway: 1,
        wallCapacity: 4,
        defaults: { radius: 0.3 },
        preferred: 'columns',
      },
    }),
    optional: ['world.walls', 'world.bounds', 'options.defaults.radius'],
    done: (crowd: gpu.GpuCrowd) => crowd.destroy(),
    methods: {
      add: {
        args: () => ({ agent: { x: 0, y: 0, preferredX: 1, radius: 0.3 } }),
        optional: ['agent.preferredX', 'agent.radius'],
        before: fresh,
      },
      remove: { args: () => ({ id: 0 }), before: fresh },
      has: { args: () => ({ id: 0 }), accepts: { id: ['NaN', '7'] } },
      slotOf: { args: () => ({ id: 0 }), before: fresh },
      idOf: { args: () => ({ slot: 0 }), before: fresh },
      set: {
        args: () => ({ id: 0, changes: { x: 1, maxSpeed: 2 } }),
        optional: ['changes.x', 'changes.maxSpeed'],
        before: fresh,
      },
      traitsOf: { args: () => ({ id: 0 }), before: fresh },
      setWalls: {
        args: () => ({
          walls: {
            count: 1,
            ax: Float64Array.of(0),
            ay: Float64Array.of(0),
            bx: Float64Array.of(1),
            by: Float64Array.of(0),
          },
        }),
        accepts: Object.fromEntries(wallArrays.map((path) => [path, ['*']])),
      },
      aim: {
        args: () => ({ aim: { goalX: [1], goalY: [2], speed: 1, arrive: 0.1 } }),
        optional: ['aim', 'aim.speed', 'aim.arrive'],
        before: fresh,
      },
      encodeStep: { args: () => ({ encoder: device.createCommandEncoder(), dt: 0.1 }) },
      step: { args: () => ({ dt: 0.1 }) },
      read: 'no arguments',
      destroy: 'no arguments',
      snapshot: 'no arguments',
      hash: 'no arguments',
      reset: 'no arguments',
      restore: {
        args: () => ({
          // a crowd of the same capacity, without agents
          snapshot: empty,
        }),
      },
    },
  },
  createGpuPaths: {
    args: () => ({
      crowd: closed(held),
      options: {
        speed: 1,
        slowing: 0.5,
        plan: () => ({ firstPoint: new Uint32Array(9), x: place, y: place }),
        plansPerUpdate: 4,
        retry: 2,
        lookAhead: 4,
        astray: 1,
        cornersAtWalls: true,
        arrival: 0.3,
        sees: 'walls',
      },
    }),
    done: (paths: gpuPaths.GpuPaths) => paths.destroy(),
    methods: {
      assign: {
        args: () => ({ id: 0, points: [0, 0, 1, 1], speed: 1 }),
        optional: ['speed'],
      },
      assignRoute: {
        args: () => ({
          id: 0,
          routes: closed({ firstPoint: Uint32Array.of(0, 1), x: place, y: place }),
          i: 0,
          speed: 1,
        }),
        optional: ['speed'],
      },
      seek: { args: () => ({ id: 0, x: 1, y: 1, speed: 1 }), optional: ['speed'] },
      release: {
        args: () => ({ id: 0 }),
        before: (paths: gpuPaths.GpuPaths) => paths.assign(0, [0, 0]),
      },
      replanAll: 'no arguments',
      update: 'no arguments',
      destroy: 'no arguments',
    },
  },
  createGpuJam: {
    args: () => ({
      crowd: closed(held),
      model: closed(model),
      options: {
        headings: closed(someHeadings),
        terrain: new Float32Array(16),
        every: 2,
        weight: 1,
        cellSize: 1,
        originX: 0,
        originY: 0,
        layers: ['goal'],
      },
    }),
    optional: ['every', 'weight', 'cellSize', 'originX', 'originY', 'layers'].map(
      (name) => `options.${name}`,
    ),
    done: (jam: gpuJam.GpuJam) => jam.destroy(),
    methods: {
      update: 'no arguments',
      setTerrain: { args: () => ({ cells: [1], terrain: 0.5 }) },
      destroy: 'no arguments',
    },
  },
  createHeadings: {
    args: () => ({
      device,
      options: { width: 4, height: 4, layers: 2, values: 'scent', diagonals: true },
    }),
    optional: ['layers', 'values', 'diagonals'].map((name) => `options.${name}`),
    done: (headings: gpu.Headings) => headings.destroy(),
    methods: {
      destroy: 'no arguments',
      encode: {
        args: () => ({ target: device.createCommandEncoder(), field, layer: 1 }),
        optional: ['layer'],
        named: { 'field.offset': 'offset' },
      },
    },
  },
};

const test = suite('arguments of the GPU crowd');

test('that are wrong are refused by name', async () => {
  assert.equal(
    await walkExports({ './gpu': gpu, './gpu-jam': gpuJam, './gpu-paths': gpuPaths }, SAMPLES),
    [],
  );
});

test.run();
