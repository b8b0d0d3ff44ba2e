import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import { buildGraph } from '../src/index.ts';
import { parseDimacsGraph, type DimacsGraph } from '../src/formats.ts';

const test = suite('parseDimacsGraph');

function same(graph: DimacsGraph, nodeCount: number, arcs: [number, number, number][]): void {
  assert.is(graph.nodeCount, nodeCount);
  sameArray(
    graph.tail,
    arcs.map((arc) => arc[0]),
    'tail',
  );
  sameArray(
    graph.head,
    arcs.map((arc) => arc[1]),
    'head',
  );
  sameArray(
    graph.weight,
    arcs.map((arc) => arc[2]),
    'weight',
  );
}

test('counts from 1 where there is a p line', () => {
  const text = 'c a comment\np sp 5 3\n\na 1 2 10\nc\na 3 1 0\na  4\t4 7 \n';
  const expected: [number, number, number][] = [
    [0, 1, 10],
    [2, 0, 0],
    [3, 3, 7],
  ];
  for (const variant of [text, text.replaceAll('\n', '\r\n'), `\ufeff${text}`, text.trimEnd()]) {
    const graph = parseDimacsGraph(variant);
    assert.is(graph.base, 1);
    same(graph, 5, expected);
    same(parseDimacsGraph(new TextEncoder().encode(variant)), 5, expected);
  }
  assert.is(buildGraph(parseDimacsGraph(text)).arcCount, 3);
});

test('counts from 0 where there is none, and finds the number of nodes', () => {
  const graph = parseDimacsGraph('a 0 6 2.5\na 3 0 1e2\n');
  assert.is(graph.base, 0);
  same(graph, 7, [
    [0, 6, 2.5],
    [3, 0, 100],
  ]);
});

test('counts from where it is told', () => {
  same(parseDimacsGraph('p sp 3 1\na 0 2 1\n', { base: 0 }), 3, [[0, 2, 1]]);
  same(parseDimacsGraph('a 1 3 1\n', { base: 1 }), 3, [[0, 2, 1]]);
});

test('reads PACE edges both ways, and one way when told', () => {
  const text = 'c x\np tw 4 3\n1 2\n3 3\n2 4\n';
  same(parseDimacsGraph(text), 4, [
    [0, 1, 1],
    [1, 0, 1],
    [2, 2, 1],
    [1, 3, 1],
    [3, 1, 1],
  ]);
  same(parseDimacsGraph(text, { undirected: false }), 4, [
    [0, 1, 1],
    [2, 2, 1],
    [1, 3, 1],
  ]);
  same(parseDimacsGraph('p edge 2 1\ne 1 2 4\n'), 2, [
    [0, 1, 4],
    [1, 0, 4],
  ]);
  same(parseDimacsGraph('0 1 4'), 2, [
    [0, 1, 4],
    [1, 0, 4],
  ]);
});

test('gives arcs without a weight the weight 1', () => {
  same(parseDimacsGraph('p sp 2 2\na 1 2\na 2 1 \n'), 2, [
    [0, 1, 1],
    [1, 0, 1],
  ]);
});

test('reads numbers in every spelling, weights rounded to f32, never -0', () => {
  const words = [
    '+5',
    '5.',
    '.5',
    '5e-1',
    '1E2',
    '0000000000000000000012',
    '16777217',
    '-0',
    '1e-30',
  ];
  const text = words.map((word) => `a 0 1 ${word}`).join('\n');
  sameArray(parseDimacsGraph(text).weight, [
    5,
    5,
    0.5,
    0.5,
    100,
    12,
    16777216,
    0,
    Math.fround(1e-30),
  ]);
});

test('reads files without arcs', () => {
  same(parseDimacsGraph(''), 0, []);
  same(parseDimacsGraph('c only this\n'), 0, []);
  same(parseDimacsGraph('p sp 9 0'), 9, []);
});

test('refuses damaged files with line and value', () => {
  const weights = '0 to 2.8356864755178605e+37';
  const cases: [text: string, message: string][] = [
    ['p sp 3 1\na 0 1 1\n', 'line 2: tail is 0, expected 1 to 3'],
    ['p sp 3 1\na 1 4 1\n', 'line 2: head is 4, expected 1 to 3'],
    ['p sp 3 1\na 1 -1 1\n', 'line 2: head is -1, expected 1 to 3'],
    ['p sp 3 1\na 1 2.5 1\n', 'line 2: head is 2.5, expected 1 to 3'],
    ['p sp 0 1\na 1 1 1\n', 'line 2: tail is 1, expected 1 to 0'],
    ['a 0 4294967295 1\n', 'line 1: head is 4294967295, expected 0 to 4294967293'],
    [
      'a 0 99999999999999999999 1\n',
      'line 1: head is 100000000000000000000, expected 0 to 4294967293',
    ],
    ['p sp 3 1\na 1 2 -4\n', `line 2: weight is -4, expected ${weights}`],
    ['p sp 3 1\na 1 2 1e39\n', `line 2: weight is 1e+39, expected ${weights}`],
    ['p sp 3 1\na 1 2 1e999\n', `line 2: weight is Infinity, expected ${weights}`],
    [
      'p sp 3 1\na 1 2 1e-39\n',
      'line 2: weight is 1e-39, expected 0, or 1.1754943508222875e-38 to 2.8356864755178605e+37',
    ],
    ['p sp 3 1\na 1 2 NaN\n', `line 2: weight is "NaN", expected ${weights}`],
    ['p sp 3 1\na 1 2 0x10\n', `line 2: weight is "0x10", expected ${weights}`],
    ['p sp 3 1\na 1 2 1e\n', `line 2: weight is "1e", expected ${weights}`],
    ['p sp 3 1\na 1 2 ,\n', `line 2: weight is ",", expected ${weights}`],
    ['p sp 3 1\na 1\n', 'line 2: head is missing, expected 1 to 3'],
    ['p sp 3 1\na\n', 'line 2: tail is missing, expected 1 to 3'],
    ['p sp 3 1\na 1 2 3 4\n', 'line 2: rest of line is "4", expected nothing'],
    ['p sp 3 1\na 1 2\u00003\n', 'line 2: head is "2\\u00003", expected 1 to 3'],
    ['p sp 3 1\na 1 2 \u0000\n', `line 2: weight is "\\u0000", expected ${weights}`],
    ['p sp 3 1\nn 1 2\n', 'line 2: line is "n 1 2", expected c, p or one of ae'],
    ['p sp 3 1\n# 1 2\n', 'line 2: tail is "#", expected 1 to 3'],
    ['p sp 3 1\na 1 2 1\na 2 3 1\n', 'line 3: arc count is 2, expected 1'],
    ['p sp 3 3\na 1 2 1\na 2 3 1\n', 'line 3: arc count is 2, expected 3'],
    ['p sp 3 4000000000\na 1 2 1\n', 'line 2: arc count is 1, expected 4000000000'],
    ['p sp 3 1\np sp 3 1\na 1 2 1\n', 'line 2: line is "p sp 3 1", expected c, p or one of ae'],
    ['a 1 2 1\np sp 3 1\n', 'line 2: line is "p sp 3 1", expected c, p or one of ae'],
    ['p sp 3 1 7\na 1 2 1\n', 'line 1: rest of line is "7", expected nothing'],
    ['p sp\n', 'line 1: node count is missing, expected 0 to 4294967294'],
    ['p sp -3 1\n', 'line 1: node count is -3, expected 0 to 4294967294'],
    ['p sp 5000000000 1\n', 'line 1: node count is 5000000000, expected 0 to 4294967294'],
    [
      `a 0 1 ${'7'.repeat(300)}x`,
      `line 1: weight is "${'7'.repeat(24)}", expected 0 to 8.507059173023462e+37`,
    ],
  ];
  for (const [text, message] of cases) {
    refuses(() => parseDimacsGraph(text), RangeError, `DIMACS file, ${message}`);
  }
});

test('names the line of a weight that is too large for the nodes, without a p line too', () => {
  const most = 2 ** 126 / 4;
  for (const first of ['c', 'p sp 4 3']) {
    refuses(
      () => parseDimacsGraph(`${first}\na 1 2 1\n\na 2 3 ${2 * most}\na 3 2 7\n`, { base: 0 }),
      RangeError,
      `DIMACS file, line 4: weight is ${2 * most}, expected 0 to ${most}`,
    );
    same(parseDimacsGraph(`${first}\na 1 2 1\n\na 2 3 ${most}\na 3 2 7\n`, { base: 0 }), 4, [
      [1, 2, 1],
      [2, 3, most],
      [3, 2, 7],
    ]);
  }
});

test('refuses what is neither text nor bytes', () => {
  refuses(
    () => parseDimacsGraph(new ArrayBuffer(8) as unknown as string),
    TypeError,
    'DIMACS file is an ArrayBuffer, expected a string or Uint8Array',
  );
});

test('reads long damaged words in linear time', () => {
  for (const word of [
    '1'.repeat(2e6),
    `${'1'.repeat(2e6)}x`,
    `1e${'1'.repeat(2e6)}x`,
    '.'.repeat(2e6),
  ]) {
    assert.throws(() => parseDimacsGraph(`a 0 1 ${word}`), /line 1: weight is/);
  }
});

test.run();
