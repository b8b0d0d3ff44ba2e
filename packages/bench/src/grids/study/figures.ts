// The figures of Denner's thesis (Implementierung und Vergleich parallelisierter
// Pfadplanungsalgorithmen für die CPU und GPU, FH Technikum Wien, 2011), tables 4 to 11. Its T9
// prints 13.54,63 and 11.69,55 for 1,354.63 and 1,169.55 at S7; its T4 prints 768.432 for 786,432
// agents at S9.
import type { GpuAlgorithm } from '@wayfield/gpu';

/** The study's algorithms with our names, in the order of its tables. */
export const STUDY_ALGORITHMS: readonly (readonly [name: string, algorithm: GpuAlgorithm])[] = [
  ['A*', 'astar'],
  ['BFS', 'greedy'],
  ['Dijkstra', 'dijkstra'],
];

/** Distinct agents and copies of each, in the second and third category (T5). */
export const MULTIPLIERS: readonly (readonly [distinct: number, multiplier: number])[] = [
  [1, 12],
  [1, 48],
  [1, 192],
  [1, 768],
  [4, 768],
  [16, 768],
  [64, 768],
  [256, 768],
  [512, 768],
  [1024, 768],
];

/** Memory per scenario and algorithm in bytes, with the launches (T6 to T8). */
export interface MemoryRow {
  /** The lists of one agent. */
  readonly agent: number;
  /** The lists of the four threads of the CPU. */
  readonly cpu: number;
  /** Lists in global memory: all that one launch needs. */
  readonly gpu: number;
  readonly launch: readonly [threads: number, blocks: number, launches: number];
  /** Lists in shared memory: one block. */
  readonly block: number;
  readonly shared: readonly [threads: number, blocks: number, launches: number];
}

const few = (threads: number, gpu: readonly [number, number, number]): MemoryRow[] =>
  (
    [
      [612, 2448, 624],
      [468, 1872, 480],
      [432, 1728, 444],
    ] as const
  ).map(([agent, cpu, block], i) => ({
    agent,
    cpu,
    gpu: gpu[i],
    launch: [threads, 1, 1],
    block,
    shared: [threads, 1, 1],
  }));

const many = (
  blocks: number,
  rows: readonly (readonly [
    agent: number,
    cpu: number,
    gpu: number,
    block: number,
    inOne?: number,
    launches?: number,
  ])[],
): MemoryRow[] =>
  rows.map(([agent, cpu, gpu, block, inOne = blocks, launches = 1]) => ({
    agent,
    cpu,
    gpu,
    launch: [768, inOne, launches],
    block,
    shared: [768, blocks, 1],
  }));

/** S0 to S9, three algorithms each. */
export const MEMORY: readonly (readonly MemoryRow[])[] = [
  few(12, [7344, 5616, 5184]),
  few(48, [29_376, 22_464, 20_736]),
  few(192, [117_504, 89_856, 82_944]),
  few(768, [470_016, 359_424, 331_776]),
  many(4, [
    [1088, 4352, 3_342_336, 1100],
    [832, 3328, 2_555_904, 844],
    [768, 3072, 2_359_296, 780],
  ]),
  many(16, [
    [2448, 9792, 30_081_024, 2460],
    [1872, 7488, 23_003_136, 1884],
    [1728, 6912, 21_233_664, 1740],
  ]),
  many(64, [
    [4352, 17_408, 213_909_504, 4364],
    [3328, 13_312, 163_577_856, 3340],
    [3072, 12_288, 150_994_944, 3084],
  ]),
  many(256, [
    [8228, 32_912, 941_546_496, 8240, 149, 2],
    [6292, 25_168, 942_289_920, 6304, 195, 2],
    [5808, 23_232, 941_174_784, 5820, 211, 2],
  ]),
  many(512, [
    [11_492, 45_968, 935_540_736, 11_504, 106, 5],
    [8788, 35_152, 938_136_576, 8800, 139, 4],
    [8112, 32_448, 940_732_416, 8124, 151, 4],
  ]),
  many(1024, [
    [15_300, 61_200, 940_032_000, 15_312, 80, 13],
    [11_700, 46_800, 943_488_000, 11_712, 105, 10],
    [10_800, 43_200, 937_267_200, 10_812, 113, 10],
  ]),
];

/** Milliseconds of one pass over all agents. */
export interface TimeRow {
  /** First category: CPU, CUDA, OpenCL. */
  readonly a: readonly [number, number, number];
  /** Second category, with the scenario multiplier: CPU, CUDA, OpenCL. */
  readonly b: readonly [number, number, number];
  /**
   * Third category, with lists in shared memory: CUDA, OpenCL; the CPU's figures are those of the
   * second category.
   */
  readonly c: readonly [number, number];
}

const t = (...v: readonly number[]): TimeRow => ({
  a: [v[0], v[1], v[2]],
  b: [v[3], v[4], v[5]],
  c: [v[6], v[7]],
});

/** S0 to S9, three algorithms each (T9 to T11). */
export const TIMES: readonly (readonly TimeRow[])[] = [
  [
    t(0.04, 0.67, 1.04, 0.04, 0.38, 0.52, 0.28, 0.44),
    t(0.05, 0.55, 0.97, 0.05, 0.33, 0.52, 0.29, 0.41),
    t(0.07, 1.06, 2.07, 0.05, 0.46, 0.66, 0.35, 0.53),
  ],
  [
    t(0.11, 1.14, 1.93, 0.05, 0.49, 0.61, 0.27, 0.48),
    t(0.09, 0.87, 1.54, 0.06, 0.41, 0.57, 0.28, 0.46),
    t(0.21, 1.75, 4.44, 0.07, 0.66, 0.84, 0.33, 0.48),
  ],
  [
    t(0.21, 1.36, 2.16, 0.1, 0.52, 0.67, 0.28, 0.43),
    t(0.16, 1.01, 1.72, 0.11, 0.43, 0.6, 0.27, 0.44),
    t(0.39, 2.01, 4.92, 0.18, 0.75, 0.96, 0.35, 0.54),
  ],
  [
    t(0.81, 2.28, 2.87, 0.39, 0.98, 1.18, 0.31, 0.51),
    t(0.57, 1.96, 2.41, 0.25, 0.78, 0.98, 0.3, 0.46),
    t(1.36, 4.46, 7.04, 0.54, 2, 2.21, 0.36, 0.53),
  ],
  [
    t(4.31, 4.68, 5.96, 5.21, 6.38, 6.57, 0.67, 1.15),
    t(3.14, 3.87, 4.57, 3.92, 5.45, 5.89, 0.54, 0.68),
    t(10.33, 10.7, 19.33, 11.49, 12.97, 12.98, 0.99, 1.22),
  ],
  [
    t(31.19, 33.36, 36.7, 33.9, 43.34, 41.57, 1.77, 2.1),
    t(20.73, 25.99, 27.82, 21.55, 32.11, 32.22, 1.22, 1.43),
    t(120.55, 113.55, 157.03, 114.88, 153.77, 148.83, 4.83, 5.51),
  ],
  [
    t(176.67, 236.05, 224.88, 178.8, 399.37, 402.19, 8.02, 8.68),
    t(124.64, 215.95, 188.67, 126.43, 290.22, 292.87, 5.04, 5.28),
    t(789.66, 1224.48, 1240.87, 769.97, 1633.12, 1620.03, 26.54, 29.87),
  ],
  [
    t(1102.44, 1354.63, 1490.56, 1205.02, 2000.7, 1991.51, 51.35, 54.82),
    t(785.86, 1169.55, 1217.19, 816.81, 1661.09, 1663.52, 31.49, 32.01),
    t(6938.57, 9518.72, 11_118.59, 7104.32, 12_041.72, 11_912.87, 218.21, 244.89),
  ],
  [
    t(2802.12, 3693.56, 4058.54, 2771.88, 5342.66, 5350.75, 123.56, 130.84),
    t(1965.97, 3306.29, 3416.49, 1978.13, 4508.13, 4509.88, 75.52, 75.9),
    t(20_253.37, 31_434.42, 36_133.72, 20_536.3, 40_136.57, 39_727.48, 656.25, 728.72),
  ],
  [
    t(7095.06, 10_030.11, 10_807.97, 6859.68, 13_741.14, 13_703.6, 299.2, 316.46),
    t(4955.13, 8761.4, 9120.66, 4844.2, 11_807.09, 11_771.4, 182.64, 182.77),
    t(57_762.82, 97_236.04, 113_392.06, 57_468.68, 121_889.18, 120_735.19, 1861.32, 2075.84),
  ],
];
