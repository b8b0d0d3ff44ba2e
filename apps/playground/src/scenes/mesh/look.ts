// The colours of the triangulation, and their legend.
import { colour, cssColour, type Theme } from '../../draw/colours.ts';
import type { LegendEntry } from '../scene.ts';
import { COLOUR, type Colouring, CORRIDOR_COLOURS } from './shapes.ts';

interface Look {
  readonly wall: string;
  /** Level 0 to 3. */
  readonly levels: readonly string[];
  readonly plain: string;
  readonly sleeve: string;
  readonly corridors: readonly string[];
  /** Sides between free triangles. */
  readonly inner: string;
  readonly walls: string;
  readonly band: string;
}

const LOOKS: Readonly<Record<Theme['name'], Look>> = {
  light: {
    wall: '#8d99a5',
    levels: ['#cfd6dc', '#e3dcf3', '#d3eae6', '#fbe9c6'],
    plain: '#f7f9fa',
    sleeve: '#1d6fd1',
    corridors: [
      '#cfe8e4',
      '#e4dcf5',
      '#d3e4f7',
      '#f9dcdc',
      '#e1edc9',
      '#fbe6cf',
      '#d8dff5',
      '#f3d9ec',
    ],
    inner: '#9fb0bd',
    walls: '#4d5964',
    band: '#f3bd8f',
  },
  dark: {
    wall: '#3d4955',
    levels: ['#242d35', '#322b4d', '#15383a', '#463a20'],
    plain: '#172027',
    sleeve: '#5aa9ff',
    corridors: [
      '#17403c',
      '#332b52',
      '#1c3652',
      '#4d2a30',
      '#34431e',
      '#4d3a1c',
      '#262f5c',
      '#472a45',
    ],
    inner: '#42525f',
    walls: '#8b99a6',
    band: '#7d5b26',
  },
};

const LEVEL_WORDS = ['walled in', 'dead end', 'corridor', 'decision'];

const palettes = new Map<string, Uint32Array>();

/** The palette of a theme as u32. Cached per theme, so that each is uploaded once. */
export function paletteOf(theme: Theme): Uint32Array {
  let palette = palettes.get(theme.name);
  if (!palette) {
    const { wall, levels, plain, sleeve, corridors } = LOOKS[theme.name];
    palette = new Uint32Array(COLOUR.corridor + CORRIDOR_COLOURS);
    palette[COLOUR.wall] = colour(wall);
    palette.set(
      levels.map((hex) => colour(hex)),
      COLOUR.level,
    );
    palette[COLOUR.plain] = colour(plain);
    palette[COLOUR.sleeve] = colour(sleeve, 0.22);
    palette.set(
      corridors.map((hex) => colour(hex)),
      COLOUR.corridor,
    );
    palettes.set(theme.name, palette);
  }
  return palette;
}

const tints = { light: tintsOf('light'), dark: tintsOf('dark') };

function tintsOf(name: Theme['name']) {
  const { inner, walls, band, sleeve } = LOOKS[name];
  return {
    inner: colour(inner),
    walls: colour(walls),
    band: colour(band),
    portals: colour(sleeve, 0.75),
    point: colour(sleeve),
  };
}

export function tintsFor(theme: Theme): (typeof tints)['light'] {
  return tints[theme.name];
}

/** `shown`: what is drawn beside the triangles. */
export function legendOf(
  theme: Theme,
  colouring: Colouring,
  shown: { readonly sleeve: boolean; readonly point: boolean; readonly disc: boolean },
): LegendEntry[] {
  const { levels, corridors, sleeve, wall, walls } = LOOKS[theme.name];
  const entries: LegendEntry[] = [];
  if (colouring !== 'plain') {
    for (let level = 3; level >= 0; level--) {
      const isMany = colouring === 'corridors' && level === 2;
      const colours = isMany ? corridors.slice(0, 4) : [levels[level]];
      const words = isMany ? 'corridors' : `${level}: ${LEVEL_WORDS[level]}`;
      entries.push({ colours, text: words });
    }
  }
  entries.push({ colours: [wall], text: 'obstacle' }, { colours: [walls], text: 'its sides' });
  if (shown.point) entries.push({ colours: [sleeve], text: 'path of a point' });
  // mix the colour of the sleeve with the ground below, as the picture does
  const tint = cssColour(colour(sleeve, 0.22));
  if (shown.sleeve) entries.push({ colours: [tint], text: 'sleeve of that path' });
  if (shown.disc) entries.push({ colours: [cssColour(theme.path)], text: 'path of the disc' });
  return entries;
}
