// Installs one packed package alone into an empty folder, as a user would, and uses it there.
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { wantsSoftware } from '../../packages/testing/src/gpu.ts';
import { checkPrinted, preloading, readmeProgram } from '../../packages/testing/src/readme.ts';
import { root } from '../packages.mjs';
import { execute } from './command.mjs';

/** Gives programs the software driver as if it were a GPU. */
export const SOFTWARE_DAWN = new URL(
  '../../packages/testing/src/software-dawn.ts',
  import.meta.url,
);

/**
 * Installs the tarball of `name`, and those of the workspace packages it needs, into a new folder,
 * with the other packages that the install line of its README names. Gives what npm put into
 * node_modules, by name.
 */
export async function installAlone(name, packs, folder) {
  makeProject(folder);
  const beside = namedBeside(packs.get(name));
  const own = withNeeded([name, ...beside.filter((one) => packs.has(one))], packs);
  const others = othersBeside(name, packs);
  const foreign =
    others.length > 0 ||
    own.some((one) => needs(packs.get(one)).some((other) => !packs.has(other)));
  const tarballs = own.map((one) => packs.get(one).path);
  // without dependencies of other makers nothing may be fetched
  const fetching = foreign ? '--prefer-offline' : '--offline';
  await npmInstall([fetching, ...tarballs, ...others, ...optionalPeers(own, packs)], folder);
  const installed = installedPackages(folder);
  const wrong = own.filter((one) => !installed.includes(one));
  if (!foreign) wrong.push(...installed.filter((one) => !own.includes(one)));
  if (wrong.length > 0) throw new Error(`${name} alone installs ${installed}, not ${own}`);
  return { installed, bytes: folderBytes(join(folder, 'node_modules')) };
}

/**
 * Installs `name` from the registry at `registry`, which has the packages of this workspace only,
 * into a new folder; from the usual registry whatever other makers publish. `packs`: `packed`, the
 * manifest, and `files` of each package by name. Gives the version that npm took.
 */
export async function installPublished(name, packs, registry, folder) {
  makeProject(folder);
  writeFileSync(join(folder, '.npmrc'), `@wayfield:registry=${registry}\n`);
  const own = [name, ...namedBeside(packs.get(name)).filter((one) => packs.has(one))];
  const peers = optionalPeers(withNeeded(own, packs), packs);
  await npmInstall(['--prefer-offline', ...own, ...othersBeside(name, packs), ...peers], folder);
  const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
  return JSON.parse(manifest).version;
}

/** An empty project. */
function makeProject(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
}

/** `npm install` without what would ask, fetch or run something else. */
export async function npmInstall(words, folder) {
  const flags = ['--no-audit', '--no-fund', '--no-update-notifier', '--ignore-scripts'];
  await execute(['npm', 'install', ...flags, ...words], folder);
}

/**
 * Runs the program of the installed package's README with plain node, and checks what it prints.
 * Gives its source and what it printed.
 */
export async function runReadmeExample(name, folder) {
  const readme = readFileSync(join(folder, 'node_modules', name, 'README.md'), 'utf8');
  const source = readmeProgram(readme);
  const { code } = await transform(source, { loader: 'ts', target: 'es2022' });
  writeFileSync(join(folder, 'example.mjs'), code);
  // a program of a README does not ask for software, and a machine without a GPU has nothing else
  const preload = needsDevice(code) && wantsSoftware() ? SOFTWARE_DAWN : undefined;
  const options = preloading(folder, preload);
  const printed = await execute([process.execPath, ...options, 'example.mjs'], folder);
  checkPrinted(source, printed);
  return { source, printed };
}

/** Whether a program asks Node for a GPU. */
export function needsDevice(code) {
  return code.includes("/node'") || code.includes('/node"');
}

/**
 * Compiles the program of a README against the installed packages as a strict user does, their
 * declarations included.
 */
export async function checkExampleTypes(source, folder) {
  writeFileSync(join(folder, 'example.ts'), source);
  for (const [module, moduleResolution] of [
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ]) {
    const config = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'ES2022',
        lib: ['ES2022', 'DOM'],
        types: [],
        module,
        moduleResolution,
      },
      files: ['example.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    await execute([process.execPath, tsc, '-p', '.'], folder);
  }
}

/** Each command of a package starts and tells its version. */
export async function runCommands(name, manifest, folder) {
  for (const command of Object.keys(manifest.bin ?? {})) {
    const words = ['npx', '--no-install', command, '--version'];
    const printed = (await execute(words, folder)).trim();
    if (printed !== manifest.version) {
      throw new Error(`${command} --version prints '${printed}', ${name} is ${manifest.version}`);
    }
  }
}

function needs({ packed }) {
  return Object.keys({ ...packed.dependencies, ...packed.peerDependencies });
}

/**
 * Folders of the optional peers of packages, which their examples use: the copies of the workspace.
 */
export function optionalPeers(names, packs) {
  const folders = names.flatMap((name) => {
    const { peerDependenciesMeta = {} } = packs.get(name).packed;
    const optional = Object.keys(peerDependenciesMeta).filter((peer) => !packs.has(peer));
    const modules = join(root, 'packages', name.split('/')[1], 'node_modules');
    return optional.map((peer) => realpathSync(join(modules, peer)));
  });
  return [...new Set(folders)];
}

/** The packages beside its own that the install line of a README names. */
function namedBeside({ files }) {
  const [, words] = /^npm install (?!--global)(.*)$/m.exec(files.get('README.md').toString()) ?? [];
  return words ? words.replace(/#.*/, '').trim().split(/\s+/).slice(1) : [];
}

/** Those of other makers, in the versions that the workspace tests with. */
export function othersBeside(name, packs) {
  const others = namedBeside(packs.get(name)).filter((one) => !packs.has(one));
  return others.map((one) => versioned(one, name));
}

/** `three` as `three@0.187.0`, the version that the workspace tests with. */
function versioned(name, packageName) {
  const folder = join(root, 'packages', packageName.split('/')[1], 'node_modules', name);
  return `${name}@${JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version}`;
}

function withNeeded(names, packs) {
  const wanted = [...names];
  for (const one of wanted) {
    for (const other of needs(packs.get(one))) {
      if (packs.has(other) && !wanted.includes(other)) wanted.push(other);
    }
  }
  return wanted;
}

function installedPackages(folder) {
  const names = [];
  for (const name of readdirSync(join(folder, 'node_modules'))) {
    if (name.startsWith('.')) continue;
    if (!name.startsWith('@')) names.push(name);
    else {
      const scope = readdirSync(join(folder, 'node_modules', name));
      names.push(...scope.map((inner) => `${name}/${inner}`));
    }
  }
  return names;
}

function folderBytes(folder) {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += folderBytes(path);
    else if (entry.isFile()) sum += statSync(path).size;
  }
  return sum;
}
