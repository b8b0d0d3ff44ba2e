import { buildGrid, buildQueries } from '@wayfield/graph';
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as choose from '../src/choose.ts';

const test = suite('arguments of ./choose');

/** A map whose fields are not tried: only its kind is looked at. */
const grid = () => Object.assign(Object.create({}) as object, buildGrid({ width: 3, height: 2 }));
const queries = () => buildQueries([[0, 2]]);
const problem = { task: 'astar', map: 'uniform', nodes: 100, count: 10, work: 20 };
const curve = { task: 'astar', map: 'uniform', nodes: 100, work: 20, count: [1, 10], ms: [1, 2] };
const calibration = () => ({
  version: 1,
  curves: [
    { backend: 'cpu', ...curve },
    { backend: 'gpu', ...curve },
  ],
});

const samples: Samples = {
  calibrate: {
    args: () => ({
      backends: {
        cpu: () => ({ run() {}, destroy() {} }),
        gpu: () => ({ run() {}, destroy() {} }),
      },
      options: {
        tasks: ['tree'],
        maps: ['weighted'],
        sides: [4],
        limitMs: 4,
        mostQueries: 2,
        now: () => 0,
      },
    }),
  },
  chooseBackend: { args: () => ({ problem: { ...problem }, calibration: calibration() }) },
  describeProblem: {
    args: () => ({ data: grid(), task: 'astar', queries: queries(), options: { settled: 3 } }),
    accepts: { queries: ['7'] },
  },
  estimateWork: {
    args: () => ({
      facts: { task: 'astar', map: 'uniform', open: 9, blocked: 0.1, distance: 3 },
    }),
    optional: ['facts.blocked', 'facts.distance'],
  },
  predictMs: {
    args: () => ({ problem: { ...problem }, backend: 'gpu', calibration: calibration() }),
  },
};

test('that are wrong are refused by name', async () => {
  assert.equal(await walkExports({ './choose': choose }, samples), []);
});

test.run();
