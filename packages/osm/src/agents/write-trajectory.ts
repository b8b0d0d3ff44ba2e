// Trajectories of agents and of vehicles as CSV or GeoJSON text, written piece by piece.
import { callback, object, oneOf, refuse, typed, whole } from '@wayfield/check';
import { iterable } from '../rules.ts';
import type { Trajectory } from './trajectory.ts';

/**
 * 'csv': a line per sample, `time,id,lon,lat`. 'geojson': a feature per agent, its `times` among
 * the properties.
 */
export type TrajectoryFormat = 'csv' | 'geojson';

/**
 * Takes text piece by piece; the next piece waits for the promise. The writer of a `WritableStream`
 * is one.
 */
export interface TextSink {
  write(text: string): unknown;
}

/** Writes trajectories as they come. Wait for each promise before the next call. */
export interface TrajectoryWriter {
  /** Writes the trajectories in turn and keeps only the text that is not written yet. */
  add(list: Iterable<Trajectory>): Promise<void>;
  /** Writes the rest of the text. No call may follow. */
  end(): Promise<void>;
}

const FORMAT = oneOf('csv', 'geojson');
const SINK = object({ write: callback }, 'an object with a method write');
const TRAJECTORY = object(
  {
    agent: whole(),
    count: whole(1),
    time: typed(Float64Array),
    lonE7: typed(Int32Array),
    latE7: typed(Int32Array),
  },
  'a Trajectory',
);
/**
 * Text is written when it has at least this many characters. A GeoJSON feature is not cut, so a
 * piece may be longer by one feature.
 */
const PIECE = 1 << 16;

/**
 * A writer of trajectories as CSV or GeoJSON. Nothing is rounded: places have all seven decimals,
 * and times are in milliseconds, so reading gives back what was written. Throws RangeError for
 * another format.
 *
 * @example
 * let csv = '';
 * const writer = createTrajectoryWriter('csv', { write: (text) => (csv += text) });
 * await runAgents(network, plan, solver, {
 *   onBatch: (batch) => writer.add(trajectories(network, plan, batch)),
 * });
 * await writer.end();
 * console.log(csv.split('\n')[0]); // time,id,lon,lat
 */
export function createTrajectoryWriter(format: TrajectoryFormat, sink: TextSink): TrajectoryWriter {
  FORMAT(format, 'format');
  SINK(sink, 'sink');
  const csv = format === 'csv';
  let text = csv ? 'time,id,lon,lat\n' : '{"type":"FeatureCollection","features":[';
  let any = false;
  const flush = async (): Promise<void> => {
    const piece = text;
    text = '';
    await sink.write(piece);
  };
  return {
    async add(list) {
      iterable(list, 'list');
      for (const one of list) {
        TRAJECTORY(one, 'list entry');
        const most = Math.min(one.time.length, one.lonE7.length, one.latE7.length);
        if (one.count > most) refuse('count', one.count, `at most ${most}, the samples there are`);
        if (csv) {
          for (let i = 0; i < one.count; i++) {
            const place = `${degrees(one.lonE7[i])},${degrees(one.latE7[i])}`;
            text += `${one.time[i]},${one.agent},${place}\n`;
            if (text.length >= PIECE) await flush();
          }
        } else {
          text += `${any ? ',' : ''}\n${feature(one)}`;
          if (text.length >= PIECE) await flush();
        }
        any = true;
      }
    },
    async end() {
      if (!csv) text += any ? '\n]}\n' : ']}\n';
      await flush();
    },
  };
}

function feature({ agent, count, time, lonE7, latE7 }: Trajectory): string {
  const place = (i: number): string => `[${degrees(lonE7[i])},${degrees(latE7[i])}]`;
  const places = Array.from({ length: count }, (_, i) => place(i)).join(',');
  // GeoJSON lines have at least two points, so an agent that does not move is a point
  const geometry =
    count === 1
      ? `{"type":"Point","coordinates":${places}}`
      : `{"type":"LineString","coordinates":[${places}]}`;
  const properties = `{"times":[${time.join(',')}]}`;
  return `{"type":"Feature","id":${agent},"geometry":${geometry},"properties":${properties}}`;
}

/** A place in units of 1e-7 degrees as degrees, exactly. */
function degrees(e7: number): string {
  const size = Math.abs(e7);
  const before = Math.floor(size / 1e7);
  const rest = String(size - before * 1e7).padStart(7, '0');
  return `${e7 < 0 ? '-' : ''}${before}.${rest}`;
}
