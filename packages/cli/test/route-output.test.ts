// What `wayfield route` prints, and how maps are read for the services.
import { writeFile } from 'node:fs/promises';
import { decodePolyline, type RouteLine, type Step } from '@wayfield/routing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SQUARE, squareFolder } from './square.ts';

/** A line of `route --geojson --annotations`. */
interface DetailedLine {
  readonly properties: {
    readonly metres: number;
    readonly legs: {
      readonly steps: Step[];
      readonly segments: Record<'metres' | 'seconds' | 'ways', number[]> & {
        readonly coordinates: [number, number][];
      };
    }[];
  };
}

const test = suite('wayfield: routes and maps');
const { at, here } = squareFolder(test);
test.before(async () => {
  await here('osm', 'convert', 'square.osm', '-qo', 'square.wfr', '--format', 'routing');
});

test('route prints polylines, and the steps and segments of its legs', async () => {
  const ends = ['square.wfr', '--from', '52.50,13.401', '--to', '52.505,13.41'];
  const plain = JSON.parse((await here('route', ...ends, '--geojson')).out) as RouteLine;
  for (const digits of [5, 6] as const) {
    const { code, out } = await here('route', ...ends, '--polyline', `${digits}`);
    assert.is(code, 0);
    assert.equal(decodePolyline(out.trimEnd(), digits), plain.geometry.coordinates);
  }
  const several = await here('route', ...ends, '--polyline', '5', '--alternatives', '2');
  assert.is(decodePolyline(several.out.split('\n')[0]).length, plain.geometry.coordinates.length);
  const places = [...ends, '--via', '52.51,13.405', '--geojson', '--annotations'];
  const line = JSON.parse((await here('route', ...places)).out) as DetailedLine;
  const { metres, legs } = line.properties;
  assert.is(legs.length, 2);
  assert.equal(
    legs[0].steps.map(({ turn, name }) => `${turn} ${name}`),
    ['start Autobahn', 'right West', 'right Nord'],
  );
  assert.equal([...new Set(legs[0].segments.ways)], [10, 13, 12]);
  let sum = 0;
  for (const { segments } of legs) {
    assert.is(segments.coordinates.length, segments.metres.length + 1);
    assert.is(segments.seconds.length, segments.metres.length);
    for (const part of segments.metres) sum += part;
  }
  assert.ok(Math.abs(sum - metres) < 0.1, `${sum} of ${metres} m`);
  const alone = await here('route', ...ends, '--annotations');
  assert.equal([alone.code, alone.err], [2, 'wayfield: --annotations needs --geojson\n']);
  const four = await here('route', ...ends, '--polyline', '4');
  assert.match(four.err, /Expected 5 or 6 decimal places/);
  assert.is((await here('route', ...ends, '--polyline', '5', '--geojson')).code, 2);
});

test('route turns round at places between where it may', async () => {
  const ends = ['square.wfr', '--from', '52.50,13.409', '--to', '52.50,13.408', '--geojson'];
  const metresOf = async (...more: string[]): Promise<number> => {
    const { out, err, code } = await here('route', ...ends, '--via', '52.501,13.41', ...more);
    assert.is(code, 0, err);
    return (JSON.parse(out) as RouteLine).properties.metres;
  };
  // 68 m and 111 m there, 111 m and 135 m back
  const turning = await metresOf('--turn-at-vias');
  assert.ok(turning > 420 && turning < 430, `${turning} m`);
  // else on to the next crossing, 1,001 m further, where this network lets vehicles turn round
  const straight = await metresOf();
  assert.ok(straight > 2420 && straight < 2435, `${straight} m`);
});

test('a map is read with turn restrictions, and without them where that is asked for', async () => {
  const [start, end] = [SQUARE.slice(0, -'</osm>'.length), '</osm>'];
  await writeFile(
    at('signed.osm'),
    `${start}<relation id="20"><member type="way" ref="10" role="from"/>
      <member type="node" ref="2" role="via"/><member type="way" ref="11" role="to"/>
      <tag k="type" v="restriction"/><tag k="restriction" v="no_left_turn"/></relation>${end}`,
  );
  const places = ['--sources', 'from.txt', '--targets', 'to.txt'];
  await writeFile(at('from.txt'), '52.50,13.405\n');
  await writeFile(at('to.txt'), '52.502,13.41\n');
  const seconds = async (...more: string[]): Promise<number> => {
    const { out, err } = await here('matrix', 'signed.osm', ...places, ...more);
    assert.ok(Number(out) > 0, err);
    return Number(out);
  };
  const [signed, free] = [await seconds(), await seconds('--no-restrictions')];
  assert.ok(free < signed, `${free} s, ${signed} s with the sign`);
  // turning round at the crossing of the motorway's other end is shorter than by a dead end
  assert.ok((await seconds('--u-turns')) <= signed);
});

test.run();
