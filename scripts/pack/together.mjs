// Installs the tarballs of all packages together into one folder, as the README says, and uses
// every entry there: by `import` and by `require` in Node, and with the compilers that users have.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportedFiles, importName, isWorker } from '../packages.mjs';
import { execute } from './command.mjs';
import { npmInstall, optionalPeers, othersBeside } from './install.mjs';

/**
 * Compilers by the name that scripts/pack/package.json gives them, with a setting of their users.
 */
const COMPILERS = [
  ['typescript5', { module: 'Node16', moduleResolution: 'Node16' }],
  ['typescript5', { module: 'ESNext', moduleResolution: 'Bundler' }],
  ['typescript6', { module: 'Node16', moduleResolution: 'Node16' }],
  ['typescript', { module: 'Node16', moduleResolution: 'Node16' }],
];

/** Types that are lost become `any`, which no other line would notice. */
const NOT_ANY = `
import { buildGrid } from '@wayfield/graph';
import { requestDevice } from '@wayfield/gpu';
// @ts-expect-error: the width of a grid is a number
export const width: string = buildGrid({ width: 1, height: 1 }).width;
// @ts-expect-error: a device is no string
export const device: Promise<string> = requestDevice();
`;

/**
 * Installs all packed packages, what the install lines of their READMEs name beside them, and the
 * optional peers of the workspace, into a new folder.
 */
export async function installTogether(packs, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const tarballs = [...packs.values()].map(({ path }) => path);
  const names = [...packs.keys()];
  const others = new Set(names.flatMap((name) => othersBeside(name, packs)));
  const peers = optionalPeers(names, packs);
  await npmInstall(['--prefer-offline', ...tarballs, ...others, ...peers], folder);
}

/**
 * Every script that packages export, by the name under which programs import it; without workers.
 */
export function entryNames(packs) {
  return [...packs].flatMap(([name, { packed }]) =>
    Object.entries(exportedFiles(packed))
      .filter(([, file]) => file.endsWith('.js') && !isWorker(file))
      .map(([path]) => importName(name, path)),
  );
}

/**
 * `require` gives, without a warning, the same values as `import`: there is one copy of each
 * package.
 */
export async function requireAll(names, folder) {
  writeFileSync(
    join(folder, 'require.cjs'),
    `process.on('warning', (warning) => { throw warning; });
const names = ${JSON.stringify(names)};
const required = names.map((name) => require(name));
Promise.all(names.map((name) => import(name))).then((imported) => {
  imported.forEach((module, i) => {
    for (const key of Object.keys(module))
      if (required[i][key] !== module[key]) throw new Error(names[i] + ' has two copies of ' + key);
  });
});\n`,
  );
  await execute([process.execPath, 'require.cjs'], folder);
}

/**
 * Programs that import every entry, as ES module and as CommonJS, have no error of types,
 * declarations included.
 */
export async function compileAll(names, folder) {
  const lines = names.map((name, i) => `export * as entry${i} from '${name}';\n`);
  const program = lines.join('') + NOT_ANY;
  for (const ending of ['mts', 'cts', 'ts']) writeFileSync(join(folder, `all.${ending}`), program);
  for (const [compiler, modules] of COMPILERS) {
    const compilerOptions = {
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'ES2022',
      lib: ['ES2022', 'DOM'],
      types: [],
      ...modules,
    };
    const files = modules.module === 'Node16' ? ['all.mts', 'all.cts'] : ['all.ts'];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = fileURLToPath(new URL(`node_modules/${compiler}/bin/tsc`, import.meta.url));
    await execute([process.execPath, tsc, '-p', '.'], folder);
  }
}
