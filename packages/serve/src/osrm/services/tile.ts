import type { Context } from '../context.ts';
import { fail } from '../failure.ts';
import { readOptions } from '../options.ts';
import type { OsrmRequest } from '../request.ts';

const SUBJECT = /^tile\((\d{1,8}),(\d{1,8}),(\d{1,2})\)\.mvt$/;
/** The largest zoom of a tile. */
const DEEPEST = 20;

/** `/tile/v1/{profile}/tile({x},{y},{zoom}).mvt`: the roads in a tile, as a Mapbox vector tile. */
export function tile({ tiles }: Context, { subject, options }: OsrmRequest): Uint8Array {
  readOptions(options, []);
  const found = SUBJECT.exec(subject);
  if (!found) return fail('InvalidUrl', 'Expected /tile/v1/{profile}/tile({x},{y},{zoom}).mvt');
  const [x, y, zoom] = found.slice(1).map(Number);
  if (zoom > DEEPEST || x >= 2 ** zoom || y >= 2 ** zoom) {
    fail('InvalidOptions', `There is no tile ${x},${y} of zoom ${zoom}`);
  }
  return tiles.at(x, y, zoom);
}
