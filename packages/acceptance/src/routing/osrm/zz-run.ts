import { readFeatures } from '/work/wt/routing22/packages/acceptance/src/routing/osrm/read-features.ts';
import { askScenario } from '/work/wt/routing22/packages/acceptance/src/routing/osrm/ask.ts';
const all = readFeatures('/work/shared/osrm-features');
const only = process.argv[2];
let right = 0;
const by: any = {};
const cols: any = {};
for (const s of all) {
  if (s.todo) continue;
  if (only && !(s.folder + '/' + s.feature).includes(only)) continue;
  let d;
  try {
    d = await askScenario(s);
  } catch (e) {
    d = [
      {
        column:
          'ERROR ' + (e as Error).message.slice(0, 150) + ((e as Error).stack ?? '').split('\n')[1],
        row: {},
        expected: '',
        found: '',
      } as any,
    ];
  }
  (by[s.folder] ??= { right: 0, differ: 0 })[d.length ? 'differ' : 'right']++;
  for (const c of new Set(d.map((x) => x.column))) cols[c] = (cols[c] ?? 0) + 1;
  if (d.length) {
    console.log(`\n${s.folder}/${s.feature}:${s.line} ${s.name} (${d.length})`);
    for (const x of d.slice(0, Number(process.argv[3] ?? 3)))
      console.log(
        '   ',
        x.column,
        '| row',
        Object.values(x.row).slice(0, 6).join(' / '),
        '| expected',
        x.expected,
        '| found',
        x.found,
      );
  }
}
console.log(by);
console.log(Object.entries(cols).sort((a: any, b: any) => b[1] - a[1]));
