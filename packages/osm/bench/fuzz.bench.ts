// `node --import tsx bench/fuzz.bench.ts`: 100,000 damaged files of every form (ROUNDS, SEED,
// FORMS, such as 'XML,PBF'), each of which must give a right graph or a clear error. Prints per
// form how many were read and refused, the most processor time that one took and the largest memory
// seen. Takes about ten minutes.
import { FORMATS, fuzz } from '../test/damage.ts';

const rounds = Number(process.env.ROUNDS ?? 100_000);
const seed = Number(process.env.SEED ?? 1);
const PART = 10_000;
let failed = false;
console.log(`node ${process.version}, seed ${seed}, ${rounds} files of each form`);
const forms = process.env.FORMS?.split(',');
for (const format of FORMATS.filter(({ name }) => !forms || forms.includes(name))) {
  let [read, refused, slowest] = [0, 0, 0];
  const start = performance.now();
  for (let done = 0; done < rounds; done += PART) {
    const part = await fuzz(format, seed + done, Math.min(PART, rounds - done));
    read += part.read;
    refused += part.refused;
    slowest = Math.max(slowest, part.slowest);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const megabytes = process.resourceUsage().maxRSS / 1e3;
  failed ||= megabytes > 512;
  console.log(
    `${format.name.padEnd(10)} ${read} read, ${refused} refused, slowest ${slowest.toFixed(0)} ms, ${seconds} s, memory up to ${megabytes.toFixed(0)} MB`,
  );
}
if (failed) process.exitCode = 1;
