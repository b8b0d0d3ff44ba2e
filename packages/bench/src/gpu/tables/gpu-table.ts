import { formatBytes, formatNumber } from '../../report/numbers.ts';
import type { GpuRunReport } from '../../report/report.ts';
import { type Column, formatTable } from '../../report/table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'what', align: 'left' },
  { title: 'create ms' },
  { title: 'first' },
  { title: 'wall' },
  { title: 'upload' },
  { title: 'kernels' },
  { title: 'read-back' },
  { title: 'device' },
  { title: 'CPU' },
  { title: 'ratio' },
  { title: 'memory' },
  { title: '', align: 'left' },
];

/** What the columns mean. */
export const GPU_LEGEND: string =
  'Milliseconds. first: the first call, which compiles and allocates. wall: the fastest ' +
  'call after it, which\n' +
  'is upload, kernels (until results can be read) and read-back together. device: all ' +
  'compute passes by\n' +
  'timestamps. CPU: the same work, of primitives in plain JavaScript. ratio: CPU / wall.';

/** The runs of `wayfield-bench gpu` as a table. */
export function formatGpuRuns(runs: readonly GpuRunReport[]): string {
  const time = (ms: number): string => formatNumber(Number(ms.toPrecision(3)));
  const rows = runs.map(({ name, createMs, cold, warm, cpuMs, memoryBytes, variant }) => [
    name,
    time(createMs),
    time(cold.wall),
    time(warm.wall),
    time(warm.upload),
    time(warm.kernels),
    time(warm.readBack),
    time(warm.device),
    time(cpuMs),
    formatNumber(Number((cpuMs / warm.wall).toPrecision(3))),
    memoryBytes === undefined ? '' : formatBytes(memoryBytes),
    variant ?? '',
  ]);
  return formatTable(COLUMNS, rows)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
