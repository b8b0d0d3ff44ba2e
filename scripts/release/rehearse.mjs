// The rehearsal of a release, from versions to the first program of a user: versions a copy of the
// checkout, publishes it to a registry on this machine, installs every package from there into an
// empty project, runs the example of its README, installs and starts every example, and publishes
// again, which must find nothing to do. Leaves nothing but the server's program in a cache. The
// packages must be built.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { softwareVulkanEnvironment, wantsSoftware } from '../../packages/testing/src/gpu.ts';
import { execute, inParallel, pnpm } from '../pack/command.mjs';
import { installPublished, runCommands, runReadmeExample } from '../pack/install.mjs';
import { publishedPackages, root } from '../packages.mjs';
import { runExamples } from './examples.mjs';
import { startRegistry } from './registry.mjs';

/** Projects in which something is installed or runs at one time. */
const AT_ONCE = 3;

export async function rehearse() {
  const place = mkdtempSync(join(tmpdir(), 'wayfield-rehearsal-'));
  const leave = (signal) => {
    rmSync(place, { recursive: true, force: true });
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, leave);
  let registry;
  try {
    registry = await startRegistry(join(place, 'storage'));
    await rehearseAt(registry.address, place);
  } finally {
    await registry?.close();
    await inTime('clean up', () => rm(place, { recursive: true, force: true }));
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, leave);
  }
}

async function rehearseAt(address, place) {
  const copy = join(place, 'checkout');
  const packages = await inTime('version a copy', () => versionCopy(copy));
  const publish = () => publishTo(address, copy, place);
  const first = await inTime('publish', publish);
  const tags = (await execute(['git', 'tag'], copy)).split('\n').filter(Boolean);
  const wanted = packages.map(({ name, manifest }) => `${name}@${manifest.version}`);
  if (String(tags.sort()) !== String(wanted.sort())) {
    throw new Error(`published ${tags} instead of ${wanted}:\n${first}`);
  }
  try {
    await inTime('install and run', () => useAll(packages, address, place));
    await inTime('install and start examples', () => runExamples(address, copy, place));
    const second = await inTime('publish again', publish);
    if (!second.includes('No unpublished projects')) throw new Error(`publishes twice:\n${second}`);
  } finally {
    await forget(packages, address, place);
  }
  console.log(`rehearsed the release of ${packages.length} packages`);
}

/**
 * Copies the files that git knows and what the build made of them to `copy`, a repository of its
 * own; raises the versions there and turns signatures off, which need the runner of a release.
 * Gives the packages with their new manifests.
 */
async function versionCopy(copy) {
  const words = ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  for (const file of (await execute(words, root)).split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue; // deleted, and not yet committed
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  const packages = publishedPackages();
  for (const { folder } of packages) {
    const to = join(copy, relative(root, folder));
    cpSync(join(folder, 'dist'), join(to, 'dist'), { recursive: true });
    cpSync(join(folder, 'src'), join(to, 'src'), { recursive: true });
  }
  const install = pnpm('install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts');
  await execute(install, copy);
  // changesets finds the commits of notes
  await commit(copy, 'The checkout');
  await execute([process.execPath, 'scripts/changeset.mjs', 'version'], copy);
  for (const one of packages) {
    const file = join(copy, relative(root, one.folder), 'package.json');
    one.manifest = JSON.parse(readFileSync(file, 'utf8'));
    one.manifest.publishConfig.provenance = false;
    writeFileSync(file, `${JSON.stringify(one.manifest, undefined, 2)}\n`);
    if (one.manifest.version === '0.0.0') throw new Error(`${one.name} has no version yet`);
  }
  await commit(copy, 'The release');
  return packages;
}

async function commit(folder, message) {
  const person = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost'];
  if (!existsSync(join(folder, '.git'))) await execute(['git', 'init', '--quiet'], folder);
  await execute(['git', 'add', '--all'], folder);
  await execute(['git', ...person, 'commit', '--quiet', '--message', message], folder);
}

/** Publishes as a release does, with settings that hold no credential of the user. */
async function publishTo(address, copy, place) {
  const settings = join(place, 'npmrc');
  const token = [`//${new URL(address).host}/:_authToken`, 'rehearsal'];
  writeFileSync(settings, `${token.join('=')}\n`);
  const env = {
    CI: 'true',
    npm_config_registry: address,
    npm_config_userconfig: settings,
    // of the many processes that publish none may install anything
    npm_config_verify_deps_before_run: 'false',
  };
  // who makes the tags
  for (const who of ['AUTHOR', 'COMMITTER']) {
    env[`GIT_${who}_NAME`] = 'rehearsal';
    env[`GIT_${who}_EMAIL`] = 'rehearsal@localhost';
  }
  const words = [process.execPath, 'scripts/changeset.mjs', 'publish'];
  return execute(words, copy, { env, everything: true });
}

/** Installs each package into an empty project and runs the example of its README there. */
async function useAll(packages, address, place) {
  // examples that need a GPU get what the tests get
  if (wantsSoftware()) Object.assign(process.env, softwareVulkanEnvironment());
  const packs = new Map(
    packages.map(({ name, folder, manifest }) => {
      const readme = readFileSync(join(folder, 'README.md'));
      return [name, { packed: manifest, files: new Map([['README.md', readme]]) }];
    }),
  );
  await inParallel(AT_ONCE, packages, async ({ name, manifest }) => {
    const folder = join(place, 'projects', name.replace(/[@/]/g, '_'));
    const started = performance.now();
    const version = await installPublished(name, packs, address, folder);
    if (version !== manifest.version) throw new Error(`npm installs ${name} ${version}`);
    const installed = performance.now();
    await runReadmeExample(name, folder);
    await runCommands(name, manifest, folder);
    const times = [installed - started, performance.now() - installed].map(seconds);
    console.log(`  ${name} ${version}: installed in ${times[0]}, its example ran in ${times[1]}`);
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Takes what npm cached of the registry, which is gone afterwards, out of the cache of npm. */
async function forget(packages, address, place) {
  const keys = packages.flatMap(({ name, manifest }) => {
    const file = `${name.split('/')[1]}-${manifest.version}.tgz`;
    return [`${address}${name.replace('/', '%2f')}`, `${address}${name}/-/${file}`];
  });
  const cached = keys.map((key) => `make-fetch-happen:request-cache:${key}`);
  await execute(['npm', 'cache', 'rm', ...cached], place);
}

async function inTime(what, job) {
  const started = performance.now();
  console.log(`${what} …`);
  try {
    return await job();
  } finally {
    console.log(`${what}: ${seconds(performance.now() - started)}`);
  }
}

function seconds(time) {
  return `${(time / 1000).toFixed(1)} s`;
}
