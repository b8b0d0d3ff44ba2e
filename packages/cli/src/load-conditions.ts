// The package that reads opening hours has a licence of its own, so users install it themselves.
import type * as Conditions from '@wayfield/osm/conditions';
import { InputError } from './input-error.ts';

/** Loads what reads conditional tags. Throws InputError that says what to install. */
export async function loadConditions(): Promise<typeof Conditions> {
  try {
    return await import('@wayfield/osm/conditions');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const command = 'npm install opening_hours';
    throw new InputError(`conditional tags need one more package: ${command}`, { cause });
  }
}
