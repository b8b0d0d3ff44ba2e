import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Set in the process that runs one file alone. */
const ALONE = 'WAYFIELD_RUNS_ALONE';
const RUNNER = fileURLToPath(new URL('../../../scripts/uvu.mjs', import.meta.url));

/**
 * Whether this process runs this test file and no other. Where it does not, a test is added that
 * runs the file in such a process.
 *
 * For tests that count the bytes that calls allocate: where other tests have called the same
 * functions with objects of other shapes, V8 puts fewer of them into their callers, and each number
 * that is passed between functions is an object.
 *
 * @example
 * if (runsAlone(import.meta.url, test)) test('allocates nothing', () => …);
 * test.run();
 */
export function runsAlone(url: string, test: (name: string, body: () => void) => void): boolean {
  if (process.env[ALONE] !== undefined) return true;
  test('in a process of its own', () => {
    const file = relative(join(process.cwd(), 'test'), fileURLToPath(url));
    const env = { ...process.env, [ALONE]: '1' };
    const { stdout } = spawnSync(process.execPath, [RUNNER, 'test', file], {
      env,
      encoding: 'utf8',
    });
    if (!/^[1-9]\d* passed, 0 failed/m.test(stdout)) throw new Error(stdout);
  });
  return false;
}
