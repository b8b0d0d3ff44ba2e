// Target 6: weights for a customizable hierarchy, on the device against one thread.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildCustomizable, createCustomizableSolver } from '@wayfield/cpu-wasm/customizable';
import { createGpuCustomizer } from '@wayfield/gpu/hierarchy';
import { roadGraph } from '@wayfield/graph/generators';
import { readWeightedPace } from '@wayfield/bench/internal/run/problems/pace';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { takeTurns } from '../run/take-turns.ts';
import { atMost, inMs, keepBusy, notMeasured, result, type GpuTarget } from '../run/target.ts';

/** Most milliseconds on the device for FLA. */
const MOST_MS = 4;

export const customisation: GpuTarget = {
  name: '6',
  title: 'customisation of FLA on the device, with the weights of the CPU bit for bit',
  async run({ device, session, data: folder, rounds, quick, seed, add }) {
    const file = join(folder ?? '', 'road', 'FLA.pace.gr.gz');
    const what = quick ? 'tiny instead of FLA: device time' : 'FLA: device time';
    if (!quick && (folder === undefined || !existsSync(file))) {
      const note = 'needs the public data set: --data DIR or WAYFIELD_DATA';
      return void add(notMeasured(what, atMost(MOST_MS, 'ms'), note));
    }
    const graph = quick ? roadGraph(20, 20, { seed }) : await readWeightedPace(file, 2);
    const built = buildCustomizable(graph);
    const thread = createCustomizableSolver(graph, built);
    const customizer = await createGpuCustomizer(device, built, { timing: true });
    try {
      const times: number[] = [];
      const resident = async (): Promise<void> => {
        times.push((await customizer.runResident(graph.weight)).deviceMs);
      };
      await keepBusy(resident, quick ? 0 : 300);
      times.length = 0;
      const taken = await takeTurns(
        [
          { name: 'cpu', run: () => thread.update() },
          { name: 'gpu', run: resident },
        ],
        rounds,
        { busyMs: quick ? 0 : 100 },
      );
      const found = await customizer.run(graph.weight);
      const { up, down } = thread.hierarchy();
      const same = (mine: Float32Array, theirs: Float32Array): boolean =>
        mine.every((weight, arc) => weight === theirs[arc]);
      session.addCheck(what, same(found.up, up.weight) && same(found.down, down.weight));
      const [cpu, gpu] = [median(taken.get('cpu')!), median(taken.get('gpu')!)];
      const note = `with the upload of the weights ${inMs(gpu)}, one thread ${inMs(cpu)}`;
      add(result(what, median(times), atMost(MOST_MS, 'ms'), note));
    } finally {
      customizer.destroy();
      thread.destroy();
    }
  },
};
