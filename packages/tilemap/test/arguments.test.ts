import { buildGrid } from '@wayfield/graph';
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as main from '@wayfield/tilemap';
import * as navmesh from '@wayfield/tilemap/navmesh';
import * as walls from '@wayfield/tilemap/walls';
import { LDTK, TILED } from './maps.ts';

const whole = <T extends object>(value: T): T =>
  Object.setPrototypeOf({ ...value }, { whole: true }) as T;
const map = () =>
  whole({
    grid: buildGrid({ width: 2, height: 2 }),
    tileWidth: 16,
    tileHeight: 16,
    originX: 0,
    originY: 0,
    obstacles: [],
    walls: [],
  });
const choice = { neighbours: 8 as const, corners: 'never' as const };
/** Any text may be the name of something. */
const names = ["'x'", "''", 'misspelt'];

const SAMPLES: Samples = {
  cellAtPixel: { args: () => ({ map: map(), x: 1, y: 1 }) },
  pixelOfCell: { args: () => ({ map: map(), cell: 1 }) },
  readTiled: {
    args: () => ({
      data: whole(TILED),
      options: {
        ...choice,
        collides: 'collides',
        cost: 'cost',
        layers: ['ground'],
        tilesets: whole({}),
      },
    }),
    accepts: {
      'options.collides': names,
      'options.cost': names,
      'options.layers[0]': names,
      'options.tilesets': ['{}'],
    },
    named: { data: '(data|orientation)', 'options.layers[0]': 'layers' },
  },
  readLdtk: {
    args: () => ({
      data: whole(LDTK),
      options: {
        ...choice,
        level: 'Start',
        layer: 'Walls',
        costOf: () => 1,
        obstacles: 'Crate',
      },
    }),
    accepts: { 'options.obstacles': names },
    named: { data: '(data|level)', 'options.level': 'level', 'options.layer': 'layer' },
  },
  readPhaser: {
    args: () => ({
      layer: whole({
        x: 0,
        y: 0,
        layer: {
          width: 1,
          height: 1,
          tileWidth: 16,
          tileHeight: 16,
          data: [[{ index: 0, collides: false }]],
        },
      }),
      options: { ...choice, costOf: () => 1 },
    }),
  },
  navMeshInputOf: { args: () => ({ map: map() }) },
  wallsOfTiles: { args: () => ({ map: map(), options: { scale: 1 } }) },
};

const test = suite('arguments');

test('wrong arguments are refused by name', async () => {
  const entries = { '.': main, './navmesh': navmesh, './walls': walls };
  assert.equal(await walkExports(entries, SAMPLES), []);
});

test.run();
