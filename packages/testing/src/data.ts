import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const told = new Set<string>();

/**
 * The folder `name` of the public data sets, from WAYFIELD_DATA or `shared/data` beside the
 * repository; undefined where it is absent, after saying once on the console that tests are
 * skipped.
 */
export function dataDir(name: string): string | undefined {
  const root = process.env.WAYFIELD_DATA ?? join(repository, '..', 'shared', 'data');
  const folder = resolve(root, name);
  if (existsSync(folder)) return folder;
  if (!told.has(name)) {
    told.add(name);
    console.log(`skipped: no data set '${name}' (set WAYFIELD_DATA to the folder that holds it)`);
  }
  return undefined;
}
