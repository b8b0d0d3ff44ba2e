// Packs one package as the registry would get it, and checks what is in the tarball.
import { readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { untar } from '../../packages/testing/src/untar.ts';
import { exportedFiles, isWorker } from '../packages.mjs';
import { execute, pnpm } from './command.mjs';

/** What may lie in a package beside the folders that its `files` field names. */
const LOOSE = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];
/** What must never be in one, wherever it lies. */
const UNWANTED = /(^|\/)(test|tests|node_modules|\.turbo)\/|\.tsbuildinfo$|\.(test|bench)\.|\.log$/;

/**
 * Packs the package in `folder` into `target`; gives the tarball's path, its files by name and the
 * problems found.
 */
export async function packAndCheck({ name, folder, manifest }, target) {
  const printed = await execute(pnpm('pack', '--json', '--pack-destination', target), folder);
  const { filename } = JSON.parse(printed.slice(printed.indexOf('{')));
  const path = posix.isAbsolute(filename) ? filename : `${target}/${basename(filename)}`;
  const tarball = readFileSync(path);
  const files = new Map();
  for (const file of untar(gunzipSync(tarball))) {
    files.set(file.name.replace(/^package\//, ''), Buffer.from(file.bytes));
  }
  const packed = JSON.parse(files.get('package.json').toString());
  const problems = [
    ...checkNames(files, manifest),
    ...checkManifest(files, packed),
    ...checkMaps(files),
    ...(await lint(tarball, packed)),
    ...(await checkTypes(tarball, packed)),
  ].map((problem) => `${name}: ${problem}`);
  return { path, files, packed, problems, bytes: tarball.length };
}

function checkNames(files, manifest) {
  const problems = [];
  const folders = (manifest.files ?? []).filter((entry) => !entry.startsWith('!'));
  if (folders.length === 0) problems.push("has no 'files' field");
  for (const name of files.keys()) {
    const listed = LOOSE.includes(name) || folders.some((entry) => isIn(name, entry));
    if (!listed || UNWANTED.test(name)) problems.push(`packs ${name}, which nobody needs`);
  }
  for (const name of ['README.md', 'LICENSE']) {
    if (!files.has(name)) problems.push(`packs no ${name}`);
  }
  return problems;
}

function isIn(name, entry) {
  const path = entry.replace(/^\.\//, '').replace(/\/$/, '');
  const pattern = path.replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*');
  return new RegExp(`^${pattern}(/|$)`).test(name);
}

function checkManifest(files, packed) {
  const problems = [];
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
    for (const [name, range] of Object.entries(packed[kind] ?? {})) {
      if (/^(workspace|catalog|file|link):/.test(range)) {
        problems.push(`asks for ${name} as ${range}, which only works in the workspace`);
      }
    }
  }
  if (packed.type !== 'module') problems.push("is not 'type': 'module'");
  if (!packed.exports) problems.push("has no 'exports'");
  for (const [path, file] of Object.entries(exportedFiles(packed))) {
    const conditions = packed.exports[path];
    const named = typeof conditions === 'string' ? [file] : targets(conditions);
    for (const target of named) {
      const inside = target.replace(/^\.\//, '');
      if (!files.has(inside)) problems.push(`exports ${path} as ${target}, which is not packed`);
    }
    // a worker is started by its address, never required
    if (!file.endsWith('.js') || isWorker(file)) continue;
    for (const way of ['import', 'require']) {
      if (!conditions[way]?.types) problems.push(`exports ${path} without types for '${way}'`);
      if (!conditions[way]?.default) problems.push(`exports ${path} without '${way}'`);
    }
  }
  return problems;
}

/** All files that the conditions of one sub-path lead to. */
function targets(conditions) {
  return Object.values(conditions).flatMap((target) =>
    typeof target === 'string' ? [target] : targets(target),
  );
}

/** Every script has a source map, and every source that a map names is packed or inlined. */
function checkMaps(files) {
  const problems = [];
  for (const [name, bytes] of files) {
    // workers, single-file builds and the page of a server are minified bundles
    const isBundle = isWorker(name) || name === 'dist/cdn.js' || name.startsWith('dist/page/');
    const mapped = /^dist\/.*\.js$/.test(name) && !isBundle;
    if (mapped && !files.has(`${name}.map`)) {
      problems.push(`packs ${name} without its source map`);
    }
    if (!/\.(js|ts)\.map$/.test(name)) continue;
    const { sources, sourcesContent = [] } = JSON.parse(bytes.toString());
    sources.forEach((source, i) => {
      const path = posix.normalize(posix.join(posix.dirname(name), source));
      if (!files.has(path) && !sourcesContent[i]) {
        problems.push(`${name} names ${path}, which is not packed`);
      }
    });
  }
  return problems;
}

async function lint(tarball, packed) {
  const bytes = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.length);
  const { messages } = await publint({ pack: { tarball: bytes }, strict: true });
  return messages.map(
    (message) => `publint ${message.type}: ${formatMessage(message, packed, { color: false })}`,
  );
}

/**
 * What `attw` finds: types that do not fit the module they stand for, by `import`, by `require` and
 * for bundlers. Not for `moduleResolution: node10`, which knows no sub-paths, nor for files without
 * types.
 */
async function checkTypes(tarball, packed) {
  const scripts = Object.entries(exportedFiles(packed)).filter(
    ([, file]) => file.endsWith('.js') && !isWorker(file),
  );
  const entrypoints = scripts.map(([path]) => path);
  const pack = createPackageFromTarballData(new Uint8Array(tarball));
  const { types, problems = [] } = await checkPackage(pack, { entrypoints });
  if (!types) return ['attw finds no types'];
  return problems
    .filter(({ resolutionKind }) => resolutionKind !== 'node10')
    .map(({ kind, ...where }) => `attw ${kind}: ${JSON.stringify(where)}`);
}
