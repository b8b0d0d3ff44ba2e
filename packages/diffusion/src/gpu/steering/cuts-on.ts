// `wouldBlock` and `wouldBlockEach` of models on a device: diffusion.ts and distance/distance.ts.
import type { ModelState } from '../../model/model-state.ts';
import { createCuts } from '../../steering/cuts.ts';
import type { CutModel } from '../../steering/types.ts';
import type { Calls } from '../calls.ts';

/**
 * `wouldBlock` of a model on a device, answered on the host, which knows the terrain and the goals
 * of the caller. Goals that pursuers emit are known to the device alone and do not count.
 */
export function cutsOn(state: ModelState, { alive }: Pick<Calls, 'alive'>): CutModel {
  const cuts = createCuts(state);
  return {
    wouldBlock(...args) {
      alive();
      return cuts.wouldBlock(...args);
    },
    wouldBlockEach(...args) {
      alive();
      return cuts.wouldBlockEach(...args);
    },
  };
}
