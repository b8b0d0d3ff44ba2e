// `pnpm --filter @wayfield/pictures pictures [NAME]` draws docs/concepts/images/NAME.svg, all
// without a name: each file beside this one that exports `draw` is a picture. With `--check`
// nothing is written, and a picture that is not what its program draws now is a failure.
//
// Pictures of GPU solvers are drawn on the software driver of the tests, so that they need no GPU.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../docs/concepts/images/', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
/** Programs beside the pictures. */
const TOOLS = ['make', 'look', 'svg', 'roads', 'meshes', 'gpu-device', 'banner'];
/** Bytes of a picture at most. */
const LARGEST = 60_000;

const check = process.argv.includes('--check');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const names = readdirSync(here)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -4))
  .filter((name) => !TOOLS.includes(name) && (wanted.length === 0 || wanted.includes(name)))
  .toSorted();

mkdirSync(folder, { recursive: true });
let failed = 0;
for (const name of names) {
  const started = performance.now();
  const { draw } = await import(`./${name}.mjs`);
  const text = String(await draw());
  const problem = check ? problemOf(name, text) : undefined;
  if (problem) failed++;
  if (!check) writeFileSync(`${folder}${name}.svg`, text);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}: ${text.length} bytes, ${seconds} s${problem ? `: ${problem}` : ''}`);
}
if (check) console.log(`${names.length - failed} passed, ${failed} failed, 0 skipped`);
// Dawn, where a picture asked for a GPU, keeps Node awake
process.exit(failed > 0 ? 1 : 0);

function problemOf(name, text) {
  const file = `${folder}${name}.svg`;
  if (text.length > LARGEST) return `more than ${LARGEST} bytes`;
  if (!existsSync(file)) return 'not drawn yet: run `pictures`';
  return readFileSync(file, 'utf8') === text ? undefined : 'out of date: run `pictures`';
}
