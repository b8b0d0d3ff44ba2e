// One cold triangulation in a process of its own, so that a library may throw, hang or run out of
// memory. Prints milliseconds and the first fault. `triangulate-child.js TRIANGULATOR INPUT`, with
// an input as `inputOf` takes it.
import { inputOf } from './triangulation-inputs.ts';
import { judgeTriangles } from './judge-triangles.ts';
import { TRIANGULATORS, WAYFIELD } from './triangulators.ts';

/** What the process prints. */
export interface Triangulated {
  readonly ms: number;
  /** The first line of the error that the library threw; '' where it threw none. */
  readonly threw: string;
  /** The first fault of its triangles; '' where they are right, and where it threw. */
  readonly wrong: string;
}

const [name, input] = process.argv.slice(2) as [string, string];
const triangulator = [WAYFIELD, ...TRIANGULATORS].find((each) => each.name === name);
if (!triangulator) throw new Error(`unknown triangulator '${name}'`);
const given = await inputOf(input);
let answer: Triangulated;
try {
  const run = await triangulator.prepare(given);
  const start = performance.now();
  const take = run();
  const ms = performance.now() - start;
  answer = { ms, threw: '', wrong: judgeTriangles(given, take()) };
} catch (error) {
  answer = { ms: NaN, threw: (error as Error).message.split('\n')[0], wrong: '' };
}
process.stdout.write(JSON.stringify(answer));
