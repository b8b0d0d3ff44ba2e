/** A column of a printed table. */
export interface Column {
  readonly title: string;
  /** Default 'right': numbers. */
  readonly align?: 'left' | 'right';
}

/**
 * Formats rows of text as a table: a line of titles, a rule, a line per row, columns two spaces
 * apart. A column without any text is left out.
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const used = columns.map((_, c) => rows.some((row) => (row[c] ?? '') !== ''));
  const widths = columns.map((column, c) =>
    rows.reduce((width, row) => Math.max(width, (row[c] ?? '').length), column.title.length),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, c) => {
        const cell = cells[c] ?? '';
        return column.align === 'left' ? cell.padEnd(widths[c]) : cell.padStart(widths[c]);
      })
      .filter((_, c) => used[c])
      .join('  ')
      .trimEnd();
  const titles = line(columns.map((column) => column.title));
  const rule = line(columns.map(({ title }, c) => (title === '' ? '' : '-'.repeat(widths[c]))));
  return [titles, rule, ...rows.map(line)].join('\n');
}
