// Conditional tags need the package `opening_hours` (LGPL), which users install themselves.
import type * as Conditions from '@wayfield/osm/conditions';

/** Loads the reader of conditional tags. Rejects with what to install if a package is missing. */
export async function loadConditions(): Promise<typeof Conditions> {
  try {
    return await import('@wayfield/osm/conditions');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Error('conditional tags need one more package: npm install opening_hours', { cause });
  }
}
