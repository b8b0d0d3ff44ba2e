import { openGrid } from '@wayfield/graph/generators';
import { createNavMesh } from '@wayfield/navmesh';
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as walls from '@wayfield/crowd/walls';

const test = suite('arguments of ./walls');

const boundary = [0, 0, 4, 0, 4, 4, 0, 4];
const list = (): walls.Walls => walls.wallsOfPolygons([boundary]);
/** A mesh whose fields are not tried one by one. */
const mesh = (): walls.ChangingMesh => Object.setPrototypeOf(createNavMesh({ boundary }), {});
const listFields = (path: string): Record<string, string[]> =>
  Object.fromEntries(['ax', 'ay', 'bx', 'by', 'storey'].map((key) => [`${path}.${key}`, []]));

const SAMPLES: Samples = {
  checkWalls: {
    args: () => ({ walls: list() }),
    optional: ['walls.storey'],
    accepts: { ...listFields('walls'), 'walls.count': ['7'] },
  },
  joinWalls: { args: () => ({ lists: [list()] }), optional: ['lists[0].storey'] },
  wallsOfPolygons: { args: () => ({ rings: [boundary], options: { closed: true, storey: 1 } }) },
  wallsOfGrid: {
    args: () => ({
      grid: { width: 3, height: 3, cost: openGrid(3, 3).cost },
      options: { storey: 1, border: true, cellSize: 1, originX: 0, originY: 0 },
    }),
  },
  wallsOfMesh: { args: () => ({ mesh: mesh(), options: { storey: 1 } }) },
  createMeshWalls: {
    args: () => ({ mesh: mesh(), options: { storey: 1 } }),
    methods: { update: 'no arguments', destroy: 'no arguments' },
  },
};

test('are checked with clear messages', async () => {
  const problems = await walkExports({ './walls': walls }, SAMPLES);
  assert.is(problems.join('\n'), '');
});

test.run();
