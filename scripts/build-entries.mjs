// Last step of a package's build, run in its folder: writes the small files that `exports` of its
// package.json names and tsc does not make. For an entry X.js with types X.d.ts these are
//
// - X.cjs, for `require`: passes on the one ES module (Node 20.19 and 22.12 can require it), so
//   that a program which imports and requires a package has one copy of it;
// - X.d.cts, its types. TypeScript with `module: node16` takes X.d.ts for something that CommonJS
//   cannot load (TS1479);
// - X.ts5.d.ts and X.ts5.d.cts, the types for TypeScript before 6, whose lib.dom knows no WebGPU:
//   they ask for `@webgpu/types`. Later versions must not see it: both declare the same names.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** In ES modules that a CommonJS file of types names. */
const AS_MODULE = "with { 'resolution-mode': 'import' }";
const WEBGPU = '/// <reference types="@webgpu/types" />\n';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const target of targets(exports)) {
  const found = /^(\.\/dist\/.*?)(\.ts5)?(\.cjs|\.d\.cts|\.d\.ts)$/.exec(target);
  if (!found) continue;
  const [, entry, old, ending] = found;
  if (ending === '.d.ts' && !old) continue;
  if (!existsSync(`${entry}.d.ts`)) throw new Error(`package.json names ${target}: no ${entry}.js`);
  writeFileSync(target, old ? oldTypes(entry, ending) : await forRequire(entry, ending));
}

/** All files that conditions lead to. */
function targets(conditions) {
  if (typeof conditions === 'string') return [conditions];
  return Object.values(conditions).flatMap(targets);
}

function oldTypes(entry, ending) {
  const from = `./${basename(entry)}${ending === '.d.cts' ? '.cjs' : '.js'}`;
  return `${WEBGPU}export * from '${from}';\n`;
}

async function forRequire(entry, ending) {
  const from = `./${basename(entry)}.js`;
  if (ending === '.cjs') return `'use strict';\nmodule.exports = require('${from}');\n`;
  const values = await import(pathToFileURL(resolve(`${entry}.js`)).href);
  return [
    `import type * as all from '${from}' ${AS_MODULE};`,
    `export type * from '${from}' ${AS_MODULE};`,
    ...Object.keys(values).map((name) => `export declare const ${name}: typeof all.${name};`),
    ...Object.keys(values)
      .filter((name) => isClass(values[name]))
      .map((name) => `export type ${name} = all.${name};`),
    '',
  ].join('\n');
}

/** A class is a value and a type of one name. */
function isClass(value) {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}
