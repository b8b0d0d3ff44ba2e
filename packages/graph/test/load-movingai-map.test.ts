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

test('reads CRLF, byte order mark, blanks in the header, any order, no last line end', () => {
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
  const side = 'expected 1 to 4294967294';
  const cases: [text: string, message: string][] = [
    ['', 'line 0: header is missing, expected map'],
    ['type octile\nheight 2\n', 'line 2: header is missing, expected map'],
    [`${header}....\n...\n`, 'line 6: row length is 3, expected 4'],
    [`${header}....\n.....\n`, 'line 6: row length is 5, expected 4'],
    [`${header}.... \n....\n`, 'line 5: row length is 5, expected 4'],
    [`${header}....\n`, 'line 5: row count is 1, expected 2'],
    [`${header}....\n....\n....\n`, 'line 7: row count is 3, expected 2'],
    [`${header}....\n..x.\n`, 'line 6: column 2 is "x", expected terrain'],
    [`${header}....\n..\u0000.\n`, 'line 6: column 2 is "\\u0000", expected terrain'],
    ['type octile\nheight two\n', `line 2: height is "two", ${side}`],
    ['type octile\nheight\n', `line 2: height is missing, ${side}`],
    ['type octile\nheight 0\n', `line 2: height is 0, ${side}`],
    ['type octile\nheight -3\n', `line 2: height is -3, ${side}`],
    ['type octile\nheight 1.5\n', `line 2: height is 1.5, ${side}`],
    ['type octile\nheight 1e99\n', `line 2: height is 1e+99, ${side}`],
    ['type octile\nheight 2 2\n', 'line 2: rest of line is "2", expected nothing'],
    ['type octile\nhight\n', `line 2: hight is missing, ${side}`],
    ['height 2\nmap\n..\n', 'line 2: size is "undefinedx2", expected width and height'],
    [
      'height 4000000000\nwidth 4000000000\nmap\n..\n',
      'line 4: row length is 2, expected 4000000000',
    ],
    ['height 4000000000\nwidth 2\nmap\n..\n', 'line 4: row count is 1, expected 4000000000'],
    ['\u001f\u008b..', `line 1: \u001f\u008b.. is missing, ${side}`],
  ];
  for (const [text, message] of cases) {
    refuses(() => parseMovingAiMap(text), RangeError, `MovingAI map, ${message}`);
  }
});

test('says so when the file is still compressed', () => {
  const bytes = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0);
  refuses(
    () => parseMovingAiMap(bytes),
    RangeError,
    'MovingAI map is gzip, expected the bytes that gunzip returns',
  );
});

test('refuses what is neither text nor bytes', () => {
  for (const data of [undefined, null, 5, [46], new ArrayBuffer(8)]) {
    refuses(
      () => parseMovingAiMap(data as unknown as string),
      TypeError,
      /^MovingAI map is .*, expected a string or Uint8Array$/,
    );
  }
});

test('refuses letters whose cost is no cost', () => {
  const noNumber = { terrain: { '.': NaN } };
  refuses(
    () => parseMovingAiMap(`${header}....\n....\n`, noNumber),
    RangeError,
    "terrain['.'] is NaN, expected a number",
  );
  for (const cost of [-1, Infinity, 1e39, 1e-50]) {
    refuses(
      () => parseMovingAiMap(`${header}....\n....\n`, { terrain: { '.': cost } }),
      RangeError,
      'MovingAI map, line 5: column 0 is ".", expected terrain',
    );
  }
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

write('refuses letters that cannot be read back', () => {
  const grid = buildGrid({ width: 2, height: 1, cost: [1, 3] });
  for (const letter of ['ab', ' ', '\t', '\n', '']) {
    refuses(
      () => writeMovingAiMap(grid, { terrain: { [letter]: 3 } }),
      RangeError,
      /^letter of terrain is '[^']*', expected one sign, not a blank$/,
    );
  }
});

write('refuses a cost without a letter', () => {
  refuses(
    () => writeMovingAiMap(buildGrid({ width: 2, height: 1, cost: [1, 3] })),
    RangeError,
    'cost[1] is 3, which no letter stands for',
  );
});

write.run();
