import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import { parseMovingAiScenario, writeMovingAiScenario } from '../src/formats.ts';

const test = suite('parseMovingAiScenario');
const rows = [
  '0\tmaps/a.map\t10\t5\t1\t2\t3\t4\t2.82842712',
  '7\tmaps/a.map\t10\t5\t9\t4\t0\t0\t30.5',
  '7\tmaps/a.map\t10\t5\t9\t0\t9\t1\t0',
];

test('reads tabs or blanks, LF or CRLF, with or without a version', () => {
  const lines = ['version 1', ...rows];
  for (const text of [
    lines.join('\n'),
    `${lines.join('\n')}\n\n`,
    `${lines.join('\r\n')}\r\n`,
    lines.join('\n').replaceAll('\t', ' '),
    lines.join('\n').replaceAll('\t', '  \t'),
    rows.join('\n'),
    ['version 1.0', ...rows].join('\n'),
  ]) {
    const scenario = parseMovingAiScenario(text);
    assert.is(scenario.map, 'maps/a.map');
    assert.is(scenario.width, 10);
    assert.is(scenario.height, 5);
    assert.is(scenario.count, 3);
    sameArray(scenario.source, [21, 49, 9]);
    sameArray(scenario.target, [43, 0, 19]);
    sameArray(scenario.length, [2.82842712, 30.5, 0]);
    sameArray(scenario.bucket, [0, 7, 7]);
  }
});

test('reads a file without problems', () => {
  for (const text of ['', 'version 1\n']) {
    const scenario = parseMovingAiScenario(text);
    assert.is(scenario.count, 0);
    assert.is(scenario.map, '');
    sameArray(scenario.source, []);
  }
});

test('refuses damaged rows with line and value', () => {
  const [length, x, y] = ['0 to 3.4028234663852886e+38', '0 to 9', '0 to 4'];
  const cases: [row: string, message: string][] = [
    ['0 a.map 10 5 1 2 3 4', `length is missing, expected ${length}`],
    ['0 a.map 10 5', `start x is missing, expected ${x}`],
    ['0 a.map', 'width is missing, expected 1 to 65535'],
    ['0 a.map 10 5 1 2 3 4 5 6', 'rest of line is "6", expected nothing'],
    ['x a.map 10 5 1 2 3 4 5', 'bucket is "x", expected 0 to 4294967294'],
    ['0 a.map 10 5 10 2 3 4 5', `start x is 10, expected ${x}`],
    ['0 a.map 10 5 1 5 3 4 5', `start y is 5, expected ${y}`],
    ['0 a.map 10 5 1 2 -1 4 5', `goal x is -1, expected ${x}`],
    ['0 a.map 10 5 1 2 3 5 5', `goal y is 5, expected ${y}`],
    ['0 a.map 10 5 1 2 3 1.5 5', `goal y is 1.5, expected ${y}`],
    ['0 a.map 10 5 1 2 3 4 -5', `length is -5, expected ${length}`],
    ['0 a.map 10 5 1 2 3 4 1e39', `length is 1e+39, expected ${length}`],
    ['0 a.map 10 5 1 2 3 4 NaN', `length is "NaN", expected ${length}`],
    ['0 a.map 10 5 1 2 3 4 Infinity', `length is "Infinity", expected ${length}`],
    ['0 a.map 0 5 1 2 3 4 5', 'width is 0, expected 1 to 65535'],
    ['0 a.map 10 70000 1 2 3 4 5', 'height is 70000, expected 1 to 65535'],
    ['0 b.map 10 5 1 2 3 4 5', 'map is "b.map 10x5", expected a.map 10x5'],
    ['0 a.map 10 6 1 2 3 4 5', 'map is "a.map 10x6", expected a.map 10x5'],
    ['version 2', 'version is 2, expected 1 to 1'],
    ['version', 'version is missing, expected 1 to 1'],
  ];
  for (const [row, message] of cases) {
    const text = `version 1\n1 a.map 10 5 0 0 0 0 0\n${row}\n`;
    refuses(() => parseMovingAiScenario(text), RangeError, `MovingAI scenario, line 3: ${message}`);
  }
});

test.run();

const write = suite('writeMovingAiScenario');

write('writes what is read back equal', () => {
  const text = `version 1\n${rows.join('\n')}\n`;
  const scenario = parseMovingAiScenario(text);
  assert.is(writeMovingAiScenario(scenario), text);
  const length = Float64Array.of(1 / 3, 1e-7, 4787);
  sameArray(parseMovingAiScenario(writeMovingAiScenario({ ...scenario, length })).length, length);
});

write('refuses what cannot be read back', () => {
  const scenario = parseMovingAiScenario(rows.join('\n'));
  for (const map of ['', 'a b', 'a\nb', 'a\tb']) {
    assert.throws(() => writeMovingAiScenario({ ...scenario, map }), /MovingAI scenario, line/);
  }
  const target = Uint32Array.of(1, 2, 50);
  refuses(
    () => writeMovingAiScenario({ ...scenario, target }),
    RangeError,
    /MovingAI scenario, line 4: goal y is 5, expected 0 to 4/,
  );
});

write.run();
