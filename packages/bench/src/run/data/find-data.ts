import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InputError } from '../problems/read-file.ts';

/**
 * The folder of the public data sets: `option`, else the environment variable WAYFIELD_DATA, else
 * `shared/data` beside the checkout. Undefined where none of the three is there: commands then run
 * on generated maps, and targets that need the sets are skipped with a note. Throws InputError
 * where `option` or WAYFIELD_DATA names no folder.
 */
export function findData(option: string | undefined): string | undefined {
  const named = option ?? process.env.WAYFIELD_DATA;
  if (named !== undefined) {
    if (!existsSync(named)) {
      throw new InputError(`no data sets at ${named}: there is no such folder`);
    }
    return named;
  }
  const usual = fileURLToPath(new URL('../../../../../../shared/data', import.meta.url));
  return existsSync(usual) ? usual : undefined;
}
