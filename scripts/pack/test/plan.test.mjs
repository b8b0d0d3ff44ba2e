import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { getDependencyReleaseLine, getReleaseLine } from '../../release/changelog.mjs';
import { correctPlan } from '../../release/plan.mjs';

const release = (name, type, oldVersion, newVersion) => ({
  name,
  type,
  oldVersion,
  newVersion,
});
const changeset = (name, type, summary = 'Add it.') => ({
  id: name,
  summary,
  releases: [{ name, type }],
});
/** Package `b` depends on `a`, and `c` on both. */
const dependencies = new Map([
  ['a', ['other']],
  ['b', ['a']],
  ['c', ['b', 'a']],
]);

const plans = suite('the plan of a release');

plans('before 1.0 the range of a peer asks for a minor release, not for 1.0.0', () => {
  const plan = correctPlan(
    {
      changesets: [changeset('a', 'minor'), changeset('b', 'minor')],
      releases: [release('a', 'minor', '0.3.0', '0.4.0'), release('b', 'major', '0.1.2', '1.0.0')],
    },
    dependencies,
  );
  assert.equal(plan.releases[1], release('b', 'minor', '0.1.2', '0.2.0'));
  assert.is(plan.changesets.length, 2);
});

plans('a changeset can ask for 1.0.0, and from 1.0 on a peer can ask for 2.0.0', () => {
  const plan = correctPlan(
    {
      changesets: [changeset('a', 'major'), changeset('b', 'major')],
      releases: [release('a', 'major', '0.9.1', '1.0.0'), release('b', 'major', '1.4.0', '2.0.0')],
    },
    dependencies,
  );
  assert.equal(
    plan.releases.map(({ newVersion }) => newVersion),
    ['1.0.0', '2.0.0'],
  );
});

plans('a release by dependencies alone names their versions', () => {
  const plan = correctPlan(
    {
      changesets: [changeset('a', 'minor'), changeset('c', 'patch')],
      releases: [
        release('a', 'minor', '0.1.0', '0.2.0'),
        release('b', 'patch', '0.1.0', '0.1.1'),
        release('c', 'major', '0.5.0', '1.0.0'),
        release('d', 'none', '0.5.0', '0.5.0'),
      ],
    },
    dependencies,
  );
  assert.equal(
    plan.changesets.slice(2).map(({ summary, releases }) => [summary, releases]),
    [
      ['Use `a` 0.2.0.', [{ name: 'b', type: 'patch' }]],
      ['Use `a` 0.2.0 and `b` 0.1.1.', [{ name: 'c', type: 'minor' }]],
    ],
  );
});

plans('a release without a reason is an error', () => {
  const plan = { changesets: [], releases: [release('b', 'patch', '0.1.0', '0.1.1')] };
  assert.throws(() => correctPlan(plan, dependencies), 'b has a release and nothing that changed');
});

plans.run();

const entries = suite('entries of change logs');

entries('an entry is the text of the changeset, without the commit', () => {
  const summary = 'Find paths.\n\nPass `x` now.\nIt was `y`.\n';
  const text = getReleaseLine({ ...changeset('a', 'minor', summary), commit: 'f00ba4' });
  assert.is(text, '- Find paths.\n\n  Pass `x` now.\n  It was `y`.');
});

entries('updated dependencies are no entry', () => {
  assert.is(getDependencyReleaseLine(), '');
});

entries.run();
