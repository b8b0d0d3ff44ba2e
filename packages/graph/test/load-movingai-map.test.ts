import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import { buildGrid } from '../src/index.ts';
import { parseMovingAiMap, writeMovingAiMap } from '../src/formats.ts';

const test = suite('parseMovingAiMap');
const header = 'type octile\nheight 2\nwidth 4\nmap\n';

test('reads ground, blocked cells, swamp and water', () => {
  const grid = parseMovingAiMap(`${header}.GS@\nOTW.\n`);
  assert.is(grid.width, 4);
  assert.is(grid.height, 2);
  sameArray(grid.cost, [1, 1, 1, 0, 0, 0, 0, 1]);
  assert.is(grid.neighbours, 8);
  assert.is(grid.corners, 'never');
});

test('reads CRLF, a byte order mark, blanks in the header, any order of it, no last line end', () => {
  const expected = [1, 0, 1, 0, 0, 1, 0, 1];
  for (const text of [
    `${header}.@.@\n@.@.`,
    `${header}.@.@\n@.@.\n\n \n`,
    `${header}.@.@\n@.@.\n`.replaceAll('\n', '\r\n'),
    `\ufeff${header}.@.@\n@.@.\n`,
    'width\t4 \n\nheight  2\n map\n.@.@\n@.@.\n',
  ]) {
    sameArray(parseMovingAiMap(text).cost, expected);
    sameArray(parseMovingAiMap(new TextEncoder().encode(text)).cost, expected);
  }
});

test('reads bytes of a view and of shared memory', () => {
  const text = new TextEncoder().encode(`${header}.@.@\n@.@.\n`);
  const shared = new Uint8Array(new SharedArrayBuffer(text.length + 8), 3, text.length);
  shared.set(text);
  sameArray(parseMovingAiMap(shared).cost, [1, 0, 1, 0, 0, 1, 0, 1]);
});

test('takes other costs and letters, and the rules of steps', () => {
  const terrain = { W: 1, '.': 0, G: 0, S: 2.5, z: 7 };
  const grid = parseMovingAiMap(`${header}.GS@\nzTW.\n`, {
    terrain,
    neighbours: 4,
    corners: 'always',
  });
  sameArray(grid.cost, [0, 0, 2.5, 0, 7, 0, 1, 0]);
  assert.is(grid.neighbours, 4);
  assert.is(grid.corners, 'always');
});

test('refuses damaged files with line and value', () => {
  const cases: [text: string, message: string][] = [
    ['', 'line 0: the file ends before the map'],
    ['type octile\nheight 2\n', 'line 2: the file ends before the map'],
    [`${header}....\n...\n`, 'line 6: the row has 3 cells, expected 4'],
    [`${header}....\n.....\n`, 'line 6: the row has 5 cells, expected 4'],
    [`${header}.... \n....\n`, 'line 5: the row has 5 cells, expected 4'],
    [`${header}....\n`, 'line 5: the file ends after 1 of 2 rows'],
    [`${header}....\n....\n....\n`, 'line 7: more than 2 rows'],
    [`${header}....\n..x.\n`, 'line 6: unknown cell "x" in column 2'],
    [`${header}....\n..\u0000.\n`, 'line 6: unknown cell "\\u0000" in column 2'],
    ['type octile\nheight two\n', 'line 2: height is "two", expected a number'],
    ['type octile\nheight\n', 'line 2: height is missing, expected a number'],
    ['type octile\nheight 0\n', 'line 2: height is 0, expected 1 .. 4294967294'],
    ['type octile\nheight -3\n', 'line 2: height is -3, expected 1 .. 4294967294'],
    ['type octile\nheight 1.5\n', 'line 2: height is 1.5, expected 1 .. 4294967294'],
    ['type octile\nheight 1e99\n', 'line 2: height is 1e+99, expected 1 .. 4294967294'],
    ['type octile\nheight 2 2\n', 'line 2: unexpected "2"'],
    ['type octile\nhight 2\n', 'line 2: unknown header "hight"'],
    ['height 2\nmap\n..\n', 'line 2: 0 x 2 cells in a file of 16 bytes'],
    [
      'height 4000000000\nwidth 4000000000\nmap\n..\n',
      'line 3: 4000000000 x 4000000000 cells in a file of 42 bytes',
    ],
    ['\u001f\u008b..', 'line 1: unknown header "\\u001f\u008b.."'],
  ];
  for (const [text, message] of cases) {
    const kind = message.includes(' .. ') ? RangeError : SyntaxError;
    refuses(() => parseMovingAiMap(text), kind, `MovingAI map, ${message}`);
  }
});

test('says so when the file is still compressed', () => {
  const bytes = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0);
  refuses(() => parseMovingAiMap(bytes), SyntaxError, 'MovingAI map is gzip: gunzip it first');
});

test('refuses what is neither text nor bytes', () => {
  for (const data of [undefined, null, 5, [46], new ArrayBuffer(8)]) {
    refuses(
      () => parseMovingAiMap(data as unknown as string),
      TypeError,
      'MovingAI map is no string and no Uint8Array',
    );
  }
});

test('refuses letters whose cost is no cost', () => {
  for (const cost of [NaN, -1]) {
    refuses(
      () => parseMovingAiMap(`${header}....\n....\n`, { terrain: { '.': cost } }),
      SyntaxError,
      'MovingAI map, line 5: unknown cell "." in column 0',
    );
  }
  assert.throws(
    () => parseMovingAiMap(`${header}....\n....\n`, { terrain: { '.': Infinity } }),
    RangeError,
  );
});

test.run();

const write = suite('writeMovingAiMap');

write('writes what is read back equal', () => {
  const text = `${header}.@.@\n@@..\n`;
  assert.is(writeMovingAiMap(parseMovingAiMap(text)), text);
});

write('writes other costs by the letters given', () => {
  const terrain = { S: 2.1, a: 0.1 };
  const grid = buildGrid({ width: 2, height: 2, cost: [1, 0, 2.1, 0.1] });
  const text = writeMovingAiMap(grid, { terrain });
  assert.is(text, 'type octile\nheight 2\nwidth 2\nmap\n.@\nSa\n');
  sameArray(parseMovingAiMap(text, { terrain }).cost, grid.cost);
});

write('refuses a cost without a letter', () => {
  refuses(
    () => writeMovingAiMap(buildGrid({ width: 2, height: 1, cost: [1, 3] })),
    RangeError,
    'cost[1] is 3, which no letter stands for',
  );
});

write.run();
