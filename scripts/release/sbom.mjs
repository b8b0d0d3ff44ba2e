// `pnpm sbom [file]`: the parts list of a release in the format CycloneDX, written by `npm sbom`:
// every published package, what it needs at run time, in the versions of the lockfile, and who
// needs what. By default it is written to `sbom.cdx.json`, which git ignores. Peers, such as
// frameworks, are chosen by the user and are not part of it.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execute } from '../pack/command.mjs';
import { publishedPackages, root } from '../packages.mjs';

/** Writes the parts list; gives its components as name and version, and checks them. */
export async function writeSbom(file) {
  const packages = publishedPackages();
  const versions = lockedVersions(packages);
  const work = mkdtempSync(join(tmpdir(), 'wayfield-sbom-'));
  try {
    writeWorkspace(work, packages, versions);
    const install = ['npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit'];
    await execute([...install, '--no-fund', '--prefer-offline'], work);
    const list = ['npm', 'sbom', '--sbom-format=cyclonedx', '--sbom-type=library'];
    const text = await execute([...list, '--package-lock-only', '--omit=dev'], work);
    const sbom = JSON.parse(text);
    const parts = checkSbom(sbom, packages, versions);
    writeFileSync(file, `${JSON.stringify(sbom, undefined, 2)}\n`);
    return parts;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** A workspace of npm: the manifests alone, with the dependencies of run time. */
function writeWorkspace(work, packages, versions) {
  const own = new Map(packages.map(({ name, manifest }) => [name, manifest.version]));
  for (const { name, manifest } of packages) {
    // npm takes the name of a part from its folder
    const folder = join(work, name);
    mkdirSync(folder, { recursive: true });
    const { version, description, license, repository } = manifest;
    const dependencies = Object.fromEntries(
      Object.entries(manifest.dependencies ?? {}).map(([one, range]) => [
        one,
        own.get(one) ?? range,
      ]),
    );
    const kept = { name, version, description, license, repository, dependencies };
    writeJson(join(folder, 'package.json'), kept);
  }
  const { license, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const overrides = Object.fromEntries(versions);
  const named = { name: 'wayfield', version: '0.0.0', private: true, license, description };
  writeJson(join(work, 'package.json'), { ...named, workspaces: ['@wayfield/*'], overrides });
}

/**
 * The version that is installed here of everything that the packages need at run time, by name;
 * where there are several, the first one that is found.
 */
function lockedVersions(packages) {
  const versions = new Map();
  const own = new Set(packages.map(({ name }) => name));
  const open = packages.map(({ folder, manifest }) => [folder, manifest]);
  for (const [folder, { dependencies = {} }] of open) {
    for (const name of Object.keys(dependencies)) {
      if (own.has(name) || versions.has(name)) continue;
      const place = placeOf(name, folder);
      const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
      versions.set(name, manifest.version);
      open.push([place, manifest]);
    }
  }
  return versions;
}

/** The folder of a dependency of the package in `folder`, as Node finds it. */
function placeOf(name, folder) {
  const paths = createRequire(join(realpathSync(folder), 'package.json')).resolve.paths(name);
  for (const path of paths) {
    try {
      return dirname(realpathSync(join(path, name, 'package.json')));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`${name}, which ${folder} needs, is not installed`);
}

/**
 * Every published package and every dependency of run time is in the list, in its version and with
 * a licence, and the edges from the published packages are those of their manifests.
 */
export function checkSbom({ components, dependencies }, packages, versions) {
  const found = new Map(components.map((one) => [`${one.name}@${one.version}`, one]));
  const wanted = [...packages.map(({ name, manifest }) => [name, manifest.version]), ...versions];
  for (const [name, version] of wanted) {
    const part = found.get(`${name}@${version}`);
    if (part === undefined) throw new Error(`the parts list has no ${name} ${version}`);
    if (!part.licenses?.length) throw new Error(`the parts list has no licence of ${name}`);
  }
  const nameOf = new Map(components.map((one) => [one['bom-ref'], one.name]));
  const edges = new Map(dependencies.map(({ ref, dependsOn }) => [nameOf.get(ref), dependsOn]));
  for (const { name, manifest } of packages) {
    const listed = (edges.get(name) ?? []).map((ref) => nameOf.get(ref)).sort();
    const needed = Object.keys(manifest.dependencies ?? {}).sort();
    if (String(listed) !== String(needed)) {
      throw new Error(`the parts list says that ${name} needs ${listed}, not ${needed}`);
    }
  }
  return [...found.keys()];
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = resolve(process.argv[2] ?? join(root, 'sbom.cdx.json'));
  const parts = await writeSbom(file);
  const own = publishedPackages().length;
  console.log(`${file}: ${own} packages of ours and ${parts.length - own} that they need`);
}
