// Every argument of every export, wrong in turn: a TypeError or RangeError that names the argument.
import { buildGrid } from '@wayfield/graph';
import { refuses, type Sample, type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as areas from '../src/areas.ts';
import * as areaPools from '../src/areas-pool.ts';
import * as discs from '../src/discs.ts';
import * as formats from '../src/formats.ts';
import * as main from '../src/index.ts';
import * as study from '../src/study.ts';
import * as surfaces from '../src/surface.ts';
import * as surfacePools from '../src/surface-pool.ts';

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
const queries = () => main.buildPointQueries([[2, 2, 8, 8]]);
const limits = { gap: 0.1, milliseconds: 5, maxExpanded: 9 };
const run = { ...limits, result: 'routes', nearest: false, first: false };
const ends = { sourceX: 2, sourceY: 2, targetX: 8, targetY: 8 };
const text = '2 1 0 0 1 1 0 1';
const obj = 'v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n';
const meshText = formats.loadObj(obj).mesh;

const sleeve = () => {
  const made = main.createSleeve();
  main.pushPortal(made, 1, 2, 1, 0);
  return opaque(made);
};
const destroy = (one: { destroy(): unknown }): unknown => one.destroy();

const handle: Samples = {
  path: 'no arguments',
  improve: { args: () => ({ options: limits }), named: { options: 'options' } },
  improveAsync: {
    args: () => ({
      options: { ...limits, signal: new AbortController().signal, slice: 4 },
    }),
  },
};
const runSample = (options: object): Sample => ({ args: () => ({ queries: queries(), options }) });
const pointSearch: Samples = {
  run: runSample(run),
  search: { args: () => ({ ...ends, options: { nearest: false } }), methods: handle },
  destroy: 'no arguments',
};
const live = { update: 'no arguments' } as const;
const needsRadius = { options: 'options|radius' };
const discMethods: Samples = {
  run: {
    args: () => ({ queries: queries(), options: { ...run, radius: [0.1] } }),
    accepts: { 'options.radius': ['7'] },
    named: needsRadius,
  },
  search: {
    args: () => ({ ...ends, options: { radius: 0.1, nearest: false } }),
    named: needsRadius,
    methods: handle,
  },
  explain: { args: () => ({ ...ends, options: { radius: 0.1 } }), named: needsRadius },
  destroy: 'no arguments',
};

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
  createPolyanya: {
    args: () => ({ mesh }),
    methods: {
      run: runSample({ result: 'routes', nearest: false, maxExpanded: 9 }),
      update: { args: () => ({ mesh }) },
      destroy: 'no arguments',
    },
    done: destroy,
  },
  createReduction: {
    args: () => ({ mesh: nav() }),
    methods: { ...live, snapshot: 'no arguments', destroy: 'no arguments' },
    done: destroy,
  },
  createTriangleSearch: {
    args: () => ({ mesh, options: { algorithm: 'tra*', reduction, table: true } }),
    methods: pointSearch,
    done: destroy,
  },
  outlineGrid: { args: () => ({ grid: opaque(buildGrid({ width: 3, height: 2 })) }) },
  loadMesh: {
    args: () => ({ text: meshFile() }),
    named: { text: 'text|word' },
    accepts: { text: ['misspelt'] },
  },
  buildPointQueries: { args: () => ({ rows: [[1, 2, 3, 4]] }) },
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

test('of the study', async () => {
  // errors of texts name the file and the word
  const ofText = { named: { text: '(text|node|poly|ele)' }, accepts: { text: ['misspelt'] } };
  const studySamples: Samples = {
    createStudySearch: {
      args: () => ({ mesh, options: { algorithm: 'ta*', reduction, table: true } }),
      methods: pointSearch,
      done: destroy,
    },
    createKlaffenboeckSearch: {
      args: () => ({
        mesh,
        options: {
          algorithm: 'fringe',
          heuristic: 'simple',
          insertion: 'back',
          bucketWidth: 1,
          threshold: 0.1,
          reduction,
        },
      }),
      methods: {
        search: {
          args: () => ({
            sourceX: 1,
            sourceY: 1,
            targetX: 2,
            targetY: 2,
            options: { radius: 0, milliseconds: 10, maxExpanded: 10 },
          }),
        },
      },
    },
    readNode: { args: () => ({ text: '1 2\n0 0 0\n' }), ...ofText },
    readPoly: {
      args: () => ({ text: '1 2\n0 0 0\n0\n0\n', nodes: study.readNode('1 2\n0 0 0\n') }),
      optional: ['nodes'],
      ...ofText,
    },
    readEle: {
      args: () => ({ text: '0 3\n', nodes: study.readNode('1 2\n0 0 0\n') }),
      ...ofText,
    },
    meshOfTriangles: {
      args: () => ({
        nodes: study.readNode('1 2\n0 0 0\n'),
        elements: { triangles: new Uint32Array(0) },
        poly: { edges: new Uint32Array(0) },
      }),
      optional: ['poly'],
    },
    writeNode: {
      args: () => ({ nodes: study.readNode('1 2\n0 0 0\n') }),
      // files are written with numbers from 0
      accepts: { 'nodes.base': ['*'] },
    },
    writePoly: {
      args: () => ({ poly: study.readPoly('1 2\n0 0 0\n0\n0\n') }),
      accepts: { 'poly.base': ['*'] },
    },
    writeTriangles: { args: () => ({ mesh }) },
  };
  assert.equal(await walkExports({ './study': study }, studySamples), []);
});

test('of discs', async () => {
  const discSamples: Samples = {
    flattenArcs: {
      args: () => ({
        path: opaque(discs.createDiscSearch(mesh).search(2, 2, 8, 8, { radius: 0.1 }).path()),
        options: { tolerance: 0.1, arcs: 'outside', from: 0, to: 1 },
      }),
      named: { options: 'options|tolerance' },
    },
    createDiscFunnel: {
      args: () => ({}),
      methods: {
        toPoint: {
          args: () => ({
            sleeve: sleeve(),
            query: { sourceX: 0, sourceY: 1, targetX: 2, targetY: 1, radius: 0.1 },
          }),
          named: { query: 'query|sourceX' },
        },
      },
    },
    createDiscSearch: {
      args: () => ({ mesh, options: { reduction, table: true } }),
      methods: discMethods,
      done: destroy,
    },
  };
  assert.equal(await walkExports({ './discs': discs }, discSamples), []);
});

test('of surfaces', async () => {
  const f64 = (): Float64Array => Float64Array.of(2, 3);
  const single = (place: object): Sample => ({
    args: () => ({ ...place, disc: opaque({ radius: 0.1, at: 0, within: 5 }) }),
    optional: ['disc'],
    named: { disc: 'radius|options|disc' },
    accepts: { disc: ['7', '{}'] },
  });
  const common = { radius: 0.1, at: new Int32Array(2), count: 2 };
  const surface = surfaces.createSurface(mesh);
  /** A batch: its answers can be given back as `out`. */
  const batch = (rows: object, call: keyof surfaces.Surface): Sample => ({
    args: () => ({ rows, out: (surface[call] as (rows: object) => object)(rows) }),
    optional: ['out', 'rows.radius', 'rows.at', 'rows.count', 'rows.within', 'rows.most'],
    named: { rows: 'rows|ax|x' },
  });
  const points = { x: f64(), y: f64() };
  const places = { ...points, at: new Int32Array(2), count: 2 };
  const moves = { ...points, dx: f64(), dy: f64(), ...common, within: 5 };
  const rays = { ax: f64(), ay: f64(), bx: f64(), by: f64(), ...common };
  const random = () => Math.random;
  const out = () => surface.randomPointAll(2, Math.random);
  const options = { radius: 0.1, within: 0 };
  const randomMethods: Samples = {
    randomPoint: { args: () => ({ random: random(), options }) },
    randomPointAll: {
      args: () => ({ count: 2, random: random(), options, out: out() }),
      optional: ['out'],
    },
    randomPointNear: { args: () => ({ x: 1, y: 1, distance: 2, random: random(), options }) },
    randomPointNearAll: {
      args: () => ({
        rows: { ...points, distance: 2, count: 2 },
        random: random(),
        options,
        out: out(),
      }),
      optional: ['out', 'rows.count'],
      named: { rows: 'rows|x' },
    },
    areaOf: { args: () => ({ x: 1, y: 1 }) },
    areaOfAll: batch(places, 'areaOfAll'),
    areaCount: 'no arguments',
  };
  const surfaceSamples: Samples = {
    createSurface: {
      args: () => ({ mesh, options: {} }),
      done: destroy,
      methods: {
        closestPoint: single({ x: 1, y: 1 }),
        closestPointAll: batch({ ...points, ...common, within: 5 }, 'closestPointAll'),
        moveAlong: single({ x: 1, y: 1, dx: 1, dy: 0 }),
        moveAlongAll: batch(moves, 'moveAlongAll'),
        raycast: single({ ax: 1, ay: 1, bx: 3, by: 3 }),
        raycastAll: batch(rays, 'raycastAll'),
        clearanceAt: { args: () => ({ x: 1, y: 1 }) },
        clearanceAtAll: batch(places, 'clearanceAtAll'),
        wallsNear: {
          args: () => ({ x: 1, y: 1, distance: 2, out: surface.wallsNear(1, 1, 2) }),
          optional: ['out', 'out.status', 'out.count'],
          accepts: { 'out.status': ['*'], 'out.count': ['*'] },
        },
        wallsNearAll: batch({ ...points, distance: 2, most: 4, count: 2 }, 'wallsNearAll'),
        locate: { args: () => ({ x: 1, y: 1, at: 0 }), optional: ['at'] },
        locateAll: batch(places, 'locateAll'),
        ...randomMethods,
        update: 'no arguments',
        destroy: 'no arguments',
      },
    },
  };
  assert.equal(await walkExports({ './surface': surfaces }, surfaceSamples), []);
});

test('of surface pools', async () => {
  const surface = surfaces.createSurface(mesh);
  const f64 = (): Float64Array => Float64Array.of(2, 3);
  const common = { radius: 0.1, at: new Int32Array(2), count: 2 };
  const points = { x: f64(), y: f64() };
  const batch = (rows: object, call: keyof surfacePools.SurfacePool): Sample => ({
    args: () => ({ rows, out: (surface[call as never] as (rows: object) => object)(rows) }),
    optional: ['out', 'rows.radius', 'rows.at', 'rows.count', 'rows.within', 'rows.most'],
    named: { rows: 'rows|ax|x' },
  });
  const places = { ...points, at: new Int32Array(2), count: 2 };
  const moves = { ...points, dx: f64(), dy: f64(), ...common, within: 5 };
  const rays = { ax: f64(), ay: f64(), bx: f64(), by: f64(), ...common };
  const draw = { radius: 0.1, within: 0 };
  const out = () => surface.randomPointAll(2, Math.random);
  const poolSamples: Samples = {
    createSurfacePool: {
      args: () => ({ mesh, options: { threads: 1, worker: undefined } }),
      done: (made: surfacePools.SurfacePool) => made.destroy(),
      methods: {
        closestPointAll: batch({ ...points, ...common, within: 5 }, 'closestPointAll'),
        moveAlongAll: batch(moves, 'moveAlongAll'),
        raycastAll: batch(rays, 'raycastAll'),
        clearanceAtAll: batch(places, 'clearanceAtAll'),
        wallsNearAll: batch({ ...points, distance: 2, most: 4, count: 2 }, 'wallsNearAll'),
        locateAll: batch(places, 'locateAll'),
        areaOfAll: batch(places, 'areaOfAll'),
        randomPointAll: {
          args: () => ({ count: 2, random: () => 0.5, options: draw, out: out() }),
          optional: ['out'],
        },
        randomPointNearAll: {
          args: () => ({
            rows: { ...points, distance: 2, count: 2 },
            random: () => 0.5,
            options: draw,
            out: out(),
          }),
          optional: ['out', 'rows.count'],
          named: { rows: 'rows|x' },
        },
        destroy: 'no arguments',
      },
    },
  };
  assert.equal(await walkExports({ './surface-pool': surfacePools }, poolSamples), []);
});

const areaOptions = () => ({
  areas: [{ polygon: hole, area: 1 }],
  costs: [1, 2],
  links: [{ from: [1, 1], to: [9, 9], cost: 1, twoWay: true }],
  points: 2,
  radius: 0.1,
});

const areaBatches: Samples = {
  areaAtAll: {
    args: () => ({
      rows: { x: Float64Array.of(2, 3), y: Float64Array.of(2, 3), count: 2 },
      out: new Uint32Array(2),
    }),
    optional: ['out', 'rows.count'],
    named: { rows: 'rows|ax|x' },
  },
  costOfAll: {
    args: () => ({
      rows: {
        ax: Float64Array.of(2, 3),
        ay: Float64Array.of(2, 3),
        bx: Float64Array.of(2, 3),
        by: Float64Array.of(2, 3),
        count: 2,
      },
      out: new Float64Array(2),
    }),
    optional: ['out', 'rows.count'],
    named: { rows: 'rows|ax|x' },
  },
  isOpenAll: {
    args: () => ({ links: Int32Array.of(0), out: new Uint8Array(1) }),
    optional: ['links', 'out'],
    accepts: { links: ['[]'] },
  },
};

test('of area pools', async () => {
  const poolSamples: Samples = {
    createAreaPool: {
      args: () => ({ mesh, options: { ...areaOptions(), threads: 1, worker: undefined } }),
      optional: ['options.links[0].twoWay'],
      done: (made: areaPools.AreaPool) => made.destroy(),
      methods: {
        run: runSample({ result: 'routes', nearest: 'both', maxExpanded: 9 }),
        ...areaBatches,
        destroy: 'no arguments',
      },
    },
  };
  assert.equal(await walkExports({ './areas-pool': areaPools }, poolSamples), []);
});

test('of areas', async () => {
  const search: Samples = {
    run: runSample({ result: 'routes', nearest: 'both', maxExpanded: 9 }),
    costOf: { args: () => ({ ax: 2, ay: 2, bx: 3, by: 3 }) },
    areaAt: { args: () => ({ x: 2, y: 2 }) },
    isOpen: { args: () => ({ link: 0 }) },
    ...areaBatches,
    update: 'no arguments',
    destroy: 'no arguments',
  };
  const areaSamples: Samples = {
    createAreaSearch: {
      args: () => ({ mesh, options: areaOptions() }),
      optional: ['options.links[0].twoWay'],
      methods: search,
      done: destroy,
    },
  };
  assert.equal(await walkExports({ './areas': areas }, areaSamples), []);
});

test('of formats', async () => {
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
