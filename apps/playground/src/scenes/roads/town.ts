// A made-up town of rings and radial streets around a river, for people without a map.
import { random } from '@wayfield/graph/generators';

/** Degrees; the town is some 8 kilometres across. */
const CENTRE = [12.0, 50.0] as const;
const RINGS = 26;
const RING_METRES = 150;
/** Degrees per metre. */
const LON = 1 / (111_320 * Math.cos((CENTRE[1] * Math.PI) / 180));
const LAT = 1 / 111_320;
/** The river runs along y = RIVER_METRES + 350 sin(x / 1100). Streets cross it only on bridges. */
const RIVER_METRES = 900;

interface Street {
  readonly type: 'Feature';
  readonly properties: Readonly<Record<string, string>>;
  readonly geometry: { readonly type: 'LineString'; readonly coordinates: number[][] };
}

/** The streets as GeoJSON, the same for the same seed. */
export function buildTown(seed: number): { type: 'FeatureCollection'; features: Street[] } {
  const next = random(seed);
  // the number of radial streets of a ring; it doubles where they would be too far apart
  const spokes = Array.from(
    { length: RINGS },
    (_, ring) => 12 * 2 ** Math.floor(Math.log2(1 + ring / 2.5)),
  );
  const places = spokes.map((count, ring) =>
    Array.from({ length: count }, (_, i) => {
      const angle = ((i + (next() - 0.5) * 0.45) / count) * 2 * Math.PI;
      const radius = (ring + 1 + (next() - 0.5) * 0.4) * RING_METRES;
      return [Math.cos(angle) * radius, Math.sin(angle) * radius * 0.78];
    }),
  );
  const features: Street[] = [];
  const bank = ([x, y]: number[]): number => Math.sign(y - RIVER_METRES - 350 * Math.sin(x / 1100));

  function add(a: number[], b: number[], highway: string, name: string, isBridge: boolean): void {
    if (bank(a) !== bank(b) && !isBridge) return;
    const bend = (next() - 0.5) * 0.16;
    const middle = [
      (a[0] + b[0]) / 2 + bend * (b[1] - a[1]),
      (a[1] + b[1]) / 2 - bend * (b[0] - a[0]),
    ];
    const coordinates = [a, middle, b].map(([x, y]) => [
      Number((CENTRE[0] + x * LON).toFixed(7)),
      Number((CENTRE[1] + y * LAT).toFixed(7)),
    ]);
    const properties = { highway, name };
    features.push({ type: 'Feature', properties, geometry: { type: 'LineString', coordinates } });
  }

  for (let ring = 0; ring < RINGS; ring++) {
    const count = spokes[ring];
    for (let i = 0; i < count; i++) {
      const place = places[ring][i];
      const isRingRoad = ring === 6 || ring === 14;
      const isMotorway = ring === 21;
      const along = isMotorway
        ? 'motorway'
        : isRingRoad
          ? 'primary'
          : ring % 4 === 2
            ? 'tertiary'
            : 'residential';
      if (isMotorway || isRingRoad || next() > 0.22) {
        const name = isMotorway ? 'Outer Ring' : `Ring ${ring + 1}`;
        // motorways are one-way: one in each direction
        const to = places[ring][(i + 1) % count];
        add(place, to, along, name, isMotorway || isRingRoad || next() > 0.9);
        if (isMotorway) add(to, place, along, name, true);
      }
      if (ring + 1 === RINGS) continue;
      const twice = spokes[ring + 1] / count;
      const isAvenue = i % (count / 6) === 0;
      const isStreet = i % (count / 12) === 0;
      for (let k = 0; k < twice; k++) {
        const isMain = k === 0;
        if (!(isMain && isStreet) && next() < 0.25) continue;
        const out =
          isMain && isAvenue ? 'secondary' : isMain && isStreet ? 'tertiary' : 'residential';
        const name = isStreet ? `Avenue ${1 + Math.round((12 * i) / count)}` : '';
        add(place, places[ring + 1][i * twice + k], out, name, isMain && isAvenue);
      }
    }
  }
  return { type: 'FeatureCollection', features };
}
