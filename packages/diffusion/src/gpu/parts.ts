// What a model of method 'diffusion' or 'steady' on the device consists of; createParts
// (diffusion.ts) makes it.
import type { ModelState } from '../model/model-state.ts';
import type { Resolved } from '../model/resolve-options.ts';
import type { Attempts } from './attempts.ts';
import type { Calls } from './calls.ts';
import type { FieldLayout } from './memory/layout.ts';
import type { Marks } from './pursuers/marks.ts';
import type { ChangeLog } from './step/changes.ts';
import type { Engine } from './step/engine.ts';
import type { Settler } from './step/settle.ts';
import type { Steady } from './steady/steady.ts';

/** The parts of a model. Method 'distance' has its own: `DistanceParts` in distance/distance.ts. */
export interface GpuParts {
  readonly device: GPUDevice;
  readonly attempts: Attempts;
  readonly state: ModelState;
  readonly options: Resolved;
  readonly layout: FieldLayout;
  /** The form of the values in a field. */
  readonly held: 'f32' | 'log' | 'f16';
  readonly engine: Engine;
  readonly changes: ChangeLog;
  readonly settler: Settler;
  /** Undefined for method 'diffusion'. */
  readonly steady: Steady | undefined;
  readonly marks: Marks;
  readonly calls: Calls;
  /** `calls.inOrder`; `marks.look` first reads the cells of pursuers that the host must know. */
  inOrder<T>(work: () => Promise<T>): Promise<T>;
}
