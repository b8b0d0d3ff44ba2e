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
  const cases: [text: string, message: string][] = [
    ['', 'line 0: "" is not WIDTHxHEIGHT'],
    ['n\n9', 'line 2: "9" is not WIDTHxHEIGHT'],
    ['n\n9x', 'line 2: "9x" is not WIDTHxHEIGHT'],
    ['n\n-1x3\n', 'line 2: "-1x3" is not WIDTHxHEIGHT'],
    ['n\n0x3\n', 'line 2: 0 x 3 cells in a file of 6 bytes'],
    ['n\n60000x60000\n...', 'line 2: 60000 x 60000 cells in a file of 17 bytes'],
    ['n\n99999999999x1\n...', 'line 2: "99999999999x1" is not WIDTHxHEIGHT'],
    ['n\n3x2\n...\n', 'line 3: the file ends after 1 of 2 rows'],
    [many('..'), 'line 3: the row has 2 cells, expected 3'],
    [many('.r..'), 'line 3: the row has 4 cells, expected 3'],
    [many('.q.'), 'line 3: unknown cell "q" in column 1'],
    [many('.R.'), 'line 3: unknown cell "R" in column 1'],
    [many('...'), 'line 6: 1 goals for 0 agents'],
    [many('r.r'), 'line 6: 1 goals for 2 agents'],
    [`${many('r..')}...\n`, 'line 7: "..." is not dest=X,Y inside 3x2'],
    ['n\n1x1\nr\n\ndest=1,0\n', 'line 5: "dest=1,0" is not dest=X,Y inside 1x1'],
    ['n\n1x1\nr\n\ndest=0\n', 'line 5: "dest=0" is not dest=X,Y inside 1x1'],
    ['n\n1x1\nr\n\ndest=-1,0\n', 'line 5: "dest=-1,0" is not dest=X,Y inside 1x1'],
  ];
  for (const [bad, message] of cases) {
    refuses(() => parseAgentScenario(bad), SyntaxError, `agent scenario, ${message}`);
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
  assert.throws(() => writeAgentScenario(bad({ name: 'a\nb' })), /line 2: "b" is not WIDTHxHEIGHT/);
  assert.throws(() => writeAgentScenario(bad({ colours: 'rgrz' })), /unknown cell "z"/);
  assert.throws(
    () => writeAgentScenario(bad({ colours: 'rg' })),
    /cost\[10\] is 1, which no letter/,
  );
  assert.throws(() => writeAgentScenario(bad({ colours: 'xxxx' })), RangeError);
  const cost = grid.cost.slice();
  cost[2] = 3;
  assert.throws(
    () => writeAgentScenario(bad({ grid: { ...grid, cost } })),
    /cost\[2\] is 3, which/,
  );
  const cannot = 'cannot stand on cell';
  refuses(
    () => writeAgentScenario(bad(source(1, 4, 8, 11))),
    RangeError,
    `agent 2 of 4 ${cannot} 8`,
  );
  refuses(
    () => writeAgentScenario(bad(source(4, 1, 10, 11))),
    RangeError,
    `agent 1 of 4 ${cannot} 1`,
  );
  refuses(
    () => writeAgentScenario(bad(source(1, 1, 10, 11))),
    RangeError,
    `agent 1 of 4 ${cannot} 1`,
  );
});

write.run();
