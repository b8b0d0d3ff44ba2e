import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import { buildGrid } from '../src/index.ts';
import { parseTerrainCsv, writeTerrainCsv } from '../src/formats.ts';
import { random } from '../src/generators.ts';

const test = suite('parseTerrainCsv');

test('reads costs by rows, with any separator and line end', () => {
  const text = '1,0,2.5\n0.1,5,1e2\n';
  for (const variant of [
    text,
    text.trimEnd(),
    `\ufeff${text}\n \n`,
    text.replaceAll('\n', '\r\n'),
    text.replaceAll('\n', ',\n'),
    text.replaceAll(',', ' , '),
    text.replaceAll(',', ';'),
    text.replaceAll(',', '\t'),
  ]) {
    const grid = parseTerrainCsv(variant, { neighbours: 4 });
    assert.is(grid.width, 3);
    assert.is(grid.height, 2);
    assert.is(grid.neighbours, 4);
    sameArray(grid.cost, Float32Array.of(1, 0, 2.5, 0.1, 5, 100));
    sameArray(parseTerrainCsv(new TextEncoder().encode(variant)).cost, grid.cost);
  }
  sameArray(parseTerrainCsv('7').cost, [7]);
});

test('takes another number for blocked cells', () => {
  sameArray(parseTerrainCsv('1,-1,0,2', { blockedValue: -1 }).cost, [1, 0, 0, 2]);
  sameArray(parseTerrainCsv('1,99,0,2', { blockedValue: 99 }).cost, [1, 0, 0, 2]);
});

test('refuses damaged files with line and value', () => {
  const cases: [text: string, message: string][] = [
    ['1,2\n1\n', 'line 2: row length is 1, expected 2'],
    ['1,2\n\n1,2,3\n', 'line 3: row length is 3, expected 2'],
    ['1,,2\n', 'line 1: column 1 is missing, expected terrain'],
    [',1\n', 'line 1: column 0 is missing, expected terrain'],
    ['1,2\n,\n', 'line 2: row length is 1, expected 2'],
    ['1,grass\n', 'line 1: column 1 is "grass", expected terrain'],
    ['1,"2"\n', 'line 1: column 1 is "\\"2\\"", expected terrain'],
    ['1,-2\n', 'line 1: column 1 is "-2", expected terrain'],
    ['1,1e39\n', 'line 1: column 1 is "1e39", expected terrain'],
    ['1,NaN\n', 'line 1: column 1 is "NaN", expected terrain'],
    ['1,0x10\n', 'line 1: column 1 is "0x10", expected terrain'],
    ['1,1e-50\n', 'line 1: column 1 is "1e-50", expected terrain'],
  ];
  for (const [text, message] of cases) {
    refuses(() => parseTerrainCsv(text), RangeError, `terrain CSV, ${message}`);
  }
});

test('refuses files without rows', () => {
  for (const text of ['', '\n\n']) refuses(() => parseTerrainCsv(text), RangeError, /^width is 0/);
});

test('reads long rows of blanks in linear time', () => {
  const blanks = ' '.repeat(2e6);
  sameArray(parseTerrainCsv(`1${blanks}2${blanks}\n3,4`).cost, [1, 2, 3, 4]);
  assert.throws(() => parseTerrainCsv(`1${blanks}x`), /column 1 is "x"/);
});

test.run();

const write = suite('writeTerrainCsv');

write('writes as few digits as are needed', () => {
  const grid = buildGrid({
    width: 4,
    height: 2,
    cost: [1, 0, 0.1, 2.5, 1 / 3, 1e-30, 3e36, 16777216],
  });
  assert.is(writeTerrainCsv(grid), '1,0,0.1,2.5\n0.33333334,1e-30,3e+36,16777216\n');
});

write('writes what is read back equal, 5000 f32 of seed 5', () => {
  const next = random(5);
  // from 2^-126 to 2^113, the largest power of two below 2^126 / 5000
  const bits = Uint32Array.from({ length: 5000 }, () => (1 << 23) + next(239 << 23));
  const grid = buildGrid({ width: 50, height: 100, cost: new Float32Array(bits.buffer) });
  const again = parseTerrainCsv(writeTerrainCsv(grid));
  assert.is(again.width, 50);
  sameArray(again.cost, grid.cost);
});

write.run();
