// The checklist: every table and row that the five studies print has its counterpart in the code
// that gives results.
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publishedValue, rowName, tableOf } from '../src/run/study/published.ts';
import { breakEvenOf } from '../src/bodies/study/study.ts';
import { STUDIES } from '../src/run/study/index.ts';
import type { Study } from '../src/run/study/study.ts';

interface Manifest {
  readonly study: string;
  readonly tables: readonly {
    readonly id: string;
    /** Where the study prints it. */
    readonly place: string;
    readonly columns: readonly string[];
    /** Columns that the study does not print but that follow from what it prints, and how. */
    readonly derived?: Readonly<Record<string, string>>;
    readonly rows: readonly {
      readonly row: string;
      readonly values?: readonly (number | null)[];
    }[];
  }[];
}

const file = new URL('../studies/manifest.json', import.meta.url);
const manifest = JSON.parse(readFileSync(file, 'utf8')) as readonly Manifest[];

/**
 * Rows that are in the manifest, and not in a unit or not derived; rows of the code that are in no
 * unit.
 */
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

/** Published values of the code that the manifest does not hold as printed. */
export function unprintedValues(study: Study, { tables }: Manifest): string[] {
  return study.tables.flatMap(({ id, columns, rows }) => {
    const printed = tables.find((table) => table.id === id);
    return rows.flatMap((row) => {
      const own = printed?.rows.find((one) => one.row === rowName(row))?.values ?? [];
      return columns.flatMap(({ title }, c) => {
        const value = row.values[c] ?? null;
        if (value === null || printed?.derived?.[title] !== undefined) return [];
        const at = printed?.columns.indexOf(title) ?? -1;
        return own[at] === undefined || own[at] === null
          ? [`${id}: ${rowName(row)}: ${title} ${value}`]
          : [];
      });
    });
  });
}

for (const printed of manifest) {
  const study = STUDIES.find(({ name }) => name === printed.study)!;

  checklist(`${study.name}: no published value that the study does not print`, () => {
    assert.equal(unprintedValues(study, printed), []);
    for (const { id, place } of printed.tables) assert.ok(place.length > 5, `${id} has no place`);
  });
}

checklist('notices a published value that was made up', () => {
  const study = STUDIES.find(({ name }) => name === 'collision')!;
  const tables = study.tables.map((table) =>
    table.id === 'Figure 7.7'
      ? { ...table, rows: table.rows.map((row) => ({ ...row, values: [1, 2, 3, 4, 5] })) }
      : table,
  );
  const printed = manifest.find((one) => one.study === 'collision')!;
  assert.is(unprintedValues({ ...study, tables }, printed).length, 15);
});

checklist('break-even: a size that was not measured says nothing of who is ahead', () => {
  const ratios = [
    [50, 0.01],
    [1000, 0.28],
    [5000, 1.6],
    [500_000, NaN],
    [1_000_000, NaN],
    [1_500_000, 794],
  ] as const;
  assert.is(breakEvenOf(ratios), 5000);
  assert.ok(Number.isNaN(breakEvenOf([...ratios, [5_000_000, 0.9]])));
  assert.ok(Number.isNaN(breakEvenOf([[50, NaN]])));
});

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
