// `pnpm release`                 says what would be published; sends nothing
// `pnpm release rehearse <url>`  publishes to a registry on this machine, and to no other
// `pnpm release publish`         publishes for real, from a clean main with every change versioned
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pnpm } from './pack/command.mjs';
import { publishedPackages, root } from './packages.mjs';

const [mode = 'show', address, ...rest] = process.argv.slice(2);
const wanted = mode === 'rehearse' ? 1 : 0;

if (!['show', 'rehearse', 'publish'].includes(mode)) {
  refuse(`unknown argument '${mode}': nothing, 'rehearse <url>' or 'publish'`);
}
if (rest.length > 0 || (address !== undefined) !== wanted > 0) {
  refuse(`'${mode}' takes ${wanted} arguments, got ${process.argv.length - 3}`);
}
// changesets reads the lower-case variable only: with the other one it would aim elsewhere
const upper = process.env.NPM_CONFIG_REGISTRY;
if (upper !== undefined && upper !== process.env.npm_config_registry) {
  refuse('NPM_CONFIG_REGISTRY is set, which changesets ignores: use npm_config_registry');
}
if (mode === 'rehearse' && !isLoopback(address)) {
  refuse(`a rehearsal needs a registry on this machine, such as on 127.0.0.1, not ${address}`);
}
if (mode === 'publish') checkPublish();

for (const { name, manifest } of publishedPackages()) console.log(`${name} ${manifest.version}`);
if (mode === 'show') {
  run(pnpm('publish', '--recursive', '--dry-run', '--no-git-checks'));
} else {
  run(pnpm('build'));
  run(pnpm('size'));
  run(pnpm('pack:test'));
  const publish = pnpm('exec', 'changeset', 'publish');
  if (mode === 'publish') run(publish);
  else rehearse(publish, address);
}

/** Publishes with settings of its own, so that no credential of the user is near. */
function rehearse(publish, registry) {
  const folder = mkdtempSync(join(tmpdir(), 'wayfield-release-'));
  try {
    const { host } = new URL(registry);
    const userconfig = join(folder, 'npmrc');
    writeFileSync(userconfig, `${[`//${host}/:_authToken`, 'rehearsal'].join('=')}\n`);
    const env = { npm_config_registry: registry, npm_config_userconfig: userconfig, CI: 'true' };
    run(publish, { ...process.env, ...env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkPublish() {
  const registry = process.env.npm_config_registry;
  if (isLoopback(registry)) refuse(`npm_config_registry is ${registry}: rehearse instead`);
  if (git('status', '--porcelain') !== '') refuse('the checkout has uncommitted changes');
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
  if (branch !== 'main') refuse(`the branch is ${branch}, releases are made from main`);
  const notes = readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md'));
  const pending = notes.filter((name) => name !== 'README.md');
  if (pending.length > 0) {
    refuse(`${pending.length} changesets are not versioned: run \`pnpm changeset version\` first`);
  }
  for (const { name, manifest } of publishedPackages()) {
    if (manifest.version === '0.0.0') refuse(`${name} has no version yet`);
  }
}

function isLoopback(url) {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function run([command, ...args], env = process.env) {
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${args.join(' ')}: exit code ${status}`);
}

function refuse(reason) {
  console.error(`refused: ${reason}`);
  process.exit(1);
}
