// A map of five streets in a folder of its own, and `wayfield` called there.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'uvu';
import { main } from '../src/main.ts';

/** A square of streets, 677 m by 1,112 m, one side a motorway, and a street to the east. */
export const SQUARE = `<osm version="0.6">
  <node id="1" lat="52.50" lon="13.40"/><node id="2" lat="52.50" lon="13.41"/>
  <node id="3" lat="52.51" lon="13.41"/><node id="4" lat="52.51" lon="13.40"/>
  <node id="5" lat="52.50" lon="13.42"/>
  <way id="10"><nd ref="1"/><nd ref="2"/>
    <tag k="highway" v="motorway"/><tag k="oneway" v="no"/><tag k="name" v="Autobahn"/></way>
  <way id="11"><nd ref="2"/><nd ref="3"/>
    <tag k="highway" v="residential"/><tag k="name" v="Ost"/></way>
  <way id="12"><nd ref="3"/><nd ref="4"/>
    <tag k="highway" v="residential"/><tag k="name" v="Nord"/></way>
  <way id="13"><nd ref="4"/><nd ref="1"/>
    <tag k="highway" v="residential"/><tag k="name" v="West"/></way>
  <way id="14"><nd ref="2"/><nd ref="5"/>
    <tag k="highway" v="residential"/><tag k="name" v="Ende"/></way>
</osm>`;

/** What a call printed. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** How the tests of a suite reach the folder. */
export interface SquareFolder {
  /** The path of a file in the folder. */
  readonly at: (name: string) => string;
  /** Calls `wayfield`; names of files are those in the folder. */
  readonly here: (...args: string[]) => Promise<Run>;
}

/** Makes the folder, with `square.osm` in it, before a suite, and removes it behind. */
export function squareFolder(test: Test): SquareFolder {
  let folder = '';
  const at = (name: string): string => join(folder, name);
  test.before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wayfield-cli-'));
    await writeFile(at('square.osm'), SQUARE);
  });
  test.after(() => rm(folder, { recursive: true }));
  return {
    at,
    async here(...args) {
      let [out, err] = ['', ''];
      const full = args.map((arg) =>
        /^[\w.]+\.(osm|wfg|wfr|txt|csv|gpx|json|geojson)$/.test(arg) ? at(arg) : arg,
      );
      const code = await main(full, {
        out: { write: (text) => (out += text) },
        err: { write: (text) => (err += text) },
      });
      const short = (text: string): string => text.replaceAll(join(folder, '/'), '');
      return { code, out: short(out), err: short(err) };
    },
  };
}
