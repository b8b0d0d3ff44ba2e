import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Set in the process that runs one file alone. */
const ALONE = 'WAYFIELD_RUNS_ALONE';
const RUNNER = fileURLToPath(new URL('../../../scripts/uvu.mjs', import.meta.url));

/**
 * Whether this process runs this test file and no other. If it does not, adds a test that runs the
 * file in a process of its own.
 *
 * For tests that count the bytes that calls allocate. If other tests have called the same functions
 * with objects of other shapes, V8 inlines fewer functions. A number that one function passes to
 * another is then boxed, which allocates an object.
 *
 * `flags`: options of Node for a second process that runs the file. With '--no-turbo-inlining'
 * every number that is passed is boxed; without it, the machine decides which are.
 *
 * @example
 * if (runsAlone(import.meta.url, test)) test('allocates nothing', () => …);
 * test.run();
 */
export function runsAlone(
  url: string,
  test: (name: string, body: () => void) => void,
  ...flags: readonly string[]
): boolean {
  if (process.env[ALONE] !== undefined) return true;
  test('in a process of its own', () => runFile(url, []));
  if (flags.length > 0) test(`in a process with ${flags.join(' ')}`, () => runFile(url, flags));
  return false;
}

/** Runs a test file in a process of its own; throws its output if not all of its tests pass. */
function runFile(url: string, flags: readonly string[]): void {
  const file = relative(join(process.cwd(), 'test'), fileURLToPath(url));
  const { stdout } = spawnSync(process.execPath, [...flags, RUNNER, 'test', file], {
    env: { ...process.env, [ALONE]: '1' },
    encoding: 'utf8',
  });
  if (!/^[1-9]\d* passed, 0 failed/m.test(stdout)) throw new Error(stdout);
}
