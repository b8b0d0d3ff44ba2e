// The reader and the judge of OSRM's scenarios, on a feature of our own.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askScenario } from '../src/routing/osrm/ask.ts';
import { agrees } from '../src/routing/osrm/match-cell.ts';
import { POLICIES, policiesFor } from '../src/routing/osrm/policies.ts';
import { parseFeature } from '../src/routing/osrm/read-features.ts';
import { runHere } from './run-targets.ts';

const FEATURE = `
Feature: Two streets
  Background:
    Given the profile "testbot"
    Given a grid size of 100 meters

  Scenario: all that is asked of a map
    Given the node map
      """
      a 1 b
        2
      c   d
      """
    And the ways
      | nodes | oneway | highway   |
      | ab    |        | primary   |
      | bd    | yes    | secondary |
      | cd    |        | primary   |
    And the nodes
      | node | highway         |
      | b    | traffic_signals |
    When I route I should get
      | from | to | route | time | distance |
      | a    | d  | ab,bd | 67s  | 400m     |
      | a    | d  | ab,cd | 68s +-1 | 400m  |
    When I request a travel time matrix I should get
      |   | 1  | b  |
      | a | 10 | 20 |
      | b | 15 | 7  |
    When I request nearest I should get
      | in | out |
      | b  | b   |
      | 1  | 1   |
    Then routability should be
      | highway   | oneway | forw    | backw   |
      | primary   | -1     |         | 36 km/h |
      | secondary |        | 18 km/h |         |

  @todo
  Scenario: no question
    When I fly
`;

const test = suite("OSRM's scenarios");

test('are read with their background', () => {
  const [first, second] = parseFeature('ours', 'two.feature', FEATURE);
  assert.equal(
    [first.folder, first.feature, first.todo, second.todo],
    ['ours', 'two', false, true],
  );
  assert.is(first.steps[0].text, 'the profile "testbot"');
  assert.equal(first.steps[3].rows[1], { nodes: 'bd', oneway: 'yes', highway: 'secondary' });
  assert.equal(first.steps[2].doc, 'a 1 b\n  2\nc   d');
});

test('differ only in the cells that are wrong', async () => {
  const [first, second] = parseFeature('ours', 'two.feature', FEATURE);
  const differences = await askScenario(first);
  assert.equal(
    differences.map(({ column, expected }) => `${column} ${expected}`),
    ['backw ', 'route ab,cd', 'duration 15', 'duration 7'],
  );
  assert.is(policiesFor(differences), undefined);
  const [flight] = await askScenario(second);
  assert.equal([flight.column, flight.found], ['I fly', 'not asked']);
});

test('have cells that allow for rounding, margins and patterns', () => {
  const cases: [found: string, cell: string, right: boolean][] = [
    ['ab,bc', 'ab,bc', true],
    ['ab,bc', 'ab,cd', false],
    ['10.1s', '10s', true],
    ['11.5s', '10s', false],
    ['11s', '10m', false],
    ['104.9m', '100m +-5', true],
    ['105.9m', '100m +-5', false],
    ['299.8m', '300 +- 1m', true],
    ['109', '100 ~10%', true],
    ['112', '100 ~10%', false],
    ['10s,20s,0s', '10s,20s', true],
    ['10s,20s,5s', '10s,20s', false],
    ['', '10', false],
    ['abc', '/b/', true],
  ];
  for (const [found, cell, right] of cases)
    assert.is(agrees(found, cell), right, `${found} ${cell}`);
});

test('have policies with a reason each, by one name', () => {
  assert.is(new Set(POLICIES.map(({ name }) => name)).size, POLICIES.length);
  for (const { name, reason } of POLICIES) assert.ok(reason.length > 30, name);
});

test('are skipped with a reason where there are none', async () => {
  const { code, out } = await runHere(['routing', '6', '--quick', '--data', import.meta.dirname]);
  assert.is(code, 0, out);
  assert.match(out, /skipped, no folder osrm-features/);
});
test.run();
