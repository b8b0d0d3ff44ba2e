// OSRM's scenario files (Gherkin), with the background of each feature before its scenarios.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator, type Step as GherkinStep } from '@cucumber/messages';

/** A row of a table by the names of its columns. */
export type Row = Readonly<Record<string, string>>;

/** A step with the table or the text below it. */
export interface Step {
  readonly text: string;
  readonly doc: string;
  /** The names of columns in order, and the rows below them. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** All cells of the table, the first row included. */
  readonly cells: readonly (readonly string[])[];
}

/** A scenario of a feature. */
export interface Scenario {
  readonly folder: string;
  readonly feature: string;
  readonly name: string;
  readonly line: number;
  /** OSRM itself passes over scenarios with this tag. */
  readonly todo: boolean;
  readonly steps: readonly Step[];
}

/** The scenarios of all features below a folder. */
export function readFeatures(folder: string): Scenario[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  return folders.flatMap(({ name }) => {
    const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.feature'));
    return files
      .sort()
      .flatMap((file) => parseFeature(name, file, readFileSync(join(folder, name, file), 'utf8')));
  });
}

/** The scenarios of one file. */
export function parseFeature(folder: string, file: string, text: string): Scenario[] {
  const builder = new AstBuilder(IdGenerator.incrementing());
  const { feature } = new Parser(builder, new GherkinClassicTokenMatcher()).parse(text);
  if (!feature) return [];
  const isTodo = (tags: readonly { readonly name: string }[]): boolean =>
    tags.some(({ name }) => name === '@todo');
  const background = feature.children.flatMap((child) => child.background?.steps ?? []);
  return feature.children.flatMap(({ scenario }) => {
    if (!scenario) return [];
    return {
      folder,
      feature: file.replace('.feature', ''),
      name: scenario.name,
      line: scenario.location.line,
      todo: isTodo(feature.tags) || isTodo(scenario.tags),
      steps: [...background, ...scenario.steps].map(stepOf),
    };
  });
}

function stepOf({ text, docString, dataTable }: GherkinStep): Step {
  const cells = (dataTable?.rows ?? []).map((row) => row.cells.map(({ value }) => value));
  const [columns = [], ...rows] = cells;
  return {
    text,
    doc: docString?.content ?? '',
    columns,
    rows: rows.map((row) => Object.fromEntries(columns.map((key, c) => [key, row[c] ?? '']))),
    cells,
  };
}
