// The CSV files of the study's program (appendix A, tables 14 and 15), for English and German
// Excel.

/** One pass over all agents: milliseconds to the device, of the searches, and back. */
export interface Pass {
  readonly init: number;
  readonly run: number;
  readonly deInit: number;
}

/** The measurements of one world's benchmark. */
export interface WorldRun {
  /** `CPU` or `GPU`. */
  readonly technology: string;
  /** The study's name of the algorithm: `A*`. */
  readonly algorithm: string;
  readonly scenario: string;
  readonly agents: number;
  readonly width: number;
  readonly height: number;
  /**
   * CPU: threads. GPU: threads per block, blocks per launch and launches of the search kernel, as
   * they were dispatched.
   */
  readonly launch: readonly number[];
  readonly passes: readonly Pass[];
  /** Sentences about what was not done as asked. */
  readonly remarks: readonly string[];
}

const WORDS = {
  english: {
    head: [
      'Technology',
      'Agents',
      'Algorithm',
      'WorldWidth',
      'Iterations',
      'WorldHeight',
      'Scenario',
      'Launch-Infos',
    ],
    columns: ['Run number', 'Init (ms)', 'Run (ms)', 'DeInit (ms)', 'avg. time per agent (ms)'],
    averages: 'Averages',
  },
  german: {
    head: [
      'Technologie',
      'Agenten',
      'Algorithmus',
      'Weltbreite',
      'Iterationen',
      'Welthöhe',
      'Szenario',
      'Launch-Infos',
    ],
    columns: [
      'Laufnummer',
      'Init (ms)',
      'Run (ms)',
      'DeInit (ms)',
      'durchschn. Zeit pro Agent (ms)',
    ],
    averages: 'Mittelwerte',
  },
} as const;

/** The file's text: `"1.123456", "1.234567"`, or `"1,123456"; "1,234567"`. */
export function formatWorldCsv(run: WorldRun, format: 'english' | 'german'): string {
  const { head, columns, averages } = WORDS[format];
  const german = format === 'german';
  const number = (ms: number): string => (german ? ms.toFixed(6).replace('.', ',') : ms.toFixed(6));
  const line = (cells: readonly (string | number)[]): string =>
    cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(german ? '; ' : ', ');
  const { technology, agents, algorithm, width, passes, height, scenario, launch } = run;
  const times = ({ init, run: ms, deInit }: Pass): string[] =>
    [init, ms, deInit, ms / agents].map(number);
  const mean = (of: (pass: Pass) => number): number =>
    passes.reduce((sum, pass) => sum + of(pass), 0) / passes.length;
  const average: Pass = {
    init: mean(({ init }) => init),
    run: mean(({ run: ms }) => ms),
    deInit: mean(({ deInit }) => deInit),
  };
  const [
    inTechnology,
    inAgents,
    inAlgorithm,
    inWidth,
    inIterations,
    inHeight,
    inScenario,
    inLaunch,
  ] = head;
  return [
    line([inTechnology, technology, inAgents, agents]),
    line([inAlgorithm, algorithm, inWidth, width]),
    line([inIterations, passes.length, inHeight, height]),
    line([inScenario, scenario.replaceAll(/\s+/g, '_')]),
    line([inLaunch, ...launch]),
    line(columns),
    ...passes.map((pass, i) => line([i + 1, ...times(pass)])),
    line([averages, ...times(average)]),
    '',
  ].join('\n');
}

/**
 * The study's file name without what file systems refuse:
 * `english_2011.08.22_14.03.59_GPU-A_7_TEST_SCENARIO.csv`.
 */
export function worldCsvName(run: WorldRun, format: string, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('.');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.');
  const name = `${format}_${day}_${time}_${run.technology}-${run.algorithm}_${run.agents}_${run.scenario}`;
  return `${name.replaceAll(/[^\w.-]+/g, '_')}.csv`;
}
