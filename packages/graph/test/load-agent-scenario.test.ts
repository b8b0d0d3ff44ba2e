import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses, sameArray } from '@wayfield/testing';
import { parseAgentScenario, writeAgentScenario, type AgentScenario } from '../src/formats.ts';

const test = suite('parseAgentScenario');
const lines = ['TEST SCENARIO', '4x3', '.r.x', 'g..x', 'x.rm', ''];
const goals = ['dest=3,2', 'dest=0,0', 'dest=1,2', 'dest=3,0'];
const text = `${[...lines, ...goals].join('\n')}\n`;

test('gives goals to agents by rows', () => {
  const { name, grid, queries, colours } = parseAgentScenario(text);
  assert.is(name, 'TEST SCENARIO');
  assert.is(grid.width, 4);
  assert.is(grid.height, 3);
  sameArray(grid.cost, [1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1, 1]);
  assert.is(colours, 'rgrm');
  assert.is(queries.count, 4);
  sameArray(queries.source, [1, 4, 10, 11]);
  sameArray(queries.target, [11, 0, 9, 3]); // the last goal is a blocked cell: the solver says so
});

test('reads the signs of the printed format, CRLF, bytes, no last line end', () => {
  const expected = parseAgentScenario(text);
  for (const variant of [
    text.replaceAll('.', '·').replaceAll(/x/g, '×'),
    text.replaceAll('\n', '\r\n'),
    text.trimEnd(),
    `\ufeff${text}\n\n`,
    text.replace('\n\n', '\n'),
  ]) {
    for (const data of [variant, new TextEncoder().encode(variant)]) {
      const { name, grid, queries } = parseAgentScenario(data, { neighbours: 4 });
      assert.is(name, 'TEST SCENARIO');
      assert.is(grid.neighbours, 4);
      sameArray(grid.cost, expected.grid.cost);
      sameArray(queries.source, expected.queries.source);
      sameArray(queries.target, expected.queries.target);
    }
  }
});

test('knows all seven colours, and maps without agents', () => {
  const seven = parseAgentScenario(`\n7x1\nwrgbytm\n\n${'dest=0,0\n'.repeat(7)}`);
  assert.is(seven.name, '');
  assert.is(seven.colours, 'wrgbytm');
  sameArray(seven.queries.source, [0, 1, 2, 3, 4, 5, 6]);
  assert.is(parseAgentScenario('none\n1x1\nx').queries.count, 0);
});

test('refuses damaged files with line and value', () => {
  const many = (row: string): string => `n\n3x2\n${row}\n...\n\ndest=0,0\n`;
  const size = 'expected WIDTHxHEIGHT';
  const cases: [text: string, message: string][] = [
    ['', `line 0: size is missing, ${size}`],
    ['n\n9', `line 2: size is "9", ${size}`],
    ['n\n9x', `line 2: size is "9x", ${size}`],
    ['n\n-1x3\n', `line 2: size is "-1x3", ${size}`],
    ['n\n0x3\n', `line 2: size is "0x3", ${size}`],
    ['n\n1.5x3\n', `line 2: size is "1.5x3", ${size}`],
    ['n\n60000x60000\n...', 'line 3: row length is 3, expected 60000'],
    ['n\n99999999999x1\n...', 'line 3: row length is 3, expected 99999999999'],
    ['n\n3x2\n...\n', 'line 3: row count is 1, expected 2'],
    [`n\n1x${'9'.repeat(400)}\n.`, `line 2: size is "1x${'9'.repeat(22)}", ${size}`],
    [many('..'), 'line 3: row length is 2, expected 3'],
    [many('.r..'), 'line 3: row length is 4, expected 3'],
    [many('.q.'), 'line 3: column 1 is "q", expected terrain'],
    [many('.R.'), 'line 3: column 1 is "R", expected terrain'],
    [many('...'), 'line 6: goal count is 1, expected 0'],
    [many('r.r'), 'line 6: goal count is 1, expected 2'],
    [`${many('r..')}...\n`, 'line 7: goal is "...", expected dest=X,Y inside 3x2'],
    ['n\n1x1\nr\n\ndest=1,0\n', 'line 5: goal is "dest=1,0", expected dest=X,Y inside 1x1'],
    ['n\n1x1\nr\n\ndest=0\n', 'line 5: goal is "dest=0", expected dest=X,Y inside 1x1'],
    ['n\n1x1\nr\n\ndest=-1,0\n', 'line 5: goal is "dest=-1,0", expected dest=X,Y inside 1x1'],
  ];
  for (const [bad, message] of cases) {
    refuses(() => parseAgentScenario(bad), RangeError, `agent scenario, ${message}`);
  }
});

test.run();

const write = suite('writeAgentScenario');

write('writes what is read back equal', () => {
  assert.is(writeAgentScenario(parseAgentScenario(text)), text);
  const none = 'none\n1x1\nx\n\n';
  assert.is(writeAgentScenario(parseAgentScenario(none)), none);
});

write('refuses what the format cannot hold', () => {
  const scenario = parseAgentScenario(text);
  const { grid, queries } = scenario;
  const bad = (part: Partial<AgentScenario>): AgentScenario => ({ ...scenario, ...part });
  const source = (...nodes: number[]): Partial<AgentScenario> => ({
    queries: { ...queries, source: Uint32Array.from(nodes) },
  });
  const cost = grid.cost.slice();
  cost[2] = 3;
  const agents = 'agents on open cells is';
  const unchanged = 'expected a name that is read back unchanged';
  const cases: [part: Partial<AgentScenario>, message: string | RegExp][] = [
    [{ name: 'a\nb' }, 'agent scenario, line 2: size is "b", expected WIDTHxHEIGHT'],
    [{ name: 'a\r' }, `name is 'a\\r', ${unchanged}`],
    [{ name: '\ufeffa' }, `name is '\ufeffa', ${unchanged}`],
    [{ colours: 'rgrz' }, /column 3 is "z", expected terrain$/],
    [{ colours: 'rg' }, 'cost[10] is 1, which no letter stands for'],
    [{ colours: 'xxxx' }, /goal count is 4, expected 0$/],
    [{ grid: { ...grid, cost } }, 'cost[2] is 3, which no letter stands for'],
    [source(1, 4, 8, 11), `${agents} 2, expected 4`],
    [source(4, 1, 10, 11), `${agents} 1, expected 4`],
    [source(1, 1, 10, 11), `${agents} 1, expected 4`],
  ];
  for (const [part, message] of cases) {
    refuses(() => writeAgentScenario(bad(part)), RangeError, message);
  }
});

write.run();
