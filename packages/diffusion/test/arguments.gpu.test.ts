// Every argument of the entry point './gpu', wrong in turn: a TypeError or RangeError that names
// the argument.
import { storageBuffer } from '@wayfield/gpu-core';
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as gpu from '../src/gpu/index.ts';
import type { DiffusionMap } from '../src/types.ts';
import { device } from './gpu-device.ts';

const test = suite('arguments on a GPU');

const map = (): DiffusionMap => ({
  width: 3,
  height: 2,
  neighbours: 8,
  terrain: new Float32Array(6).fill(1),
});
const cells = storageBuffer(device, 'cells', 64);
const encoder = (): GPUCommandEncoder => device.createCommandEncoder();
const routes = () => ({
  status: new Uint8Array(1),
  cost: new Float32Array(1),
  firstNode: new Uint32Array(2),
  node: new Uint32Array(2),
});
const routesCall = {
  args: () => ({ layer: 'goal', starts: [0], options: { maxSteps: 3, reuse: routes() } }),
  accepts: { starts: ['7'] },
};

const samples = (method: 'diffusion' | 'distance'): Samples => ({
  createGpuDiffusion: {
    args: () => ({
      device,
      map: map(),
      options: {
        layers: ['goal', 'crowd'],
        method,
        border: 'clamp',
        precision: 'f32',
        flushToZero: true,
        memoryBudget: 1e6,
        storage: 'f32',
        ...(method === 'distance'
          ? { metric: 'graph', rule: 'average' }
          : { rule: 'heat', rate: 0.1, tuning: {} }),
      },
    }),
    accepts: { 'options.layers[0]': ["'x'", "''", 'misspelt'], 'options.memoryBudget': ['7'] },
    methods: {
      setGoals: {
        args: () => ({ layer: 'goal', goals: { cell: [0], strength: 1 } }),
        optional: ['goals.strength'],
      },
      setTerrain: { args: () => ({ cells: [0], terrain: [1] }) },
      setModulation: { args: () => ({ layer: 'goal', cells: [0], factor: 0.5 }) },
      unreachable: { args: () => ({ layer: 'goal' }) },
      agents: {
        args: () => ({
          options: { x: [0.5], y: [0.5], radius: [0.2], speed: [0.1], layer: 'goal' },
        }),
        accepts: { 'options.speed': ['7'] },
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
      reset: 'no arguments',
      step: { args: () => ({ count: 1 }), optional: ['count'] },
      settle: {
        args: () => ({
          options: {
            until: 'front',
            limit: 5,
            tolerance: 0.5,
            layers: ['goal'],
            signal: new AbortController().signal,
            onProgress: () => undefined,
          },
        }),
        accepts: { 'options.until': ['7'] },
      },
      field: { args: () => ({ layer: 'goal', out: new Float32Array(6) }), optional: ['out'] },
      next: { args: () => ({ layer: 'goal', cell: 0 }) },
      ascend: method === 'distance' ? 'no arguments' : routesCall,
      descend: method === 'distance' ? routesCall : 'no arguments',
      compile: 'no arguments',
      encode:
        method === 'distance'
          ? 'no arguments'
          : { args: () => ({ encoder: encoder(), count: 1 }), optional: ['count'] },
      resident: { args: () => ({ layer: 'goal' }) },
      pursuers: {
        args: () => ({
          options: {
            cell: [0],
            weights: { goal: 1 },
            exclusive: false,
            ...(method === 'diffusion' && {
              emit: { layer: 'crowd', strength: 1 },
              modulate: { layer: 'goal', factor: 0.5 },
            }),
          },
        }),
        methods: {
          encode: { args: () => ({ encoder: encoder() }) },
          move: 'no arguments',
          place: { args: () => ({ cell: [0] }) },
          encodePlace: { args: () => ({ encoder: encoder(), cell: cells }) },
          destroy: 'no arguments',
        },
      },
      destroy: 'no arguments',
    },
    done: (model: { destroy(): unknown }) => model.destroy(),
  },
});

for (const method of ['diffusion', 'distance'] as const) {
  test(`of a model of method ${method}`, async () => {
    const problems = await walkExports({ './gpu': gpu }, samples(method));
    // Each method lacks options of the other one.
    assert.equal(
      problems.filter((problem) => !problem.includes(' lacks the option ')),
      [],
    );
  });
}

test.run();
