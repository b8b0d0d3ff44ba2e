import { createDiffusion } from '@wayfield/diffusion';
import { openGrid } from '@wayfield/graph/generators';
import { createNavMesh } from '@wayfield/navmesh';
import { createCorridors } from '@wayfield/movement/corridors';
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd, type Crowd } from '@wayfield/crowd';
import * as guides from '@wayfield/crowd/guides';

const test = suite('arguments of ./guides');

/** An object whose fields are not tried one by one. */
const closed = <T extends object>(value: T): T => Object.setPrototypeOf(value, { closed: true });

function makeCrowd(): Crowd {
  const crowd = createCrowd({}, { capacity: 2 });
  crowd.add({ x: 1, y: 1 });
  return closed(crowd);
}

const terrain = new Float32Array(16).fill(1);
const crowd = makeCrowd();
const model = createDiffusion({ width: 4, height: 4, neighbours: 8, terrain });
const mesh = createNavMesh({ boundary: [0, 0, 4, 0, 4, 4, 0, 4] });
const routes = {
  firstPoint: Uint32Array.of(0, 2),
  x: Float64Array.of(0, 1),
  y: Float64Array.of(0, 1),
};
const plan: guides.Planner = ({ count }) => ({
  firstPoint: new Uint32Array(count + 1),
  x: new Float64Array(0),
  y: new Float64Array(0),
});
const update = {
  args: () => ({ crowd, dt: 0.1 }),
  accepts: { dt: ['*'] },
};
const release = {
  args: () => ({ id: 0 }),
  before: (guide: { assign?(...args: unknown[]): void }) => guide.assign?.(0, 0),
};
const seek = { args: () => ({ id: 0, x: 1, y: 1, speed: 1 }), optional: ['speed'] };

/** The bytes of a guide without agents. */
const stateOf = (guide: { snapshot?(): Uint8Array }) => {
  const bytes = guide.snapshot?.();
  return { snapshot: 'no arguments' as const, restore: { args: () => ({ bytes }) } };
};
const arrays = () => guides.createArrayGuide(crowd, new Float32Array(2), new Float32Array(2));

const SAMPLES: Samples = {
  createArrayGuide: {
    args: () => ({ crowd, x: new Float32Array(2), y: new Float32Array(2) }),
    methods: { update },
  },
  joinGuides: {
    args: () => ({
      guides: [closed(arrays())],
    }),
    methods: { update, ...stateOf(guides.joinGuides([arrays()])) },
  },
  sightOfGrid: {
    args: () => ({
      grid: closed(openGrid(3, 3)),
      options: { cellSize: 1, originX: 0, originY: 0 },
    }),
  },
  sightOfSurface: {
    args: () => ({ surface: { raycastAll: () => ({ status: Uint8Array.of(1) }) } }),
  },
  sightOfWalls: {
    args: () => ({
      walls: {
        count: 1,
        ax: Float64Array.of(0),
        ay: Float64Array.of(0),
        bx: Float64Array.of(1),
        by: Float64Array.of(0),
      },
      options: { storey: 0 },
    }),
  },
  planOnGrid: {
    args: () => ({
      solver: { run: () => ({ firstNode: Uint32Array.of(0, 0), node: new Uint32Array(0) }) },
      options: { width: 3, height: 3, cellSize: 1, originX: 0, originY: 0 },
    }),
  },
  createFieldGuide: {
    args: () => ({
      crowd,
      model: closed(model),
      options: {
        speed: 1,
        slowing: 1,
        layers: ['goal'],
        cellSize: 1,
        originX: 0,
        originY: 0,
        jam: { terrain, every: 2, weight: 1 },
      },
    }),
    optional: ['options.jam.every', 'options.jam.weight'],
    methods: {
      update,
      release,
      ...stateOf(
        guides.createFieldGuide(crowd, model, { layers: ['goal'], jam: { terrain, every: 2 } }),
      ),
      refresh: 'no arguments',
      assign: { args: () => ({ id: 0, goal: 0, speed: 1 }), optional: ['speed'] },
      setTerrain: { args: () => ({ cells: [1], terrain: 1 }) },
    },
  },
  createPathGuide: {
    args: () => ({
      crowd,
      options: {
        speed: 1,
        slowing: 1,
        sees: () => true,
        plan,
        plansPerUpdate: 4,
        retry: 4,
        lookAhead: 4,
        astray: 1,
        cornersAtWalls: true,
        arrival: 0.3,
      },
    }),
    methods: {
      update,
      seek,
      replanAll: 'no arguments',
      ...stateOf(guides.createPathGuide(crowd)),
      assign: { args: () => ({ id: 0, points: [1, 1, 2, 2], speed: 1 }), optional: ['speed'] },
      assignRoute: {
        args: () => ({ id: 0, routes: closed({ ...routes }), i: 0, speed: 1 }),
        optional: ['speed'],
      },
      release: {
        args: () => ({ id: 0 }),
        before: (guide: guides.PathGuide) => guide.assign(0, [1, 1]),
      },
    },
  },
  createCorridorGuide: {
    args: () => ({
      crowd,
      corridors: closed(createCorridors(mesh, 2)),
      options: {
        speed: 1,
        slowing: 1,
        plan,
        plansPerUpdate: 4,
        repairsPerUpdate: 4,
        shortensPerUpdate: 4,
        retry: 4,
        arrival: 0.3,
      },
    }),
    methods: {
      update,
      seek,
      release: {
        args: () => ({ id: 0 }),
        before: (guide: guides.CorridorGuide) => guide.seek(0, 1, 1),
      },
      ...stateOf(guides.createCorridorGuide(crowd, createCorridors(mesh, 2), { plan })),
    },
  },
};

test('are checked with clear messages', async () => {
  const problems = await walkExports({ './guides': guides }, SAMPLES);
  assert.is(problems.join('\n'), '');
});

test.run();
