import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as debug from '@wayfield/debug';

const origin = { originX: 0, originY: 0 };
const cells = { ...origin, cellSize: 1 };
const sides = { ...origin, sides: 'all' as const };
const discs = { ...origin, segments: 8 };
/** Structures are looked at as a whole: their fields are checked by the rule that names them. */
const whole = <T extends object>(value: T): T => Object.setPrototypeOf(value, { whole: true }) as T;

const shapes = (): debug.DebugShapes => whole(debug.shapesOfPath([0, 0, 1, 1]));
const mesh = (): debug.PolygonMeshLike =>
  whole({
    polygonCount: 1,
    x: new Float64Array([0, 1, 0]),
    y: new Float64Array([0, 0, 1]),
    firstSide: new Uint32Array([0, 3]),
    corner: new Uint32Array([0, 1, 2]),
    twin: new Uint32Array(3).fill(0xffffffff),
  });
const doubles = (): Float64Array => new Float64Array(1);
const floats = (): Float32Array => new Float32Array(1);
const graph = (): debug.GraphLike =>
  whole({
    nodeCount: 1,
    firstOut: new Uint32Array(2),
    head: new Uint32Array(0),
    x: floats(),
    y: floats(),
  });

const SAMPLES: Samples = {
  joinShapes: { args: () => ({ parts: [shapes()] }) },
  positions3d: { args: () => ({ points: [0, 0], options: { up: 'y', height: 0 } }) },
  shapesOfAgents: {
    args: () => ({
      crowd: whole({
        end: 1,
        positionX: doubles(),
        positionY: doubles(),
        headingX: floats(),
        headingY: floats(),
        radius: floats(),
        status: new Uint8Array(1),
      }),
      options: discs,
    }),
  },
  shapesOfAreas: {
    args: () => ({ areas: [whole({ polygon: [0, 0, 1, 0, 1, 1] })], options: origin }),
  },
  shapesOfBodies: {
    args: () => ({
      bodies: whole({
        end: 1,
        x: floats(),
        y: floats(),
        radius: floats(),
        kind: new Uint8Array(1),
      }),
      options: discs,
    }),
  },
  shapesOfCells: {
    args: () => ({ values: [1], width: 1, height: 1, options: cells }),
    // a cell without a finite value is left out
    accepts: { 'values[0]': ['NaN'] },
  },
  shapesOfCustomizable: {
    args: () => ({
      hierarchy: whole({
        nodeCount: 1,
        node: new Uint32Array(1),
        levelStart: new Uint32Array([0, 1]),
        firstArc: new Uint32Array(2),
        head: new Uint32Array(0),
      }),
      graph: graph(),
      options: origin,
    }),
  },
  shapesOfGraph: {
    args: () => ({
      graph: graph(),
      options: origin,
    }),
  },
  shapesOfGrid: {
    args: () => ({ grid: whole({ width: 1, height: 1, cost: floats() }), options: cells }),
  },
  shapesOfHeadings: {
    args: () => ({ headings: [1, 0], width: 1, height: 1, options: cells }),
    // a cell without a direction is left out
    accepts: { 'headings[0]': ['NaN'] },
  },
  shapesOfHierarchy: {
    args: () => ({
      hierarchy: whole({
        nodeCount: 1,
        node: new Uint32Array(1),
        levelStart: new Uint32Array([0, 1]),
        up: { firstArc: new Uint32Array(2), head: new Uint32Array(0), weight: floats() },
      }),
      graph: graph(),
      options: origin,
    }),
  },
  shapesOfLinks: {
    args: () => ({ links: [whole({ from: [0, 0], to: [1, 1] })], options: origin }),
  },
  shapesOfMesh: { args: () => ({ mesh: mesh(), options: sides }) },
  shapesOfPath: { args: () => ({ points: [0, 0], options: origin }) },
  shapesOfPointRoutes: {
    args: () => ({
      routes: whole({ count: 0, firstPoint: new Uint32Array(1), x: doubles(), y: doubles() }),
      options: origin,
    }),
  },
  shapesOfReduction: {
    args: () => ({
      reduction: whole({ triangleCount: 1, level: new Uint8Array(1) }),
      mesh: mesh(),
      options: sides,
    }),
  },
  shapesOfRoads: {
    args: () => ({
      network: whole({
        roads: {
          count: 0,
          firstPoint: new Uint32Array(1),
          lonE7: new Int32Array(0),
          latE7: new Int32Array(0),
        },
      }),
      options: origin,
    }),
  },
  shapesOfRoutes: {
    args: () => ({
      routes: whole({ count: 0, firstNode: new Uint32Array(1), node: new Uint32Array(0) }),
      map: whole({ width: 1, height: 1 }),
      options: cells,
    }),
  },
  shapesOfSleeve: {
    args: () => ({
      sleeve: whole({
        count: 0,
        leftX: doubles(),
        leftY: doubles(),
        rightX: doubles(),
        rightY: doubles(),
      }),
      options: origin,
    }),
  },
  shapesOfTrajectories: {
    args: () => ({
      trajectories: [
        whole({ agent: 0, count: 0, lonE7: new Int32Array(0), latE7: new Int32Array(0) }),
      ],
      options: origin,
    }),
  },
  shapesOfTree: {
    args: () => ({
      tree: whole({ parent: new Uint32Array([0xffffffff]) }),
      map: graph(),
      options: cells,
    }),
  },
  shapesOfTriangulation: {
    args: () => ({
      triangulation: whole({
        triangleCount: 0,
        x: doubles(),
        y: doubles(),
        corner: new Int32Array(0),
        twin: new Int32Array(0),
        constraint: new Int32Array(0),
        depth: new Int32Array(0),
      }),
      options: sides,
    }),
  },
  shapesOfWalls: {
    args: () => ({
      walls: whole({ count: 0, ax: doubles(), ay: doubles(), bx: doubles(), by: doubles() }),
      options: origin,
    }),
  },
};

const test = suite('arguments');

test('wrong arguments are refused by name', async () => {
  assert.equal(await walkExports({ '.': debug }, SAMPLES), []);
});

test.run();
