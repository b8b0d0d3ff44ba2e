// `pnpm release`                 says what would be published; sends nothing
// `pnpm release rehearse`        does all of it with a registry on this machine, and cleans up
// `pnpm release publish`         publishes for real, from a clean main with every change versioned
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pnpm } from './pack/command.mjs';
import { publishedPackages, root } from './packages.mjs';
import { rehearse } from './release/rehearse.mjs';

const [mode = 'show', ...rest] = process.argv.slice(2);

if (!['show', 'rehearse', 'publish'].includes(mode)) {
  refuse(`unknown argument '${mode}': nothing, 'rehearse' or 'publish'`);
}
if (rest.length > 0) refuse(`'${mode}' takes no arguments, got ${rest.join(' ')}`);
// changesets reads the lower-case variable only: with the other one it would aim elsewhere
const upper = process.env.NPM_CONFIG_REGISTRY;
if (upper !== undefined && upper !== process.env.npm_config_registry) {
  refuse('NPM_CONFIG_REGISTRY is set, which changesets ignores: use npm_config_registry');
}
if (mode === 'publish') checkPublish();

for (const { name, manifest } of publishedPackages()) console.log(`${name} ${manifest.version}`);
if (mode === 'show') {
  run(pnpm('publish', '--recursive', '--dry-run', '--no-git-checks'));
} else if (mode === 'rehearse') {
  run(pnpm('build'));
  await rehearse();
} else {
  run(pnpm('build'));
  run(pnpm('size'));
  run(pnpm('pack:test'));
  run([process.execPath, 'scripts/jsr.mjs']);
  run(pnpm('exec', 'changeset', 'publish'));
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

function run([command, ...args]) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${args.join(' ')}: exit code ${status}`);
}

function refuse(reason) {
  console.error(`refused: ${reason}`);
  process.exit(1);
}
