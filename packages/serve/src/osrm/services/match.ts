import type { Context } from '../context.ts';
import { fail } from '../failure.ts';
import type { OsrmRequest } from '../request.ts';

/** `/match/v1/{profile}/{coordinates}`. */
export function match(_: Context, __: OsrmRequest): never {
  return fail('NotImplemented', 'Matching of traces');
}
