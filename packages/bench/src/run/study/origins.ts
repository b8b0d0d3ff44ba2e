import type { OwnCell } from './run-study.ts';

const NOT_MEASURED: OwnCell = { value: null, note: 'not measured' };

/**
 * The programs that measured our figures, or why there is no figure: the most frequent of a column
 * in a sentence, the others row by row.
 */
export function sayOrigins(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, OwnCell>>[],
): { common: string | undefined; byRow: (string | null)[] } {
  const said = rows.map((cells) =>
    columns.map((of) => {
      const { by, note } = cells[of] ?? NOT_MEASURED;
      return [by, note].filter(Boolean).join(', ');
    }),
  );
  const usual = columns.map((_, c) => most(said.map((row) => row[c])));
  const sentence = group(columns, usual);
  return {
    common: sentence === null ? undefined : `Ours, where nothing else is said: ${sentence}.`,
    byRow: said.map((row) =>
      group(
        columns,
        row.map((words, c) => (words === usual[c] ? '' : words)),
      ),
    ),
  };
}

/**
 * `GPU` where all columns say so, else `CPU: pool of 2; CUDA, OpenCL: GPU`; null where none says
 * anything.
 */
function group(columns: readonly string[], said: readonly string[]): string | null {
  const by = new Map<string, string[]>();
  columns.forEach((of, c) => {
    if (said[c] !== '') by.set(said[c], [...(by.get(said[c]) ?? []), of]);
  });
  if (by.size === 0) return null;
  return [...by]
    .map(([words, of]) => (of.length === columns.length ? words : `${of.join(', ')}: ${words}`))
    .join('; ');
}

/** The most frequent text. */
function most(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])[0];
}
