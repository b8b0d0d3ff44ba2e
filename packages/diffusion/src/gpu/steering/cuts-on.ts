import type { ModelState } from '../../model/model-state.ts';
import { createCuts } from '../../steering/cuts.ts';
import type { CutModel } from '../../steering/types.ts';
import type { Calls } from '../calls.ts';

/** `wouldBlock` of a model on a device: the host knows its terrain and the caller's goals. */
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
