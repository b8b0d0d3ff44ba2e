// One Dawn instance per list of switches.
import type * as Dawn from 'webgpu';

/** Makes an instance, as the package `webgpu` does. */
type DawnModule = Pick<typeof Dawn, 'create'>;

/**
 * Returns a function that gives the instance of a list of switches: the same one at each call, also
 * at calls that wait for `load` together. Dawn crashes when the object that `create` returned is
 * collected while one of its devices lives, so instances are kept for good.
 */
export function createInstances(
  load: () => Promise<DawnModule>,
): (switches: readonly string[]) => Promise<GPU> {
  const instances = new Map<string, GPU>();
  return async (switches) => {
    const key = JSON.stringify(switches);
    const { create } = await load();
    // looked up after the `await`: two first calls at once must share one instance
    let gpu = instances.get(key);
    if (!gpu) {
      gpu = create([...switches]);
      instances.set(key, gpu);
    }
    return gpu;
  };
}
