// Target 6: what OSRM's own scenario files ask of its services, asked of ours.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { atMost, forComparison, NO_DATA, notMeasured, result, type Target } from '../run/target.ts';
import { askScenario, type Difference } from './osrm/ask.ts';
import { policiesFor } from './osrm/policies.ts';
import { readFeatures, type Scenario } from './osrm/read-features.ts';

/** The numbers to reach: requirements, set before the code was written. */
const NONE_WRONG = atMost(0, 'scenarios');
const FEW_POLICIES = atMost(5, '%');
/** Scenarios of a `--quick` run. */
const QUICK = 20;

/** The verdicts on the scenarios of a folder. */
interface Tally {
  right: number;
  policy: number;
  wrong: number;
}

export const scenarios: Target = {
  name: '6',
  title: 'scenarios of OSRM: right, by a policy that has a reason, wrong',
  async run(context) {
    const folder = context.data && join(context.data, '../osrm-features');
    if (!folder || !existsSync(folder)) {
      const why = context.data ? `no folder osrm-features beside the data` : NO_DATA;
      context.session.terminal.print(`scenarios of OSRM: skipped, ${why}\n`);
      context.add(notMeasured('scenarios that are wrong', NONE_WRONG, why));
      return;
    }
    const all = readFeatures(folder);
    const asked = all.filter(({ todo }) => !todo).slice(0, context.quick ? QUICK : undefined);
    const tallies = new Map<string, Tally>();
    const reasons = new Map<string, number>();
    const print = (text: string): void => context.session.terminal.print(text);
    let [wrong, covered] = [0, 0];
    for (const scenario of asked) {
      context.session.terminal.progress(`${scenario.folder}/${scenario.feature}`);
      const differences = await askScenario(scenario);
      let tally = tallies.get(scenario.folder);
      if (!tally) tallies.set(scenario.folder, (tally = { right: 0, policy: 0, wrong: 0 }));
      if (differences.length === 0) {
        tally.right++;
        continue;
      }
      const policies = policiesFor(differences);
      if (!policies) {
        tally.wrong++;
        wrong++;
        print(describe(scenario, differences));
        continue;
      }
      tally.policy++;
      covered++;
      for (const { name, kind } of policies) {
        const key = `${kind === 'missing' ? 'not offered' : 'done otherwise'}: ${name}`;
        reasons.set(key, (reasons.get(key) ?? 0) + 1);
      }
    }
    for (const [name, tally] of tallies) {
      print(`${name}: ${tally.right} right, ${tally.policy} by policy, ${tally.wrong} wrong\n`);
    }
    for (const [name, count] of [...reasons].sort((a, b) => b[1] - a[1]))
      print(`  ${count} ${name}\n`);
    const note = `${asked.length} of ${all.length}, OSRM passes over ${all.length - asked.length}`;
    const right = asked.length - wrong - covered;
    context.add(forComparison(result('scenarios that are right', right, NONE_WRONG, note)));
    context.add(result('scenarios by policy', (100 * covered) / asked.length, FEW_POLICIES));
    context.add(result('scenarios that are wrong', wrong, NONE_WRONG));
  },
};

/** The first difference that no policy covers. */
function describe({ folder, feature, line, name }: Scenario, all: readonly Difference[]): string {
  const { column, row, expected, found } = all.find((one) => !policiesFor([one]))!;
  const cells = Object.values(row).filter((cell) => cell !== '');
  const where = `${folder}/${feature}.feature:${line} ${name}`;
  const what = `${column} of ${cells.join(' ')}`;
  return `wrong: ${where}: ${what}: OSRM ${expected}, ours ${found}\n`;
}
