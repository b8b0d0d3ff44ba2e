import { placeGoals } from '../src/scenes/scent/goals.ts';
import { SCENT, scentOptions } from '../src/scenes/scent/scent.ts';
import { makeMap, readMap } from '../src/scenes/maps/make-map.ts';
import { scentFunctions } from '../src/scenes/scent/on-cpu.ts';
import { readAddress, readSettings } from '../src/common/settings.ts';

/** Where agents are after so many ticks, by the same code in Node. */
export async function placesAfter(
  ticks: number,
  address: string,
  text?: string,
): Promise<Uint32Array> {
  const settings = readSettings(SCENT.controls, readAddress(address).values);
  const map = text
    ? readMap(text, Number(settings['seed']))
    : makeMap(String(settings['map']), String(settings['size']), Number(settings['seed']));
  const goals = placeGoals(map.open, map.width, Number(settings['goals']));
  const options = { ...scentOptions(map, goals, settings), threads: 1 };
  await scentFunctions.begin(options);
  return (await scentFunctions.tick(ticks, options.steps)).to;
}
