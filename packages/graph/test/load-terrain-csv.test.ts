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
  const costs = '-3.4028234663852886e+38 .. 3.4028234663852886e+38';
  const cases: [text: string, message: string][] = [
    ['', 'line 0: no rows'],
    ['\n\n', 'line 2: no rows'],
    ['1,2\n1\n', 'line 2: the row has 1 cells, expected 2'],
    ['1,2\n1,2,3\n', 'line 2: the row has 3 cells, expected 2'],
    ['1,,2\n', 'line 1: cost is missing, expected a number'],
    [',1\n', 'line 1: cost is missing, expected a number'],
    ['1,2\n,\n', 'line 2: cost is missing, expected a number'],
    ['1,grass\n', 'line 1: cost is "grass", expected a number'],
    ['1,"2"\n', 'line 1: cost is "\\"2\\"", expected a number'],
    ['1,-2\n', 'line 1: cost is -2, expected 0 or at least 1e-45'],
    ['1,1e39\n', `line 1: cost is 1e+39, expected ${costs}`],
    ['1,NaN\n', 'line 1: cost is "NaN", expected a number'],
    ['1,1e-50\n', 'line 1: cost is 1e-50, expected 0 or at least 1e-45'],
  ];
  for (const [text, message] of cases) {
    const kind = message.includes(' .. ') ? RangeError : SyntaxError;
    refuses(() => parseTerrainCsv(text), kind, `terrain CSV, ${message}`);
  }
});

test.run();

const write = suite('writeTerrainCsv');

write('writes as few digits as are needed', () => {
  const grid = buildGrid({
    width: 4,
    height: 2,
    cost: [1, 0, 0.1, 2.5, 1 / 3, 1e-30, 3e38, 16777216],
  });
  assert.is(writeTerrainCsv(grid), '1,0,0.1,2.5\n0.33333334,1e-30,3e+38,16777216\n');
});

write('writes what is read back equal, 5000 f32 of seed 5', () => {
  const next = random(5);
  const bits = Uint32Array.from({ length: 5000 }, () => Math.floor(next() * 0x7f800000));
  const grid = buildGrid({ width: 50, height: 100, cost: new Float32Array(bits.buffer) });
  const again = parseTerrainCsv(writeTerrainCsv(grid));
  assert.is(again.width, 50);
  sameArray(again.cost, grid.cost);
});

write.run();
