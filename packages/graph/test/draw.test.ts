import { crc32, inflateSync } from 'node:zlib';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Canvas2D,
  drawGrid,
  gridPixels,
  gridText,
  HEAT_COLOURS,
  MARK_COLOURS,
  PATH_COLOURS,
  type Pixels,
  writePng,
} from '../src/draw.ts';
import { randomGrid } from '../src/generators.ts';
import { buildGrid } from '../src/index.ts';

const test = suite('pictures of grids');

// . . . .
// . # 5 .
// . . . .
const grid = buildGrid({ width: 4, height: 3, cost: [1, 1, 1, 1, 1, 0, 5, 1, 1, 1, 1, 1] });

const colour = (pixels: Pixels, x: number, y: number): string => {
  const at = 4 * (y * pixels.width + x);
  const [red, green, blue, opacity] = pixels.data.subarray(at, at + 4);
  assert.is(opacity, 255);
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
};
const [OPEN, BLOCKED, DEAREST] = ['#f6f3ec', '#3f434a', '#9c7a4f'];

test('cells have their place and their colour: x right, y down', () => {
  const pixels = gridPixels(grid, { size: 41 });
  assert.equal([pixels.width, pixels.height], [40, 30], 'cells of 10 whole pixels');
  for (let cell = 0; cell < 12; cell++) {
    const expected = cell === 5 ? BLOCKED : cell === 6 ? DEAREST : OPEN;
    const [x, y] = [10 * (cell % 4) + 5, 10 * Math.floor(cell / 4) + 5];
    assert.is(colour(pixels, x, y), expected, `cell ${cell}`);
    assert.is(colour(pixels, x - 3, y + 3), expected, `cell ${cell}`);
  }
});

test('values may lie farther apart than the largest number', () => {
  const drawn = [1.7, 1.7e308].map((most) => {
    const values = new Float64Array(12);
    values.set([-most, most]);
    return gridPixels(grid, { size: 40, values });
  });
  assert.is.not(colour(drawn[0], 5, 5), colour(drawn[0], 15, 5));
  sameArray(drawn[1].data, drawn[0].data);
});

test('paths and marks lie above the cells', () => {
  const marks = { start: [0], goal: [11], blocked: [5] };
  const pixels = gridPixels(grid, {
    size: 256,
    paths: [
      [0, 3, 11],
      [8, 9],
    ],
    marks,
  });
  const centre = (cell: number): [number, number] => [
    64 * (cell % 4) + 32,
    64 * Math.floor(cell / 4) + 32,
  ];
  assert.is(colour(pixels, 96, 32), PATH_COLOURS[0]);
  assert.is(colour(pixels, 224, 96), PATH_COLOURS[0]);
  assert.is(colour(pixels, 64, 160), PATH_COLOURS[1]);
  assert.is(colour(pixels, ...centre(0)), MARK_COLOURS.start);
  assert.is(colour(pixels, ...centre(11)), MARK_COLOURS.goal);
  assert.is(colour(pixels, ...centre(5)), '#ffffff', 'the cross of a blocked mark');
  assert.is(colour(pixels, 96, 96 + 30), BLOCKED);
});

test('values are shown by heat, but for those that are not finite', () => {
  const values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, Infinity, NaN];
  const pixels = gridPixels(grid, { size: 40, values });
  assert.is(colour(pixels, 5, 5), HEAT_COLOURS[0]);
  assert.is(colour(pixels, 15, 15), BLOCKED);
  const red = (cell: number): number =>
    Number.parseInt(colour(pixels, 10 * (cell % 4) + 5, 10 * ~~(cell / 4) + 5).slice(3, 5), 16);
  for (const [low, high] of [
    [0, 2],
    [2, 4],
    [4, 7],
    [7, 9],
  ])
    assert.ok(red(low) > red(high));
  assert.is(colour(pixels, 25, 25), OPEN);
  assert.is(colour(pixels, 35, 25), OPEN);
});

test('a pixel of a large grid shows the mean of its cells', () => {
  const blocked = Array.from({ length: 64 * 64 }, (_, v) => (v % 64) % 2 === 1);
  const pixels = gridPixels(buildGrid({ width: 64, height: 64, blocked }), { size: 16 });
  assert.equal([pixels.width, pixels.height], [16, 16]);
  const mean = [1, 3, 5].map((i) => {
    const [a, b] = [OPEN, BLOCKED].map((c) => Number.parseInt(c.slice(i, i + 2), 16));
    return Math.round((a + b) / 2);
  });
  for (let p = 0; p < 256; p++) {
    mean.forEach((c, k) => assert.ok(Math.abs(pixels.data[4 * p + k] - c) <= 1, `pixel ${p}`));
  }
  const thin = gridPixels(buildGrid({ width: 4000, height: 3 }), { size: 100 });
  assert.equal([thin.width, thin.height], [100, 1]);
});

test('PNG files hold the pixels, with right checksums', () => {
  for (const [k, size] of [
    [1, 16],
    [2, 33],
    [3, 200],
  ]) {
    const map = randomGrid(7 * k, 5 * k, { seed: k });
    const pixels = gridPixels(map, { size, paths: [[0, 8 * k]] });
    const bytes = writePng(pixels);
    sameArray(bytes.subarray(0, 8), [137, 80, 78, 71, 13, 10, 26, 10]);
    const view = new DataView(bytes.buffer);
    const chunks = new Map<string, Uint8Array>();
    for (let at = 8; at < bytes.length;) {
      const length = view.getUint32(at);
      const body = bytes.subarray(at + 4, at + 8 + length);
      chunks.set(String.fromCharCode(...body.subarray(0, 4)), body.subarray(4));
      assert.is(view.getUint32(at + 8 + length), crc32(body));
      at += length + 12;
    }
    assert.equal([...chunks.keys()], ['IHDR', 'IDAT', 'IEND']);
    sameArray(chunks.get('IHDR')!.subarray(8), [8, 2, 0, 0, 0]);
    const rows = inflateSync(chunks.get('IDAT')!);
    const { width, height, data } = pixels;
    assert.is(rows.length, height * (1 + 3 * width));
    const above = new Uint8Array(3 * width);
    for (let y = 0; y < height; y++) {
      const row = rows.subarray(y * (1 + 3 * width), (y + 1) * (1 + 3 * width));
      assert.is(row[0], 2);
      for (let b = 0; b < 3 * width; b++) {
        above[b] += row[1 + b];
        assert.is(above[b], data[4 * (y * width + Math.floor(b / 3)) + (b % 3)]);
      }
    }
  }
});

test('a canvas is drawn the same picture', () => {
  const calls: string[] = [];
  const names = 'arc beginPath fill lineTo moveTo restore save stroke'.split(' ');
  const context: Record<string, unknown> = Object.fromEntries(
    names.map((name) => [
      name,
      (...args: unknown[]) => calls.push(`${name} ${args.slice(0, 2).join(' ')}`.trim()),
    ]),
  );
  context.fillRect = (...args: number[]) => calls.push(`${context.fillStyle}: ${args.join(' ')}`);
  const size = drawGrid(context as unknown as Canvas2D, grid, {
    size: 28, // cells of 7 pixels, without lines between them
    paths: [[0, 3, 11]],
    marks: { goal: [11] },
  });
  assert.equal(size, { width: 28, height: 21 });
  assert.is(calls[0], 'save');
  assert.is(calls.at(-1), 'restore');
  // one rectangle per run of cells of one colour
  assert.equal(calls.slice(1, 8), [
    `${OPEN}: 0 0 28 21`,
    'rgb(246,243,236): 0 0 28 7',
    'rgb(246,243,236): 0 7 7 7',
    'rgb(63,67,74): 7 7 7 7',
    'rgb(156,122,79): 14 7 7 7',
    'rgb(246,243,236): 21 7 7 7',
    'rgb(246,243,236): 0 14 28 7',
  ]);
  const path = ['beginPath', 'moveTo 3.5 3.5', 'lineTo 24.5 3.5', 'lineTo 24.5 17.5', 'stroke'];
  assert.equal(calls.slice(8, 18), [...path, ...path]);
  assert.equal(calls.slice(18, 22), ['beginPath', 'arc 24.5 17.5', 'fill', 'stroke']);
});

test('text has a character per cell', () => {
  assert.is(gridText(grid), '....\n.@5.\n....');
  const marks = { start: [0], goal: [11], blocked: [4] };
  assert.is(
    gridText(grid, {
      paths: [
        [0, 3, 11],
        [8, 9],
      ],
      marks,
    }),
    'Saaa\nX@5a\nbb.G',
  );
  const fine = buildGrid({ width: 3, height: 1, cost: [0.5, 9, 10] });
  assert.is(gridText(fine), '+9+');
});

test('refuse what cannot be drawn, with the numbers', () => {
  refuses(
    () => gridPixels(grid, { paths: [[0], [12]] }),
    RangeError,
    'paths[1][0] is 12, the graph has 12 nodes',
  );
  refuses(
    () => gridText(grid, { marks: { goal: [1, 99] } }),
    RangeError,
    'marks.goal[1] is 99, the graph has 12 nodes',
  );
  refuses(() => gridPixels(grid, { values: [1] }), RangeError, 'values has 1 entries, expected 12');
  refuses(
    () => gridPixels(grid, { size: 1 }),
    RangeError,
    'size is 1, expected a whole number from 16 to 16384',
  );
  const pixels = { width: 2, height: 1, data: new Uint8ClampedArray(4) };
  refuses(() => writePng(pixels), RangeError, 'data has 4 entries, expected 8');
});

test.run();
