// Conditional tags need a package of another licence, which is installed where it is wanted.
import type * as Conditions from '@wayfield/osm/conditions';

/** Loads it. Rejects with what to install where `opening_hours` is missing. */
export async function loadConditions(): Promise<typeof Conditions> {
  try {
    return await import('@wayfield/osm/conditions');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Error('conditional tags need one more package: npm install opening_hours', { cause });
  }
}
