import type { GpuTuning } from '@wayfield/collision/gpu';
import type { TargetContext } from '../run/target.ts';

/**
 * How the GPU's solver is tuned. A quick run has so few bodies that the solver would compare all
 * pairs directly; `direct: 0` makes it build its grid all the same.
 */
export function tuningOf({ quick }: TargetContext): GpuTuning {
  return quick ? { direct: 0 } : {};
}
