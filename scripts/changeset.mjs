// `pnpm changeset [command]`: the commands of changesets. `version` is our own: it raises versions
// by the plan of changesets with the corrections of `release/plan.mjs`, and writes them into the
// manifests of the examples.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { correctPlan } from './release/plan.mjs';
import { root } from './packages.mjs';

const requireFromHere = createRequire(import.meta.url);
const words = process.argv.slice(2);
if (words.join(' ') === 'version') await raiseVersions();
else passOn();

async function raiseVersions() {
  // the parts that the command itself is made of, in its versions
  const requirePart = createRequire(requireFromHere.resolve('@changesets/cli/package.json'));
  const part = (name) => requirePart(`@changesets/${name}`);
  const { getPackages } = requirePart('@manypkg/get-packages');
  const plan = await part('get-release-plan').default(root);
  if (plan.preState !== undefined) throw new Error('releases before a release are not supported');
  if (plan.changesets.length === 0) {
    console.log('there is no changeset: nothing changes');
    return;
  }
  const packages = await getPackages(root);
  const dependencies = new Map(
    packages.packages.map(({ packageJson }) => {
      const { name, dependencies: own, peerDependencies: peers } = packageJson;
      return [name, Object.keys({ ...own, ...peers })];
    }),
  );
  correctPlan(plan, dependencies);
  const config = await part('config').read(root, packages);
  await part('apply-release-plan').default(plan, packages, config);
  for (const { name, oldVersion, newVersion, type } of plan.releases) {
    if (type !== 'none') console.log(`${name} ${oldVersion} -> ${newVersion}`);
  }
  // examples name the versions that are published
  await import('../examples/manifests.mjs').then(({ writeManifests }) => writeManifests());
  console.log('read the change logs, then commit all of it');
}

function passOn() {
  const program = requireFromHere.resolve('@changesets/cli/bin.js');
  const options = { cwd: root, stdio: 'inherit' };
  const { status, error } = spawnSync(process.execPath, [program, ...words], options);
  if (error) throw error;
  process.exitCode = status ?? 1;
}
