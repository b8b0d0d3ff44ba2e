import { InvalidArgumentError, Option } from 'commander';

/** A parser of whole numbers in `low .. high` for commander. */
export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < low || value > high) {
      throw new InvalidArgumentError(`Expected a whole number in ${low} .. ${high}.`);
    }
    return value;
  };
}

/** A parser of numbers above 0 for commander. */
export function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}

/** `--seed`; `of` names what is random. */
export function seedOption(of: string): Option {
  return new Option('--seed <n>', `seed of ${of}`)
    .argParser(wholeNumber(0, 2 ** 32 - 1))
    .default(1);
}

/** A parser of `a,b,c`. */
export function nameList(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.some((name) => name === ''))
    throw new InvalidArgumentError('Expected names with commas between them.');
  return names;
}

/** The flags of every command that runs solvers. */
export interface SolverFlags {
  solver?: string[];
  threads: number;
  queries?: number;
  seed: number;
  repeat: number;
  reference?: number;
  peers?: true | string[];
  peerSeconds: number;
}

/** The flags of every command that reports. */
export interface ReportFlags {
  json?: string;
  csv?: string;
  report?: string;
}

/** Options of the commands that run solvers. */
export function solverOptions(): Option[] {
  return [
    new Option('--solver <names>', 'only these solvers, with commas between them').argParser(
      nameList,
    ),
    new Option('--threads <n>', 'also run every solver on a pool of this many workers')
      .argParser(wholeNumber(1, 64))
      .default(1),
    new Option('--queries <n>', 'at most this many queries per map').argParser(wholeNumber(1, 1e9)),
    new Option('--seed <n>', 'seed of everything that is random')
      .argParser(wholeNumber(0, 2 ** 32 - 1))
      .default(1),
    new Option('--repeat <n>', 'runs of every query; the fastest counts')
      .argParser(wholeNumber(1, 1000))
      .default(3),
    new Option(
      '--reference <n>',
      'queries per map that the slow reference answers too (default: as many as a few ' +
        'seconds allow)',
    ).argParser(wholeNumber(0, 1e9)),
    new Option('--peers [names]', 'compare with other libraries: all of them, or these').argParser(
      nameList,
    ),
    new Option('--peer-seconds <n>', 'time for the first answers of one peer on one map')
      .argParser(wholeNumber(1, 3600))
      .default(3),
  ];
}

/** Options of the commands that report. */
export function reportOptions(): Option[] {
  return [
    new Option('--json <file>', 'write everything that was measured, as JSON'),
    new Option('--csv <file>', 'write the tables as CSV'),
    pageOption(),
  ];
}

/** `--report`, for commands with other outputs of their own. */
export function pageOption(): Option {
  return new Option('--report <dir>', 'write a page with the tables, results.json and CSV');
}
