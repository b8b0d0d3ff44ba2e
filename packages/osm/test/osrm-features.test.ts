// Our networks against the scenarios in which OSRM states what its profiles for cars and walkers
// do. The files are read from `osrm-features` beside the folder of WAYFIELD_DATA; without them the
// tests are skipped.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ComparedRow, compareScenario } from './osrm/compare.ts';
import { parseFeature, readFeatures } from './osrm/features.ts';
import { POLICIES } from './osrm/policies.ts';

const scenarios = suite('scenarios of OSRM');
const folder = dataDir('../osrm-features');
for (const profile of ['car', 'foot'] as const) {
  const each = folder === undefined ? scenarios.skip : scenarios;
  each(`for ${profile} are answered alike, or by a policy that has a name`, async () => {
    const rows: ComparedRow[] = [];
    for (const scenario of readFeatures(join(folder!, profile))) {
      rows.push(...(await compareScenario(scenario, profile)));
    }
    const wrong: string[] = [];
    const byPolicy = new Map<string, number>();
    let right = 0;
    for (const row of rows) {
      if (row.expected === row.found) {
        right++;
        continue;
      }
      const policy = POLICIES.find(({ covers }) => covers(row));
      if (policy) byPolicy.set(policy.name, (byPolicy.get(policy.name) ?? 0) + 1);
      else wrong.push(describeRow(row));
    }
    const policies = [...byPolicy].map(([name, count]) => `${name} ${count}`);
    const listed = rows.length - right - wrong.length;
    console.log(
      `${profile}: ${rows.length} rows, ${right} right, ${listed} by policy (${policies.join(', ')}), ${wrong.length} wrong`,
    );
    assert.equal(wrong, []);
    assert.ok(right > 0.8 * rows.length, `${right} of ${rows.length} rows are right`);
  });
}

scenarios('are read and compared as this one, which is ours', async () => {
  const text = `
    Feature: One street
      Background:
        Given a grid size of 50 meters

      Scenario: a one-way street with a dead end
        Given the node map
            """
            a b
              c
            """
        And the ways
            | nodes | oneway |
            | ab    | yes    |
            | bc    |        |
        When I route I should get
            | from | to | route    |
            | a    | c  | ab,bc,bc |
            | c    | a  |          |
            | c    | b  | ab       |

      Scenario: who passes
        Then routability should be
            | highway | node/access | oneway | forw | backw |
            | primary |             | yes    | x    |       |
            | primary | no          |        |      |       |
            | footway |             |        | x    |       |
`;
  const rows: string[] = [];
  for (const scenario of parseFeature('ours', text)) {
    for (const { expected, found } of await compareScenario(scenario, 'car')) {
      rows.push(`${expected}:${found}`);
    }
  }
  // the last row of each says what is not so
  assert.equal(rows, ['ab,bc:ab,bc', 'none:none', 'ab:bc', 'x-:x-', '--:--', 'x-:--']);
});

scenarios('differ by the policies that docs/osm-access.md states', () => {
  const page = readFileSync(new URL('../../../docs/osm-access.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  for (const { name, rule, reason } of POLICIES) {
    assert.ok(
      rows.some((line) => line.startsWith(`| ${name} | ${rule} | ${reason} |`)),
      name,
    );
  }
});
scenarios.run();

function describeRow({ feature, scenario, row, expected, found }: ComparedRow): string {
  const cells = Object.entries(row.cells).filter(([, value]) => value !== '');
  const said = cells.map(([key, value]) => `${key}=${value}`).join(' ');
  return `${feature}.feature:${row.line} ${scenario.name}: ${said}: OSRM ${expected}, ours ${found}`;
}
