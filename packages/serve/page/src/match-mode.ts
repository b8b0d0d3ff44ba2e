// A GPS trace from a file, matched to roads.
import type { LngLatBoundsLike } from 'maplibre-gl';
import { readTrace, type TracePlace } from './trace.ts';
import {
  element,
  lineFeature,
  metresText,
  type Mode,
  type ShownRoute,
  type Stage,
  written,
} from './mode.ts';

interface Answer {
  readonly matchings?: readonly (ShownRoute & { readonly confidence: number })[];
  readonly tracepoints?: readonly (object | null)[];
}

/** Points of a request, OSRM's limit: longer traces are asked in pieces. */
const PIECE = 100;

/** The mode of traces. */
export function matchMode({ services, map, draw, result }: Stage): Mode {
  const input = element('input');
  Object.assign(input, { type: 'file', accept: '.gpx,.geojson,.json' });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void drop(file);
  });

  /** The number of files so far: answers for an earlier file are not shown. */
  let files = 0;

  async function drop(file: File): Promise<void> {
    const mine = ++files;
    const trace = readTrace(await file.text());
    if (mine !== files) return;
    if (trace.length < 2) {
      result.replaceChildren(input, element('p', `${file.name} has no trace`));
      return;
    }
    const matchings: NonNullable<Answer['matchings']>[number][] = [];
    const matched: (object | null)[] = [];
    // neighbouring pieces share a point, so that their lines meet
    for (let i = 0; i + 1 < trace.length; i += PIECE - 1) {
      const piece = trace.slice(i, i + PIECE);
      const answer = await ask(piece);
      if (mine !== files) return;
      matchings.push(...(answer.matchings ?? []));
      // a piece that matches no road has no tracepoints
      const points = answer.tracepoints ?? piece.map(() => null);
      matched.push(...points.slice(i > 0 ? 1 : 0));
    }
    draw('line', matchings.map(lineFeature));
    const points = trace.map(({ place }, i) => ({
      type: 'Feature' as const,
      geometry: { type: 'Point', coordinates: place },
      properties: { matched: Boolean(matched[i]) },
    }));
    draw('trace', points);
    map.fitBounds(boundsOf(trace), { padding: 60, maxZoom: 16, duration: 0 });
    const metres = matchings.reduce((sum, { distance }) => sum + distance, 0);
    const off = matched.filter((point) => !point).length;
    const mean = matchings.reduce((sum, one) => sum + one.confidence, 0) / (matchings.length || 1);
    result.replaceChildren(
      input,
      element('h2', metresText(metres)),
      element('p', `${trace.length} points, ${off} of them on no road`),
      element('p', `confidence ${Math.round(100 * mean)} %`),
    );
  }

  async function ask(trace: readonly TracePlace[]): Promise<Answer> {
    const list = trace.map(({ place }) => written(place)).join(';');
    const times = trace.every(({ time }) => time !== undefined);
    const stamps = times ? `&timestamps=${trace.map(({ time }) => time).join(';')}` : '';
    const radiuses = `&radiuses=${trace.map(() => 10).join(';')}`;
    const query = `geometries=geojson&overview=full&generate_hints=false${stamps}${radiuses}`;
    return services.ask<Answer>(`/match/v1/any/${list}?${query}`);
  }

  queueMicrotask(() => result.replaceChildren(input));
  return {
    title: 'Match',
    hint: 'Drop a GPX trace on the map, or choose one: the roads that it followed.',
    drop,
    leave() {
      files++;
      draw('line', []);
      draw('trace', []);
      result.replaceChildren();
    },
  };
}

function boundsOf(trace: readonly TracePlace[]): LngLatBoundsLike {
  const lons = trace.map(({ place }) => place[0]);
  const lats = trace.map(({ place }) => place[1]);
  const ends = (values: number[]): [number, number] => [
    values.reduce((a, b) => Math.min(a, b)),
    values.reduce((a, b) => Math.max(a, b)),
  ];
  const [[w, e], [s, n]] = [ends(lons), ends(lats)];
  return [w, s, e, n];
}
