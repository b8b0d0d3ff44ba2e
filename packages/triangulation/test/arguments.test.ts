// Every argument of every export, wrong in turn: a TypeError or RangeError that names the argument.
import { buildGrid } from '@wayfield/graph';
import { refuses, type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as formats from '../src/formats.ts';
import * as main from '../src/index.ts';

const test = suite('arguments');

/** A value whose fields are left alone. */
function opaque<T extends object>(value: T): T {
  return Object.setPrototypeOf({ ...value }, {}) as T;
}

const square = [0, 0, 10, 0, 10, 10, 0, 10];
const hole = [4, 4, 6, 4, 6, 6, 4, 6];
const input = () => ({ obstacles: [hole], walls: [[1, 1, 1, 3]], boundary: square, snap: 0.01 });
const world = main.createNavMesh({ obstacles: [hole], boundary: square });
const nav = () => opaque(main.createNavMesh({ obstacles: [hole], boundary: square }));
const { triangulation: full } = world;
const triangulation = opaque(full);
const mesh = opaque(main.buildPolygonMesh(full, { merge: false }));
const reduction = opaque(main.buildReduction(mesh));
const text = '2 1 0 0 1 1 0 1';
const obj = 'v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n';
const meshText = formats.loadObj(obj).mesh;

const sleeve = () => {
  const made = main.createSleeve();
  main.pushPortal(made, 1, 2, 1, 0);
  return opaque(made);
};
const destroy = (one: { destroy(): unknown }): unknown => one.destroy();

const samples: Samples = {
  createNavMesh: {
    args: () => ({ input: input() }),
    optional: ['input.obstacles', 'input.walls', 'input.boundary', 'input.snap'],
    named: { input: 'input|createNavMesh|mesh needs' },
    methods: {
      add: { args: () => ({ obstacle: [7, 7, 8, 7, 8, 8] }) },
      addWall: { args: () => ({ wall: [7, 7, 8, 7] }) },
      remove: { args: () => ({ id: 0 }) },
      follow: { args: () => ({ listener: () => undefined }) },
    },
  },
  buildPolygonMesh: { args: () => ({ triangulation, options: { merge: true } }) },
  buildReduction: { args: () => ({ mesh }) },
  checkTriangulation: { args: () => ({ triangulation }) },
  createFunnel: {
    args: () => ({}),
    methods: {
      toPoint: { args: () => ({ sleeve: sleeve(), sx: 0, sy: 1, tx: 2, ty: 1 }) },
      toSegment: { args: () => ({ sleeve: sleeve() }) },
    },
  },
  createReduction: {
    args: () => ({ mesh: nav() }),
    methods: { update: 'no arguments', snapshot: 'no arguments', destroy: 'no arguments' },
    done: destroy,
  },
  outlineGrid: { args: () => ({ grid: opaque(buildGrid({ width: 3, height: 2 })) }) },
  loadMesh: {
    args: () => ({ text: meshFile() }),
    named: { text: 'text|word' },
    accepts: { text: ['misspelt'] },
  },
  createSleeve: { args: () => ({ room: 4 }), optional: ['room'] },
  pushPortal: { args: () => ({ sleeve: sleeve(), leftX: 0, leftY: 1, rightX: 2, rightY: 1 }) },
  pushSide: {
    args: () => ({ sleeve: sleeve(), mesh, polygon: 0, side: 0 }),
    named: { polygon: 'polygon|side' },
  },
  triangulate: {
    args: () => ({ points: [0, 0, 1, 0, 0, 1], edges: [0, 1] }),
    optional: ['edges'],
    named: { points: 'points|point' },
  },
};

/** A mesh of one triangle as text. */
function meshFile(): string {
  assert.is(meshText.polygonCount, 1);
  return 'mesh\n2\n3 1\n0 0 1 0\n1 0 1 0\n0 1 1 0\n3 0 1 2 -1 -1 -1\n';
}

test('of the main entry point', async () => {
  assert.equal(await walkExports({ '.': main }, samples), []);
});

test('of formats', async () => {
  // errors of texts name the file and the word
  const ofText = { named: { text: '(text|node|poly|ele)' }, accepts: { text: ['misspelt'] } };
  const formatSamples: Samples = {
    checkPolygonMesh: { args: () => ({ mesh }) },
    checkReduction: { args: () => ({ reduction, mesh }), optional: ['mesh'] },
    loadCdt: { args: () => ({ text }), named: { text: 'text|word' } },
    loadMesh: samples.loadMesh!,
    loadObj: {
      args: () => ({
        text: obj,
        options: { up: 'y', project: true, maxSlope: 30, snap: 0.01, overlaps: 'refuse' },
      }),
      named: { text: 'text|ground', 'options.up': 'up|ground', 'options.snap': 'snap|ground' },
      accepts: { text: ['misspelt'] },
    },
    readMesh: { args: () => ({ source: formats.writeMesh({ mesh }) }) },
    writeMesh: {
      args: () => ({ content: opaque({ triangulation: full, mesh, reduction }) }),
      named: { content: 'content|mesh file' },
    },
    outlineMesh: { args: () => ({ mesh }) },
    readNode: { args: () => ({ text: '1 2\n0 0 0\n' }), ...ofText },
    readPoly: {
      args: () => ({ text: '1 2\n0 0 0\n0\n0\n', nodes: formats.readNode('1 2\n0 0 0\n') }),
      optional: ['nodes'],
      ...ofText,
    },
    readEle: {
      args: () => ({ text: '0 3\n', nodes: formats.readNode('1 2\n0 0 0\n') }),
      ...ofText,
    },
    meshOfTriangles: {
      args: () => ({
        nodes: formats.readNode('1 2\n0 0 0\n'),
        elements: { triangles: new Uint32Array(0) },
        poly: { edges: new Uint32Array(0) },
      }),
      optional: ['poly'],
    },
    writeNode: {
      args: () => ({ nodes: formats.readNode('1 2\n0 0 0\n') }),
      // files are written with numbers from 0
      accepts: { 'nodes.base': ['*'] },
    },
    writePoly: {
      args: () => ({ poly: formats.readPoly('1 2\n0 0 0\n0\n0\n') }),
      accepts: { 'poly.base': ['*'] },
    },
    writeTriangles: { args: () => ({ mesh }) },
  };
  assert.equal(await walkExports({ './formats': formats }, formatSamples), []);
});

test('points in brackets of their own are refused, and the message says how they lie', () => {
  const pairs = [
    [0, 0],
    [1, 1],
    [0, 1],
  ];
  const order = /points are x, y, x, y, …/;
  refuses(() => main.createNavMesh({ obstacles: [pairs] }), RangeError, order);
  refuses(() => main.createNavMesh({ obstacles: pairs }), RangeError, order);
  refuses(() => main.createNavMesh({ boundary: pairs }), RangeError, order);
  const wall = pairs as unknown as number[];
  refuses(() => main.createNavMesh({ walls: [wall] }), TypeError, order);
  refuses(() => main.triangulate(wall), TypeError, order);
});

test.run();
