// The figures of McNally's study (Multi-Agent Pathfinding over Real-World Data Using CUDA, Trinity
// College Dublin, 2010): table 5.1 and the ten tables of the appendix, as printed. Its map of
// 12,247 nodes has 12,246 in table 5.1.

/** Milliseconds for all agents, the mean of ten runs. */
export type StudyRow = readonly [agents: number, fx580: number, gtx470: number, cpu: number];

/** The figures of the study for one map and one set of routes. */
export interface StudySet {
  /**
   * Mean nodes of a path over all agents, those without a path included; share of agents without a
   * path.
   */
  readonly meanPath: number;
  readonly zeroShare: number;
  /** Rows up to the number of agents that fitted into the memory of the study's GPUs. */
  readonly rows: readonly StudyRow[];
}

/** One of the study's five maps. */
export interface StudyMap {
  readonly name: string;
  readonly nodes: number;
  readonly arcs: number;
  readonly random: StudySet;
  readonly classified: StudySet;
}

/** The devices of a row, in order. */
export const STUDY_DEVICES = ['Quadro FX580', 'GeForce GTX470', 'Core2 Duo T6600'] as const;

/** The maps from the smallest to the largest. */
export const STUDY_MAPS: readonly StudyMap[] = [
  {
    name: 'Bray',
    nodes: 348,
    arcs: 758,
    random: {
      meanPath: 13.43,
      zeroShare: 0.44,
      rows: [
        [32, 12.75, 8.29, 0.2],
        [64, 13.49, 9.41, 0.4],
        [128, 13.75, 10.28, 0.7],
        [256, 15.61, 10.75, 1.3],
        [512, 18.82, 11.24, 2.6],
        [1024, 31.88, 12, 5.7],
        [2048, 63.07, 12.38, 10.8],
        [4096, 127.48, 15.18, 23.1],
        [8192, 246.28, 31.84, 46],
      ],
    },
    classified: {
      meanPath: 19,
      zeroShare: 0.05,
      rows: [
        [32, 12.77, 8.53, 0.1],
        [64, 12.88, 9.94, 0.3],
        [128, 13.12, 9.43, 0.7],
        [256, 14.11, 9.13, 1.3],
        [512, 17.82, 9.85, 2.7],
        [1024, 30.49, 11.27, 5.2],
        [2048, 60.9, 11.66, 10.6],
        [4096, 119.6, 13.97, 21.5],
        [8192, 235.77, 30.54, 45.1],
      ],
    },
  },
  {
    name: 'Bray',
    nodes: 2148,
    arcs: 4456,
    random: {
      meanPath: 26.86,
      zeroShare: 0.53,
      rows: [
        [32, 114.59, 83.49, 1.7],
        [64, 129.97, 83.68, 2.8],
        [128, 130.19, 84.35, 5.4],
        [256, 159.69, 85.7, 9.6],
        [512, 264.73, 96.26, 20.5],
        [1024, 560.92, 101.11, 42.6],
        [2048, 1121.3, 107.83, 87.7],
        [4096, 2255.37, 131.38, 175.6],
        [8192, 4530.94, 276.39, 349.3],
      ],
    },
    classified: {
      meanPath: 31.55,
      zeroShare: 0.29,
      rows: [
        [32, 111.79, 62.02, 0.9],
        [64, 115.9, 70.14, 2.4],
        [128, 116.49, 74.86, 4.8],
        [256, 150.22, 77.22, 10],
        [512, 231.63, 77.72, 19],
        [1024, 466.68, 89.79, 41.2],
        [2048, 930.37, 97.58, 74.1],
        [4096, 1876.76, 116.21, 149.1],
        [8192, 3761.1, 235.08, 300.6],
      ],
    },
  },
  {
    name: 'Bray',
    nodes: 6009,
    arcs: 13262,
    random: {
      meanPath: 54.82,
      zeroShare: 0.46,
      rows: [
        [32, 530.05, 316.58, 7.8],
        [64, 544.22, 331.45, 12.8],
        [128, 616.76, 360.01, 24.4],
        [256, 695.9, 405.11, 52.9],
        [512, 1045.12, 424.63, 108.1],
        [1024, 2197.14, 474.18, 224.4],
        [2048, 4424.8, 520.24, 449.7],
        [4096, 8664.43, 637.89, 1805.2],
      ],
    },
    classified: {
      meanPath: 84.03,
      zeroShare: 0,
      rows: [
        [32, 415.48, 226.61, 6.6],
        [64, 425.54, 263.2, 15.1],
        [128, 471.55, 264.93, 29.3],
        [256, 567.02, 296.88, 59.1],
        [512, 817.98, 308.97, 123.6],
        [1024, 1605.32, 331.51, 233.1],
        [2048, 3175.29, 364.43, 460.2],
        [4096, 6274.4, 452.76, 960.5],
      ],
    },
  },
  {
    name: 'Dublin',
    nodes: 7928,
    arcs: 16122,
    random: {
      meanPath: 15.6,
      zeroShare: 0.69,
      rows: [
        [32, 933.72, 608.53, 12.8],
        [64, 1053.3, 626.45, 21.8],
        [128, 1109.26, 681.96, 37.6],
        [256, 1184.56, 757.57, 81.3],
        [512, 1534.16, 731.8, 130.5],
        [1024, 2634.09, 850.39, 298.6],
        [2048, 5294.03, 939.18, 596.3],
      ],
    },
    classified: {
      meanPath: 46.72,
      zeroShare: 0.0005,
      rows: [
        [32, 786.32, 439.79, 6.1],
        [64, 862.74, 544.42, 14.2],
        [128, 883.29, 505.24, 34],
        [256, 994.37, 539.02, 60],
        [512, 1337.12, 577.71, 114.1],
        [1024, 2425.24, 662.37, 242.1],
        [2048, 4677.27, 719.41, 463.3],
      ],
    },
  },
  {
    name: 'Dublin',
    nodes: 12247,
    arcs: 25458,
    random: {
      meanPath: 25.52,
      zeroShare: 0.64,
      rows: [
        [32, 1674.15, 1173.07, 14.9],
        [64, 1892.95, 1290.76, 36.4],
        [128, 1928.62, 1390.58, 81.1],
        [256, 2215.85, 1436.19, 149.5],
        [512, 2540.7, 1451.2, 316.5],
        [1024, 4221.1, 1756.94, 616.4],
      ],
    },
    classified: {
      meanPath: 59.21,
      zeroShare: 0.001,
      rows: [
        [32, 1457.76, 919.9, 18.8],
        [64, 1670.59, 1020.83, 34.5],
        [128, 1679.51, 1022.83, 59.6],
        [256, 1870.24, 1148.76, 123.1],
        [512, 2232.26, 1221.09, 242.9],
        [1024, 3618.83, 1354.1, 485.5],
      ],
    },
  },
];

/** The study's map of the nearest size, by the ratio of the nodes. */
export function comparableMap(nodes: number): StudyMap {
  const apart = (map: StudyMap): number => Math.abs(Math.log(map.nodes / Math.max(1, nodes)));
  return STUDY_MAPS.reduce((best, map) => (apart(map) < apart(best) ? map : best));
}

/**
 * Milliseconds per agent of the study's fastest device, and the device. For more agents than fitted
 * into its memory, the figures of the last row, from which on more agents were no faster.
 */
export function fastestOf(
  { rows }: StudySet,
  agents: number,
): { msPerAgent: number; device: string; agents: number } {
  const row = rows.findLast(([count]) => count <= agents) ?? rows[0];
  const [count, ...totals] = row;
  const least = Math.min(...totals);
  return {
    msPerAgent: least / count,
    device: STUDY_DEVICES[totals.indexOf(least)],
    agents: count,
  };
}
