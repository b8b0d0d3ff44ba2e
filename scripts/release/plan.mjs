// Two corrections to the plan by which changesets raises versions.

/**
 * Changes a plan of changesets, and returns it.
 *
 * Before 1.0 a package never becomes 1.0.0 by a dependency: changesets plans a major release for
 * every change of the range of a peer, and a minor release says the same before 1.0.
 *
 * A release that follows from dependencies alone gets an entry in its change log, which names their
 * new versions.
 *
 * @param plan `{ changesets, releases }` as `@changesets/get-release-plan` gives it.
 * @param dependencies The names of the dependencies and peers of each package, by its name.
 */
export function correctPlan(plan, dependencies) {
  for (const release of plan.releases) {
    const [major, minor] = release.oldVersion.split('.').map(Number);
    if (release.type !== 'major' || major > 0 || ownType(plan, release) === 'major') continue;
    release.type = 'minor';
    release.newVersion = `0.${minor + 1}.0`;
  }
  const raised = plan.releases.filter(({ type }) => type !== 'none');
  for (const { name, type, ...release } of raised) {
    if (ownType(plan, { name, ...release }) === type) continue;
    const needed = raised.filter((other) => dependencies.get(name).includes(other.name));
    const versions = needed.map((other) => `\`${other.name}\` ${other.newVersion}`).sort();
    if (versions.length === 0) throw new Error(`${name} has a release and nothing that changed`);
    plan.changesets.push({
      id: `dependencies-of-${name.replace(/\W+/g, '-')}`,
      summary: `Use ${listed(versions)}.`,
      releases: [{ name, type }],
    });
  }
  return plan;
}

const TYPES = ['none', 'patch', 'minor', 'major'];

/** The largest change that changesets name for a package. */
function ownType({ changesets }, { name }) {
  const types = changesets.flatMap(({ releases }) =>
    releases.filter((one) => one.name === name).map(({ type }) => TYPES.indexOf(type)),
  );
  return TYPES[Math.max(0, ...types)];
}

/** `a, b and c`. */
function listed(words) {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
