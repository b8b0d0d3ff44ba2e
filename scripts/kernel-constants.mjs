// `node scripts/kernel-constants.mjs`: kernels on the GPU have the constants of the kernels in
// WebAssembly again, in WGSL, and so do a few files of the host. In one package, a constant has a
// value that a kernel in WebAssembly gives the same name, so that a change of one place alone is
// found here. What WGSL takes from TypeScript (`${…}`) is not stated again, and not compared.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../packages', import.meta.url));
/** Names that mean two things in a package, or have a value of their own on the GPU. */
const APART = {
  // a distance in cells, and a verdict of `narrow`
  collision: ['APART'],
  // cells of 1.1 and of 1.25 times a distance: each was measured
  crowd: ['SIDE'],
  // numbers of f64 in WebAssembly, of f32 or i32 in WGSL
  diffusion: ['EQUAL', 'HIGHEST', 'LAST_SWEEPS', 'LOWEST', 'NOTHING'],
};
/** Files of the host that state what kernels state. */
const HOST = /[/\\]src[/\\](constants|types|oriented[/\\]touch|shapes[/\\]segments)\.ts$/;
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: \w+)? = (?:<\w+>)?([-\w.+* ]+);/gm;
const LITERAL = /^-?(0x[\da-f]+|[\d._]+(e[-+]?\d+)?)([*+ -]+[\d._]+)*$/i;

let compared = 0;
const problems = [];
for (const name of readdirSync(packages)) {
  const kernels = constantsOf(join(packages, name, 'assembly'), /\.ts$/);
  const others = constantsOf(join(packages, name, 'src'), /\.wgsl\.ts$/, HOST);
  for (const { constant, value, file } of others) {
    const same = kernels.filter((one) => one.constant === constant);
    if (same.length === 0 || APART[name]?.includes(constant)) continue;
    compared++;
    if (same.some((kernel) => kernel.value === value)) continue;
    const places = same.map((kernel) => `${kernel.value} in ${kernel.file}`).join(', ');
    problems.push(`${constant} is ${value} in ${file}, but ${places}`);
  }
}
for (const problem of problems) console.log(problem);
console.log(`${compared} constants of two kinds of kernels compared, ${problems.length} problems`);
if (compared === 0 || problems.length > 0) process.exitCode = 1;

/** The constants with a number for a value, in the files below `folder`. */
function constantsOf(folder, ...wanted) {
  let files;
  try {
    files = readdirSync(folder, { recursive: true }).map((file) => join(folder, file));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  const found = [];
  for (const file of files.filter((one) => wanted.some((pattern) => pattern.test(one))))
    for (const [, constant, text] of readFileSync(file, 'utf8').matchAll(CONSTANT)) {
      const value = numberOf(text);
      if (value !== undefined) found.push({ constant, value, file: relative(packages, file) });
    }
  return found;
}

/** The value of a number in AssemblyScript, WGSL or TypeScript; undefined: it is no number. */
function numberOf(text) {
  const isHex = /^-?0x/i.test(text);
  const plain = text.replace(isHex ? /[ui]$/ : /[uifh]$/, '');
  // the text is one of this repository's own sources, and holds nothing but numbers
  return LITERAL.test(plain) ? new Function(`return ${plain}`)() : undefined;
}
