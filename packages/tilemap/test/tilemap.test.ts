import { createCrowd } from '@wayfield/crowd';
import { buildPointQueries, createNavMesh, createPolyanya } from '@wayfield/navmesh';
import { refuses } from '@wayfield/testing';
import { deflateSync, gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cellAtPixel, pixelOfCell, readLdtk, readPhaser, readTiled } from '@wayfield/tilemap';
import { navMeshInputOf } from '@wayfield/tilemap/navmesh';
import { wallsOfTiles } from '@wayfield/tilemap/walls';
import { LDTK, TILED } from './maps.ts';

const test = suite('tilemap');

test('Tiled: tiles that collide, costs, flipped tiles, object layers', () => {
  const map = readTiled(TILED);
  assert.is(map.grid.width, 6);
  assert.is(map.grid.height, 4);
  // the wall is column 2 but for its lowest row; mud at (4, 0); a flipped wall tile at (2, 1)
  const costs = Array.from({ length: 4 }, (_, y) => [...map.grid.cost.subarray(6 * y, 6 * y + 6)]);
  assert.equal(costs, [
    [1, 1, 0, 1, 4, 1],
    [1, 1, 0, 1, 1, 1],
    [1, 1, 0, 1, 1, 1],
    [1, 1, 1, 1, 1, 1],
  ]);
  // a rectangle turned by 90 degrees, an ellipse of 24 sides, a polygon; a polyline as a wall
  assert.equal(
    map.obstacles.map((ring) => ring.length),
    [8, 48, 6],
  );
  assert.equal(map.obstacles[0].map(Math.round), [80, 32, 80, 42, 74, 42, 74, 32]);
  assert.equal(map.walls, [[64, 64, 96, 64]]);
  assert.is(cellAtPixel(map, 33, 17), 6 + 2);
  assert.is(cellAtPixel(map, -1, 17), -1);
  assert.equal(pixelOfCell(map, 8), [40, 24]);
});

test('Tiled: base64, gzip and zlib hold the same tiles as lists', () => {
  const layer = TILED.layers[0] as { data: number[] };
  const bytes = Buffer.from(Uint32Array.from(layer.data).buffer);
  for (const [compression, packed] of [
    ['', bytes],
    ['gzip', gzipSync(bytes)],
    ['zlib', deflateSync(bytes)],
  ] as const) {
    const data = packed.toString('base64');
    const layers = [{ ...layer, data, encoding: 'base64', compression }];
    assert.equal([...readTiled({ ...TILED, layers }).grid.cost], [...readTiled(TILED).grid.cost]);
  }
  const layers = (more: object) => ({ ...TILED, layers: [{ ...layer, ...more }] });
  const zstd = layers({ data: '', encoding: 'base64', compression: 'zstd' });
  refuses(() => readTiled(zstd), RangeError, /layer 'ground' is compressed by zstd/);
  const damaged = layers({ data: 'AAAA', encoding: 'base64', compression: 'zlib' });
  refuses(() => readTiled(damaged), RangeError, /layer 'ground' has damaged zlib data/);
  refuses(() => readTiled(layers({ data: [1] })), RangeError, /has 1 tiles, expected .* 24/);
  for (const tile of ['1', -1, 1.5, 2 ** 32, null]) {
    const data = layer.data.with(3, tile as number);
    refuses(() => readTiled(layers({ data })), RangeError, /^layer 'ground' has .* at data\[3\], /);
  }
  refuses(() => readTiled({ ...TILED, orientation: 'hexagonal' }), RangeError, /'hexagonal'/);
});

test('Tiled: letters that are no base64, and layers of another size than the map', () => {
  const layer = TILED.layers[0] as { data: number[] };
  const layers = (more: object) => ({ ...TILED, layers: [{ ...layer, ...more }] });
  const letters = layers({ data: '*!', encoding: 'base64' });
  refuses(() => readTiled(letters), RangeError, /layer 'ground' has data that is no base64/);
  const ones = (length: number) => Array.from({ length }, () => 1);
  for (const [width, height] of [
    [7, 4],
    [6, 5],
    [5, 4],
  ]) {
    const data = layers({ width, height, data: ones(width * height) });
    const size = new RegExp(`layer 'ground' is ${width} x ${height} at 0, 0, expected .* 6 x 4`);
    refuses(() => readTiled(data), RangeError, size);
  }
  refuses(() => readTiled(layers({ x: 1 })), RangeError, /is 6 x 4 at 1, 0, expected .* 6 x 4/);
  const chunks = [{ x: 5, y: 0, width: 2, height: 1, data: [1, 2] }];
  refuses(() => readTiled(layers({ chunks })), RangeError, /is 2 x 1 at 5, 0, expected .* 6 x 4/);
});

test('Tiled: infinite maps begin where their chunks begin', () => {
  const chunk = (x: number, y: number, data: number[]) => ({ x, y, width: 2, height: 1, data });
  const map = readTiled({
    ...TILED,
    infinite: true,
    layers: [
      {
        type: 'tilelayer',
        name: 'ground',
        chunks: [chunk(-4, -1, [1, 2]), chunk(0, 0, [2, 0])],
      },
    ],
  });
  assert.equal([map.grid.width, map.grid.height], [6, 2]);
  assert.equal([map.originX, map.originY], [-64, -16]);
  assert.equal([...map.grid.cost], [1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1]);
});

test('Tiled: a tileset in a file of its own', () => {
  const data = { ...TILED, tilesets: [{ firstgid: 1, source: 'tiles.tsj' }] };
  refuses(() => readTiled(data), RangeError, /tileset 'tiles.tsj', which is not in/);
  const map = readTiled(data, { tilesets: { 'tiles.tsj': TILED.tilesets[0] } });
  assert.equal([...map.grid.cost], [...readTiled(TILED).grid.cost]);
});

test('Tiled: a compressed layer is inflated no further than its size', () => {
  const layer = TILED.layers[0] as { data: number[] };
  // 64 MiB of zeros, in 64 KiB
  const data = deflateSync(new Uint8Array(2 ** 26)).toString('base64');
  const bomb = {
    ...TILED,
    layers: [{ ...layer, data, encoding: 'base64', compression: 'zlib' }],
  };
  const before = process.memoryUsage().arrayBuffers;
  refuses(() => readTiled(bomb), RangeError, /^layer 'ground' has more than the 96 bytes of tiles/);
  const taken = process.memoryUsage().arrayBuffers - before;
  assert.ok(taken < 2 ** 24, `${taken} bytes were taken`);
});

test('Tiled: layers are read before memory is taken for the size that the map names', () => {
  const large = { ...TILED, width: 2 ** 14, height: 2 ** 14 };
  const before = process.memoryUsage().arrayBuffers;
  refuses(() => readTiled(large), RangeError, /layer 'ground' is 6 x 4 at 0, 0, expected the map/);
  const taken = process.memoryUsage().arrayBuffers - before;
  assert.ok(taken < 2 ** 24, `${taken} bytes were taken`);
  const chunk = (x: number) => ({ x, y: 0, width: 1, height: 1, data: [1] });
  const chunks = [chunk(-(2 ** 31)), chunk(2 ** 31)];
  const layers = [{ type: 'tilelayer', name: 'ground', chunks }];
  refuses(
    () => readTiled({ ...TILED, infinite: true, layers }),
    RangeError,
    /^the map is 4294967297 x 1 cells, at most 2\^30 are read/,
  );
});

test('Tiled: an object that takes its shape from a template is refused where it blocks', () => {
  const objects = [{ id: 7, x: 1, y: 1, template: 'rock.tx' }];
  const rocks = (more: object) => ({
    ...TILED,
    layers: [TILED.layers[0], { type: 'objectgroup', name: 'rocks', objects, ...more }],
  });
  const properties = [{ name: 'collides', value: true }];
  const message = /^object 7 of layer 'rocks' uses the template 'rock.tx', .*'Detach templates'/;
  refuses(() => readTiled(rocks({ properties })), RangeError, message);
  assert.equal(readTiled(rocks({})).obstacles, []);
});

test('Tiled: an object with a tile lies where objectalignment of its tileset says', () => {
  const properties = [{ name: 'collides', value: true }];
  const objects = [{ id: 1, gid: 2 ** 31 + 11, x: 50, y: 40, width: 16, height: 8, properties }];
  const layers = [TILED.layers[0], { type: 'objectgroup', name: 'rocks', objects }];
  const ringOf = (more: object) => {
    const tilesets = [...TILED.tilesets, { firstgid: 10, ...more }];
    return readTiled({ ...TILED, layers, tilesets }).obstacles[0];
  };
  assert.equal(ringOf({}), [50, 32, 66, 32, 66, 40, 50, 40]);
  assert.equal(ringOf({ objectalignment: 'unspecified' }), [50, 32, 66, 32, 66, 40, 50, 40]);
  assert.equal(ringOf({ objectalignment: 'topleft' }), [50, 40, 66, 40, 66, 48, 50, 48]);
  assert.equal(ringOf({ objectalignment: 'center' }), [42, 36, 58, 36, 58, 44, 42, 44]);
  assert.equal(ringOf({ objectalignment: 'bottomright' }), [34, 32, 50, 32, 50, 40, 34, 40]);
});

test('LDtk: values of an IntGrid, the place of the level, entities', () => {
  const map = readLdtk(LDTK, { obstacles: 'Crate' });
  assert.equal([...map.grid.cost], [1, 0, 1, 1, 0, 1]);
  assert.equal([map.originX, map.originY, map.tileWidth], [160, 32, 16]);
  assert.equal(map.obstacles, [[160, 32, 168, 32, 168, 40, 160, 40]]);
  const swamp = readLdtk(LDTK, { level: 'Swamp', costOf: (value) => [1, 0, 5][value] });
  assert.equal([...swamp.grid.cost], [5, 1]);
  refuses(() => readLdtk(LDTK, { level: 'Cave' }), RangeError, /'Cave', the project has: Start, S/);
  refuses(() => readLdtk(LDTK, { layer: 'Other' }), RangeError, /no IntGrid layer 'Other'/);
  refuses(() => readLdtk({ levels: [] }), RangeError, /^the project has no level$/);
  const grid = { __type: 'IntGrid', __cWid: 2, __cHei: 1, __gridSize: 16, intGridCsv: [0, '1'] };
  const odd = { levels: [{ identifier: 'Odd', layerInstances: [grid] }] };
  refuses(() => readLdtk(odd), RangeError, /^intGridCsv of level 'Odd' has '1' at 1, expected a/);
  const [entities] = LDTK.levels[0].layerInstances;
  const bare = { identifier: 'Bare', layerInstances: [entities] };
  refuses(() => readLdtk({ levels: [bare] }), RangeError, /^level 'Bare' has no IntGrid layer$/);
});

test('LDtk: entities are shifted by the offset of their layer', () => {
  const [level] = LDTK.levels;
  const shift = { __pxTotalOffsetX: 3, __pxTotalOffsetY: -2 };
  const layerInstances = level.layerInstances.map((layer) => ({ ...layer, ...shift }));
  const map = readLdtk({ levels: [{ ...level, layerInstances }] }, { obstacles: 'Crate' });
  assert.equal([map.originX, map.originY], [163, 30]);
  assert.equal(map.obstacles, [[163, 30, 171, 30, 171, 38, 163, 38]]);
});

test('Phaser: maps that are not orthogonal are refused', () => {
  const tiles = { width: 1, height: 1, tileWidth: 16, tileHeight: 16 };
  const layer = (more: object) => {
    const data = [[{ index: 0, collides: false }]];
    return { x: 0, y: 0, layer: { ...tiles, data, ...more } };
  };
  // constants of Phaser: 0 orthogonal, 1 isometric, 2 staggered, 3 hexagonal
  assert.equal([...readPhaser(layer({ orientation: 0 })).grid.cost], [1]);
  for (const orientation of [1, 2, 3])
    refuses(
      () => readPhaser(layer({ orientation })),
      RangeError,
      new RegExp(`orientation of layer is ${orientation}, expected 0, orthogonal`),
    );
});

test('a navigation mesh in pixels: paths go around tiles and objects', () => {
  const map = readTiled(TILED);
  const navMesh = createNavMesh(navMeshInputOf(map));
  const solver = createPolyanya(navMesh);
  const routes = solver.run(buildPointQueries([[8, 8, 56, 8]]));
  // around the lower end of the wall: from (8, 8) by (32, 48) and (48, 48) to (56, 8)
  const expected = Math.hypot(24, 40) + 16 + Math.hypot(8, 40);
  assert.ok(Math.abs(routes.cost[0] - expected) < 1e-9, `${routes.cost[0]} is not ${expected}`);
  solver.destroy();
});

test('walls of a crowd: an agent cannot walk through the tiles', () => {
  const map = readTiled(TILED);
  const crowd = createCrowd({ walls: wallsOfTiles(map) }, { capacity: 2 });
  const id = crowd.add({ x: 0.5, y: 0.5, preferredX: 1.5 });
  for (let tick = 0; tick < 300; tick++) crowd.step(1 / 30);
  const x = crowd.x[crowd.slotOf(id)];
  assert.ok(x > 1.5 && x < 2, `the agent is at ${x}, the wall at 2`);
  crowd.destroy();
  refuses(() => wallsOfTiles({ ...map, tileHeight: 8 }), RangeError, /16 x 8 pixels/);
});

test('fields that should be lists, and numbers that are none, are named', () => {
  const layer = TILED.layers[0];
  const boxed = (more: object) => ({
    ...TILED,
    layers: [layer, { type: 'objectgroup', name: 'rocks', objects: [], ...more }],
  });
  const solid = [{ name: 'collides', value: true }];
  const object = (more: object) =>
    boxed({ objects: [{ id: 7, x: 1, y: 1, width: 4, height: 4, properties: solid, ...more }] });
  const tiled: readonly (readonly [object, RegExp])[] = [
    [{ ...TILED, layers: 5 }, /^layers of data is 5, expected a list$/],
    [{ ...TILED, layers: [{ type: 'group', name: 'g', layers: {} }] }, /layers of layer 'g' is an/],
    [{ ...TILED, tilesets: {} }, /^tilesets of data is an object, expected a list$/],
    [{ ...TILED, tilesets: [{ firstgid: 3, tiles: 'x' }] }, /tiles of the tileset of firstgid 3/],
    [boxed({ objects: 5 }), /^objects of layer 'rocks' is 5, expected a list$/],
    [boxed({ properties: 1 }), /^properties of layer 'rocks' is 1, expected a list$/],
    [{ ...TILED, layers: [{ ...layer, chunks: 1 }] }, /^chunks of layer 'ground' is 1, expected a/],
    [{ ...TILED, layers: [{ ...layer, x: 'a' }] }, /^x of layer 'ground' is 'a', expected a whole/],
    [object({ polygon: {} }), /^polygon of object 7 of layer 'rocks' is an object, expected a l/],
    [object({ x: 'a' }), /^x of object 7 of layer 'rocks' is 'a', expected a finite number$/],
    [object({ polyline: [{ x: 0, y: NaN }] }), /^y of a point of object 7 of layer 'rocks' is NaN/],
  ];
  for (const [data, message] of tiled) refuses(() => readTiled(data), RangeError, message);

  const [level] = LDTK.levels;
  const levels = (more: object) => ({ levels: [{ ...level, ...more }] });
  const grid = (more: object) =>
    levels({ layerInstances: level.layerInstances.map((one) => ({ ...one, ...more })) });
  const crate = (more: object) => {
    const entity = { __identifier: 'Crate', px: [0, 0], width: 8, height: 8, ...more };
    return grid({ entityInstances: [entity] });
  };
  const ldtk: readonly (readonly [object, RegExp])[] = [
    [{ levels: 3 }, /^levels of data is 3, expected a list$/],
    [levels({ layerInstances: {} }), /^layerInstances of level 'Start' is an object, expected a/],
    [levels({ worldX: 'a' }), /^worldX of level 'Start' is 'a', expected a finite number$/],
    [grid({ intGridCsv: 7 }), /^intGridCsv of level 'Start' is 7, expected a list$/],
    [grid({ entityInstances: 7 }), /^entityInstances of level 'Start' is 7, expected a list$/],
    [crate({ px: undefined }), /^px of entity 'Crate' of level 'Start' is undefined, expected a l/],
    [crate({ px: 4 }), /^px of entity 'Crate' of level 'Start' is 4, expected a list/],
    [crate({ __pivot: [0.5] }), /^__pivot of entity 'Crate' of level 'Start' is an array, expect/],
  ];
  for (const [data, message] of ldtk)
    refuses(() => readLdtk(data, { obstacles: 'Crate' }), RangeError, message);
});

test.run();
