// What steps and solves a model of method 'diffusion' or 'steady' on the device, made together by
// `createParts` (diffusion.ts).
import type { Keep } from '@wayfield/gpu-core/internal';
import { steadyBytes } from './steady/engine.ts';
import { createSteady, type Steady } from './steady/steady.ts';
import { createEngine, type Engine, type EngineOn } from './step/engine.ts';
import { createSettler, type Settler } from './step/settle.ts';

/** The owners of a model's buffers, which step and solve the model. */
export interface Solvers {
  readonly engine: Engine;
  readonly settler: Settler;
  readonly steady: Steady | undefined;
}

/** Throws RangeError where the buffers do not fit. */
export function createSolvers(on: Omit<EngineOn, 'otherBytes'>, keep: Keep): Solvers {
  const { device, map, options, layout } = on;
  const isSteady = options.method === 'steady';
  const engine = keep(createEngine({ ...on, otherBytes: isSteady ? steadyBytes(map) : 0 }));
  const settler = keep(
    createSettler({
      device,
      engine,
      layerWords: layout.layerWords,
      layerCount: options.layers.length,
      longestSide: Math.max(map.width, map.height),
      stalls: options.precision === 'f32',
    }),
  );
  const steady = isSteady ? keep(createSteady({ ...on, engine }, settler)) : undefined;
  return { engine, settler, steady };
}
