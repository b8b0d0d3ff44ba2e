// The checklist: every table and row that the five studies print has its counterpart in the code that gives results.
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publishedValue, rowName, tableOf } from '../src/studies/published.ts';
import { STUDIES } from '../src/studies/index.ts';
import type { Study } from '../src/studies/study.ts';

interface Manifest {
  readonly study: string;
  readonly tables: readonly {
    readonly id: string;
    readonly columns: readonly string[];
    readonly rows: readonly {
      readonly row: string;
      readonly values?: readonly (number | null)[];
    }[];
  }[];
}

const file = new URL('../studies/manifest.json', import.meta.url);
const manifest = JSON.parse(readFileSync(file, 'utf8')) as readonly Manifest[];

/** Rows that are in the manifest, and not in a unit or not derived; rows of the code that are in no unit. */
export function missingRows(study: Study, { tables }: Manifest): string[] {
  const names = [...study.units.flatMap(({ rows }) => rows), ...(study.derived?.rows ?? [])];
  const given = names.map(([table, row]) => `${table}: ${row}`);
  const printed = tables.flatMap(({ id, rows }) => rows.map(({ row }) => `${id}: ${row}`));
  const known = study.tables.flatMap((table) =>
    table.rows.map((row) => `${table.id}: ${rowName(row)}`),
  );
  const missing = [...printed, ...known].filter((name) => !given.includes(name));
  const twice = given.filter((name, i) => given.indexOf(name) !== i);
  const strange = given.filter((name) => !known.includes(name));
  return [...new Set([...missing, ...twice, ...strange])];
}

const checklist = suite('studies, checklist');

checklist('is about all five of them', () => {
  assert.equal(
    manifest.map(({ study }) => study),
    STUDIES.map(({ name }) => name),
  );
});

for (const printed of manifest) {
  const study = STUDIES.find(({ name }) => name === printed.study)!;

  checklist(`${study.name}: each printed row is given by a unit`, () => {
    assert.equal(missingRows(study, printed), []);
  });

  checklist(`${study.name}: printed figures are those of the study`, () => {
    let compared = 0;
    for (const { id, columns, rows } of printed.tables) {
      const titles = tableOf(study.tables, id).columns.map(({ title }) => title);
      for (const column of columns) assert.ok(titles.includes(column), `${id}: ${column}`);
      for (const { row, values } of rows) {
        values?.forEach((value, c) => {
          const own = publishedValue(study.tables, id, row, columns[c]);
          const near = own === value || Math.abs(own! - value!) < 1e-9 * Math.abs(value!);
          assert.ok(near, `${id}, ${row}, ${columns[c]}: ${own}, printed ${value}`);
          compared++;
        });
      }
    }
    const prints = printed.tables.some(({ rows }) => rows.some(({ values }) => values));
    assert.is(compared > 0, prints);
  });
}

checklist('notices a row that no unit gives', () => {
  const [study] = STUDIES;
  const fewer = { ...study, units: study.units.filter(({ key }) => key !== 'S4 BFS') };
  const missing = missingRows(fewer, manifest[0]);
  assert.equal(missing, [
    'T6: S4, BFS',
    'T7: S4, BFS',
    'T9: S4, BFS',
    'T10: S4, BFS',
    'T11: S4, BFS',
  ]);
});

checklist.run();
