// Reads scenario files in the Gherkin form in which OSRM states what its profiles do: tables and
// maps drawn as text.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line that begins with Given, When, Then, And or But, with the table or the text below it. */
export interface Step {
  readonly text: string;
  readonly rows: readonly TableRow[];
  readonly doc: string;
}

/** A row of a table by the names of its columns, and the line of the file on which it stands. */
export interface TableRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** A scenario with the steps of its feature's background before its own. */
export interface Scenario {
  readonly feature: string;
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The scenarios of all files of a folder, in the order of their names. */
export function readFeatures(folder: string): Scenario[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.feature'));
  return names
    .sort()
    .flatMap((name) =>
      parseFeature(name.replace('.feature', ''), readFileSync(join(folder, name), 'utf8')),
    );
}

/** The scenarios of one file. */
export function parseFeature(feature: string, text: string): Scenario[] {
  const background: Step[] = [];
  const scenarios: (Scenario & { steps: Step[] })[] = [];
  let steps = background;
  let header: string[] | undefined;
  let doc: { indent: number; lines: string[] } | undefined;
  text.split(/\r?\n/).forEach((raw, i) => {
    const line = raw.trim();
    const step = steps.at(-1) as { rows: TableRow[]; doc: string } | undefined;
    if (line === '"""') {
      if (doc) step!.doc = doc.lines.join('\n');
      doc = doc ? undefined : { indent: raw.indexOf('"""'), lines: [] };
    } else if (doc) doc.lines.push(raw.slice(doc.indent));
    else if (line.startsWith('Background')) {
      // within a scenario the word changes nothing
      if (scenarios.length === 0) steps = background;
    } else if (/^Scenario\b/.test(line)) {
      const name = line.replace(/^Scenario:\s*/, '');
      scenarios.push({ feature, name, steps: (steps = [...background]) });
    } else if (/^(Given|When|Then|And|But)\b/.test(line)) {
      header = undefined;
      steps.push({ text: line.replace(/^\w+\s+/, ''), rows: [], doc: '' } as Step);
    } else if (line.startsWith('|')) {
      const cells = cellsOf(line);
      if (!header) header = cells;
      else {
        const named = header.map((key, c): [string, string] => [key, cells[c] ?? '']);
        step!.rows.push({ line: i + 1, cells: Object.fromEntries(named) });
      }
    }
  });
  return scenarios;
}

/** `| a | b\|c |` as its cells. */
function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}
