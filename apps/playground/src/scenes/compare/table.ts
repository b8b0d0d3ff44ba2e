// The comparison as a table: a row per backend, with a bar for its speed relative to the first.
import { element } from '../../common/element.ts';
import type { Measured, Outcome, PlannedProblem } from './compare-functions.ts';
import type { BackendKind } from './problem.ts';

const KINDS: Readonly<Record<BackendKind, string>> = {
  thread: 'WebAssembly',
  pool: 'WebAssembly, pool',
  gpu: 'WebGPU',
  script: 'JavaScript',
};

/** The columns, the most important first: phones show only those. */
const COLUMNS = ['Backend', 'Answers', 'Each', 'Speed', 'Run', 'Prepared', 'GPU transfer'] as const;

export interface CompareTable {
  readonly root: HTMLElement;
  begun(problem: number, row: number): void;
  show(problem: number, row: number, outcome: Outcome): void;
  /** One sentence on the progress. */
  say(text: string, isWrong: boolean): void;
  /** The table as comma separated values. */
  csv(): string;
}

export function createCompareTable(plan: readonly PlannedProblem[]): CompareTable {
  const said = element('p', { class: 'said', role: 'status' });
  const outcomes = plan.map(({ backends }) => backends.map((): Outcome | undefined => undefined));
  const tables = plan.map(tableOf);

  /** Updates all speeds after each outcome: the fastest so far has the longest bar. */
  function showSpeeds(problem: number): void {
    const each = outcomes[problem].map((outcome) =>
      outcome?.kind === 'measured' ? eachMs(outcome.measured) : undefined,
    );
    const [base] = each;
    if (base === undefined) return;
    const fastest = Math.min(...each.filter((ms) => ms !== undefined));
    for (const [row, ms] of each.entries()) {
      if (ms === undefined) continue;
      const bar = element('i', { class: 'bar', 'aria-hidden': 'true' });
      bar.style.width = `${Math.max(1, (100 * fastest) / ms).toFixed(1)}%`;
      const times = row === 0 ? '1×' : `${significant(base / ms)}×`;
      const cell = tables[problem].cells[row][2];
      cell.replaceChildren(element('span', { class: 'speed' }, bar), times);
    }
  }

  return {
    root: element(
      'div',
      { class: 'compare', role: 'document', tabindex: 0, 'aria-label': 'Comparison of backends' },
      said,
      ...tables.map(({ root }) => root),
    ),
    begun(problem, row) {
      tables[problem].rows[row].classList.add('running');
      tables[problem].cells[row][0].textContent = '…';
    },
    show(problem, row, outcome) {
      outcomes[problem][row] = outcome;
      const line = tables[problem].rows[row];
      line.classList.remove('running');
      const [answers, each, , run, prepared, transfer] = tables[problem].cells[row];
      if (outcome.kind !== 'measured') {
        line.classList.add(outcome.kind);
        answers.textContent = outcome.reason;
        return;
      }
      const { measured } = outcome;
      prepared.textContent = inMs(measured.prepareMs);
      const median = medianOf(measured.turns);
      run.textContent = median === undefined ? 'warm' : inMs(median);
      if (measured.turns.length > 1) run.append(element('small', {}, spreadOf(measured.turns)));
      each.textContent = median === undefined ? '' : inMs(eachMs(measured)!);
      transfer.replaceChildren(...transferOf(measured));
      line.classList.toggle('differs', measured.differing > 0);
      answers.replaceChildren(...answersOf(measured, plan[problem], row === 0));
      if (measured.note) answers.append(element('small', {}, measured.note));
      showSpeeds(problem);
    },
    say(text, isWrong) {
      if (said.textContent !== text) said.textContent = text;
      said.classList.toggle('wrong', isWrong);
    },
    csv: () => csvOf(plan, outcomes),
  };
}

const CSV_COLUMNS =
  'problem,backend,method,prepare_ms,run_median_ms,run_least_ms,run_most_ms,turns,questions,' +
  'up_bytes,down_bytes,compared,differing';
/** Columns after the method. */
const CSV_FIGURES = 10;

function csvOf(
  plan: readonly PlannedProblem[],
  outcomes: readonly (readonly (Outcome | undefined)[])[],
): string {
  const rows = plan.flatMap(({ name, backends }, problem) =>
    backends.map(({ kind, title }, row) => {
      const outcome = outcomes[problem][row];
      const own =
        outcome?.kind === 'measured'
          ? csvFigures(outcome.measured)
          : Array.from({ length: CSV_FIGURES }, () => '');
      return [name, kind, title, ...own].join(',');
    }),
  );
  return `${[CSV_COLUMNS, ...rows].join('\r\n')}\r\n`;
}

function csvFigures(measured: Measured): (string | number)[] {
  const { prepareMs, turns, count, traffic, compared, differing } = measured;
  const median = medianOf(turns);
  const runs =
    median === undefined
      ? ['', '', '']
      : [median, Math.min(...turns), Math.max(...turns)].map((ms) => ms.toFixed(3));
  const times = [prepareMs.toFixed(3), ...runs, turns.length, count];
  return [...times, traffic.up, traffic.down, compared, differing];
}

interface Rows {
  readonly root: HTMLElement;
  readonly rows: readonly HTMLElement[];
  /** Per row, the cells after its heading. */
  readonly cells: readonly (readonly HTMLElement[])[];
}

function tableOf({ name, title, what, unit, count, backends }: PlannedProblem): Rows {
  const rows: HTMLElement[] = [];
  const cells: HTMLElement[][] = [];
  for (const { kind, title: method } of backends) {
    const own = COLUMNS.slice(1).map(() => element('td', {}, ''));
    const head = element('th', { scope: 'row' }, KINDS[kind], element('small', {}, method));
    cells.push(own);
    rows.push(element('tr', {}, head, ...own));
  }
  const id = `compare-${name}`;
  const asked = `${count.toLocaleString('en')} ${unit}s`;
  const heading = element('h2', { id }, title);
  const table = element(
    'table',
    { 'aria-labelledby': id },
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...COLUMNS.map((column) =>
          element('th', { scope: 'col' }, column === 'Each' ? `Each ${unit}` : column),
        ),
      ),
    ),
    element('tbody', {}, ...rows),
  );
  // the table is wider than a phone, and scrolls sideways in its own element
  const scroll = { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': title };
  const root = element(
    'section',
    {},
    element('header', {}, heading, element('p', {}, `${what}. ${asked}.`)),
    element('div', scroll, table),
  );
  return { root, rows, cells };
}

function answersOf(
  { compared, differing, first }: Measured,
  { tolerance }: PlannedProblem,
  isFirst: boolean,
): (string | HTMLElement)[] {
  const all = compared.toLocaleString('en');
  if (isFirst) return [`${all} to compare with`];
  if (!first) return [`✓ ${all} ${tolerance === 0 ? 'the same' : 'the same to 12 digits'}`];
  const { question, expected, got } = first;
  return [
    element('b', {}, `✗ ${differing.toLocaleString('en')} of ${all} differ`),
    element('small', {}, `the first: number ${question}, ${figures(got, expected)}`),
  ];
}

/** Two numbers with the fewest figures in which they differ. */
function figures(got: number, expected: number): string {
  let digits = 5;
  while (digits < 17 && got.toPrecision(digits) === expected.toPrecision(digits)) digits++;
  const [a, b] = [got, expected].map((value) => Number(value.toPrecision(digits + 1)));
  return `${a} instead of ${b}`;
}

/** The median; undefined of no values. */
export function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return values.length === 0 ? undefined : (sorted[Math.floor(half)] + sorted[Math.ceil(half)]) / 2;
}

function spreadOf(turns: readonly number[]): string {
  return `${inMs(Math.min(...turns))} to ${inMs(Math.max(...turns))}, ${turns.length} turns`;
}

function eachMs({ turns, count }: Measured): number | undefined {
  const median = medianOf(turns);
  return median === undefined ? undefined : median / Math.max(1, count);
}

function transferOf({ traffic: { up, down } }: Measured): (string | HTMLElement)[] {
  if (up + down === 0) return ['–'];
  return [`${inBytes(up)} to it`, element('small', {}, `${inBytes(down)} back`)];
}

function inBytes(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Three figures, without powers of ten. */
function significant(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(value < 10 ? 2 : 3);
}

export function inMs(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return ms >= 1 ? `${ms.toFixed(1)} ms` : `${significant(1000 * ms)} µs`;
}
