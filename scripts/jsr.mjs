// `node scripts/jsr.mjs`: writes the metadata of JSR, `jsr.json`, beside the manifest of every
// published package, from which all of it follows: name, version, entries as sources, and what
// bare names of imports stand for. Run by `release publish`; git does not keep the files.
// `--check` writes nothing and fails where an entry has no source or an import has no dependency.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedPackages } from './packages.mjs';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { metadata, problems } = jsrMetadata();
  if (!process.argv.includes('--check')) {
    for (const [folder, value] of metadata)
      writeFileSync(join(folder, 'jsr.json'), `${JSON.stringify(value, undefined, 2)}\n`);
  }
  for (const problem of problems) console.log(problem);
  console.log(`metadata of JSR for ${metadata.size} packages, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}

/** The metadata of each package by its folder, and what is wrong. */
export function jsrMetadata() {
  const packages = publishedPackages();
  const versions = new Map(packages.map(({ name, manifest }) => [name, manifest.version]));
  const metadata = new Map();
  const problems = [];
  for (const one of packages) {
    const { name, folder, manifest } = one;
    const exports = sourcesOf(manifest);
    for (const [path, source] of Object.entries(exports)) {
      if (!existsSync(join(folder, source)))
        problems.push(`${name}: ${path} has no source ${source}`);
    }
    const imports = importsMap(one, versions);
    for (const bare of importsOf(join(folder, 'src'))) {
      if (!imports[bare]) problems.push(`${name}: src imports ${bare}, which is no dependency`);
    }
    metadata.set(folder, {
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
    });
  }
  return { metadata, problems };
}

/** The source of each entry. */
function sourcesOf(manifest) {
  const exports = {};
  for (const [path, target] of Object.entries(manifest.exports)) {
    const file = target.import?.default ?? target.default ?? target;
    if (path.includes('*') || typeof file !== 'string' || !file.endsWith('.js')) continue;
    exports[path] = file.replace('./dist/', './src/').replace(/\.js$/, '.ts');
  }
  return exports;
}

/** What the names of dependencies stand for. */
function importsMap({ folder, manifest }, versions) {
  const imports = {};
  const known = { ...manifest.dependencies, ...manifest.peerDependencies };
  for (const [dependency, range] of Object.entries(known)) {
    // a peer of a dependency, which the sources do not import
    if (!existsSync(join(folder, 'node_modules', dependency))) continue;
    const own = versions.get(dependency);
    imports[dependency] = own
      ? `jsr:${dependency}@^${own}`
      : `npm:${dependency}@${rangeOf(range, dependency, folder)}`;
  }
  return imports;
}

/**
 * The range of a dependency as JSR takes it, which knows none without an upper end: for peers the
 * version that is tested here, and what is compatible with it.
 */
function rangeOf(range, dependency, folder) {
  if (/^[\^~]?\d/.test(range)) return range;
  const manifest = join(folder, 'node_modules', dependency, 'package.json');
  return `^${JSON.parse(readFileSync(manifest, 'utf8')).version}`;
}

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
