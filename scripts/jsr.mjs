// `node scripts/jsr.mjs`: writes the metadata of JSR, `jsr.json`, beside the manifest of every
// published package, from which all of it follows: name, version, entries as sources, and what
// bare names of imports stand for. Run by `release publish`; git does not keep the files.
// `--check` writes nothing and fails where an entry has no source or an import has no dependency.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from './packages.mjs';

const isCheck = process.argv.includes('--check');
const packages = publishedPackages();
const versions = new Map(packages.map(({ name, manifest }) => [name, manifest.version]));
const problems = [];
for (const { name, folder, manifest } of packages) {
  const exports = {};
  for (const [path, target] of Object.entries(manifest.exports)) {
    const file = target.import?.default ?? target.default ?? target;
    if (path.includes('*') || typeof file !== 'string' || !file.endsWith('.js')) continue;
    const source = file.replace('./dist/', './src/').replace(/\.js$/, '.ts');
    if (!existsSync(join(folder, source)))
      problems.push(`${name}: ${path} has no source ${source}`);
    exports[path] = source;
  }
  const imports = {};
  const known = { ...manifest.dependencies, ...manifest.peerDependencies };
  for (const [dependency, range] of Object.entries(known)) {
    const own = versions.get(dependency);
    imports[dependency] = own ? `jsr:${dependency}@^${own}` : `npm:${dependency}@${range}`;
  }
  for (const bare of importsOf(join(folder, 'src'))) {
    if (!imports[bare]) problems.push(`${name}: src imports ${bare}, which is no dependency`);
  }
  const metadata = {
    $schema: 'https://jsr.io/schema/config-file.v1.json',
    name,
    version: manifest.version,
    license: manifest.license,
    exports,
    imports,
    // sources that a build makes, such as kernels, are not in git
    publish: {
      include: ['src', 'README.md', 'LICENSE', 'CHANGELOG.md'],
      exclude: ['!src/**/*.gen.ts'],
    },
  };
  if (!isCheck)
    writeFileSync(join(folder, 'jsr.json'), `${JSON.stringify(metadata, undefined, 2)}\n`);
}
for (const problem of problems) console.log(problem);
console.log(`metadata of JSR for ${packages.length} packages, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;

/** Packages that sources import by name. */
function importsOf(folder) {
  const found = new Set();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    const names = text.matchAll(
      /^(?:import|export)[^'";]*?from '((?:@[\w.-]+\/)?[\w][\w.-]*)(?:\/[^']*)?';/gm,
    );
    for (const [, name] of names) if (name !== 'node' && !name.startsWith('node:')) found.add(name);
  }
  return found;
}
