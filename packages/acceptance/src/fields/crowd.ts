import { createDiffusion, createPursuers } from '@wayfield/diffusion';
import { createGpuDiffusion, type GpuPursuers } from '@wayfield/diffusion/gpu';
import { readBuffer } from '@wayfield/gpu-core';
import { keepBusy, type TargetContext, whyNoDeviceTimes } from '../run/target.ts';
import { differingWords } from '@wayfield/bench/internal/gpu/measure/same-words';
import { createMeter } from '@wayfield/bench/internal/gpu/measure/meter';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { diffusionProblem, generateMap } from '@wayfield/bench/internal/fields/measure/problem';

/** The ticks of a crowd on the GPU. */
export interface CrowdTicks {
  /** Median device time of one tick. */
  readonly tickMs: number;
  readonly ticks: number;
  /** Pursuers that changed their cell in the last tick. */
  readonly moved: number;
  /** Whether the pursuers stand on the same cells as on the CPU. */
  readonly same: boolean;
}

/** Ticks of the crowd, of which the first WARM_UP are not timed. */
const TICKS = 12;
const WARM_UP = 4;
/** Milliseconds of uncounted ticks that bring the clock of the device up. */
const WARM_UP_MS = 2000;

/**
 * Times pursuers on the GPU, tick by tick, on a settled field of n x n cells. The result is a text
 * where they cannot be measured.
 */
export async function climbTicks(
  context: TargetContext,
  n: number,
  count: number,
): Promise<CrowdTicks | string> {
  const { device, seed, quick } = context;
  const why = whyNoDeviceTimes(context);
  if (device === undefined || why !== undefined) return why!;
  const { map, goals } = diffusionProblem('', generateMap('random', n, seed), 8);
  const open = Uint32Array.from(map.terrain.keys()).filter((v) => map.terrain[v] > 0);
  // spread over the map (7919 is prime), several in a cell where cells are fewer than pursuers
  const cell = Uint32Array.from({ length: count }, (_, i) => open[(i * 7919) % open.length]);
  const options = { cell, weights: { goal: 1 } };
  const cpu = createDiffusion(map);
  const gpu = await createGpuDiffusion(device, map);
  for (const model of [cpu, gpu]) model.setGoals('goal', { cell: goals });
  cpu.settle();
  await gpu.settle();
  const wanted = createPursuers(cpu, options);
  const crowd = await gpu.pursuers(options);
  const meter = createMeter(device);
  const tick = async (of: GpuPursuers): Promise<void> => {
    const encoder = device.createCommandEncoder();
    of.encode(encoder);
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  };
  try {
    let moved = 0;
    for (let done = 0; done < TICKS; done++) moved = wanted.move();
    // not in turns with the CPU: while the CPU works, the clock of the device falls
    const others = await gpu.pursuers(options);
    await keepBusy(() => tick(others), quick ? 0 : WARM_UP_MS);
    others.destroy();
    const times: number[] = [];
    for (let done = 0; done < TICKS; done++) {
      const { times: taken } = await meter.measure(async () => tick(crowd));
      if (done >= WARM_UP) times.push(taken.device);
    }
    const position = await readBuffer(device, crowd.position, new Uint32Array(count));
    const same = differingWords(position, wanted.cell.slice()) === 0;
    return { tickMs: median(times), ticks: TICKS, moved, same };
  } finally {
    crowd.destroy();
    wanted.destroy();
    cpu.destroy();
    await gpu.destroy();
  }
}
