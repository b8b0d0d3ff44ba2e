import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import { buildGraph } from '../src/index.ts';
import { parseDimacsCoordinates, parseDimacsGraph } from '../src/formats.ts';

const test = suite('parseDimacsCoordinates');

test('reads nodes in any order, doubles, LF or CRLF', () => {
  const text = 'c here\np aux sp co 3\nv 2 -73530767 41085396\nv 1 0.5 -2\nv 3 1e3 7\n';
  for (const variant of [text, text.replaceAll('\n', '\r\n')]) {
    const { x, y } = parseDimacsCoordinates(variant);
    sameArray(x, [0.5, -73530767, 1000]);
    sameArray(y, [-2, 41085396, 7]);
  }
});

test('counts from 0 without a p line, or from where it is told', () => {
  sameArray(parseDimacsCoordinates('v 1 5 6\nv 0 3 4\n').x, [3, 5]);
  sameArray(parseDimacsCoordinates('v 1 5 6\nv 2 3 4\n', { base: 1 }).x, [5, 3]);
  sameArray(parseDimacsCoordinates('p aux sp co 2\nv 1 5 6\nv 0 3 4\n', { base: 0 }).x, [3, 5]);
  sameArray(parseDimacsCoordinates('').x, []);
});

test('reads lines as short as can be', () => {
  sameArray(parseDimacsCoordinates('v0 1 2\nv1 3 4\nv2 5 6\n').x, [1, 3, 5]);
  sameArray(parseDimacsCoordinates('0 1 2\n1 3 4\n2 5 6').y, [2, 4, 6]);
});

test('joins the arcs of the same graph', () => {
  const arcs = parseDimacsGraph('a 0 1 5\na 1 2 8\n');
  const graph = buildGraph({
    ...arcs,
    ...parseDimacsCoordinates('v 0 0 0\nv 1 3 4\nv 2 3 8\n', arcs),
  });
  sameArray(graph.x!, [0, 3, 3]);
  assert.ok(graph.heuristicScale > 0.999 && graph.heuristicScale <= 1);
});

test('notices a graph that counts otherwise', () => {
  const arcs = parseDimacsGraph('a 1 2 5\na 2 3 8\n'); // counts from 1, but has no p line to say so
  refuses(
    () => parseDimacsCoordinates('p aux sp co 3\nv 1 0 0\nv 2 3 4\nv 3 3 8\n', arcs),
    RangeError,
    'DIMACS file, line 4: node is 3, expected 0 to 2',
  );
});

test('refuses damaged files with line and value', () => {
  const finite = '-1152921504606847000 to 1152921504606847000';
  const cases: [text: string, message: string][] = [
    ['p aux sp co 2\nv 1 0 0\nv 1 0 0\n', 'line 3: line count of node 1 is 2, expected 1'],
    ['p aux sp co 2\nv 1 0 0\n', 'line 2: line count of node 2 is 0, expected 1'],
    ['p aux sp co 2\nv 0 0 0\n', 'line 2: node is 0, expected 1 to 2'],
    ['p aux sp co 2\nv 3 0 0\n', 'line 2: node is 3, expected 1 to 2'],
    ['p aux sp co 0\nv 1 0 0\n', 'line 2: node is 1, expected 1 to 0'],
    ['p aux sp co 4000000000\nv 1 0 0\n', 'line 2: line count of node 2 is 0, expected 1'],
    ['p aux sp co 4000000000\nv 3999999999 0 0\n', 'line 2: line count of node 1 is 0, expected 1'],
    ['v 4000000000 0 0\n', 'line 1: line count of node 0 is 0, expected 1'],
    ['v 0 0\n', `line 1: y is missing, expected ${finite}`],
    ['v 0 north 0\n', `line 1: x is "north", expected ${finite}`],
    ['v 0 1e39 0\n', `line 1: x is 1e+39, expected ${finite}`],
    ['v 0 1 2 3\n', 'line 1: rest of line is "3", expected nothing'],
    ['a 0 1 2\n', 'line 1: line is "a 0 1 2", expected c, p or one of v'],
    ['p aux sp co\n', 'line 1: node count is missing, expected 0 to 4294967294'],
  ];
  for (const [text, message] of cases) {
    refuses(() => parseDimacsCoordinates(text), RangeError, `DIMACS file, ${message}`);
  }
});

test.run();
