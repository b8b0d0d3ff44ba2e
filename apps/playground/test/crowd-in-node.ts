import { placeGoals } from '../src/scenes/crowd/goals.ts';
import { CROWD, crowdOptions } from '../src/scenes/crowd/crowd.ts';
import { makeMap, readMap } from '../src/scenes/maps/make-map.ts';
import { crowdFunctions } from '../src/scenes/crowd/on-cpu.ts';
import { readAddress, readSettings } from '../src/common/settings.ts';

/** Where agents are after so many ticks, by the same code in Node. */
export async function placesAfter(
  ticks: number,
  address: string,
  text?: string,
): Promise<Uint32Array> {
  const settings = readSettings(CROWD.controls, readAddress(address).values);
  const map = text
    ? readMap(text, Number(settings['seed']))
    : makeMap(String(settings['map']), String(settings['size']), Number(settings['seed']));
  const goals = placeGoals(map.open, map.width, Number(settings['goals']));
  const options = { ...crowdOptions(map, goals, settings), threads: 1 };
  await crowdFunctions.begin(options);
  return (await crowdFunctions.tick(ticks, options.steps)).to;
}
