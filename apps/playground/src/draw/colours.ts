// Colours of the picture, for both themes. Colours of the page are in style.css.

/**
 * Colours as 0xAABBGGRR, which in memory is R, G, B, A: what image data and `unpack4x8unorm` read.
 */
export type Rgba = number;

export interface Theme {
  readonly name: 'light' | 'dark';
  readonly ground: Rgba;
  readonly wall: Rgba;
  readonly mud: Rgba;
  /**
   * 256 colours. Entry 0 is transparent, for cells without a field; 1 to 255 from weak to strong.
   */
  readonly ramp: Uint32Array;
  readonly agents: readonly Rgba[];
  readonly goal: Rgba;
  readonly start: Rgba;
  readonly path: Rgba;
  readonly ink: Rgba;
  readonly faint: Rgba;
  /** From motorways to streets. */
  readonly roads: readonly Rgba[];
  readonly blocked: Rgba;
  /** Entry k is the colour of discs that touch k others; the last entry, of k and more. */
  readonly touches: readonly Rgba[];
}

export function colour(hex: string, alpha = 1): Rgba {
  const value = Number.parseInt(hex.slice(1), 16);
  const red = value >> 16;
  const green = (value >> 8) & 255;
  const blue = value & 255;
  return ((Math.round(alpha * 255) << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

export function cssColour(rgba: Rgba): string {
  return `rgb(${rgba & 255} ${(rgba >> 8) & 255} ${(rgba >> 16) & 255} / ${(rgba >>> 24) / 255})`;
}

/** 256 colours through stops at even distances; entry 0 stays transparent. */
export function rampOf(stops: readonly Rgba[]): Uint32Array {
  const ramp = new Uint32Array(256);
  for (let i = 1; i < 256; i++) {
    const at = ((i - 1) / 254) * (stops.length - 1);
    const low = Math.min(stops.length - 2, Math.floor(at));
    let mixed = 0;
    for (let shift = 0; shift < 32; shift += 8) {
      const a = (stops[low] >>> shift) & 255;
      const b = (stops[low + 1] >>> shift) & 255;
      mixed |= Math.round(a + (b - a) * (at - low)) << shift;
    }
    ramp[i] = mixed >>> 0;
  }
  return ramp;
}

const DARK: Theme = {
  name: 'dark',
  ground: colour('#10171d'),
  wall: colour('#3d4854'),
  mud: colour('#2c2a22'),
  ramp: rampOf(
    ['#0f1d26', '#10303c', '#13505a', '#1b7f7c', '#5fb79a', '#f3d78a'].map((hex) => colour(hex)),
  ),
  agents: ['#ffffff', '#ffd9a3', '#9fe3ff', '#ffb9cf', '#d6c9ff'].map((hex) => colour(hex)),
  goal: colour('#ffb020'),
  start: colour('#4fd1c0'),
  path: colour('#ffb020'),
  ink: colour('#e8eef2'),
  faint: colour('#5d6b78'),
  roads: ['#a97f3f', '#6f8496', '#566a7a', '#43535f', '#2f3b45'].map((hex) => colour(hex)),
  blocked: colour('#ff6b5e'),
  touches: ['#4a5f70', '#2fa394', '#8fd19e', '#f3d78a', '#ff9d5c'].map((hex) => colour(hex)),
};

const LIGHT: Theme = {
  name: 'light',
  ground: colour('#f1f4f6'),
  wall: colour('#77838f'),
  mud: colour('#e6dcc4'),
  ramp: rampOf(
    ['#eef4f5', '#dcecec', '#bfe0dd', '#93cfc8', '#5fb9ae', '#f0b54a'].map((hex) => colour(hex)),
  ),
  agents: ['#14324a', '#7a3b12', '#0b4f6c', '#7a1f47', '#3d2b7a'].map((hex) => colour(hex)),
  goal: colour('#d97706'),
  start: colour('#0f766e'),
  path: colour('#c2410c'),
  ink: colour('#17212b'),
  faint: colour('#9aa5b1'),
  roads: ['#d9a441', '#8796a5', '#a3b0bb', '#b9c4cc', '#d0d8de'].map((hex) => colour(hex)),
  blocked: colour('#c81e1e'),
  touches: ['#a9b8c4', '#2a9d8f', '#0b6b62', '#d98a1c', '#b8391f'].map((hex) => colour(hex)),
};

export function themeOf(dark: boolean): Theme {
  return dark ? DARK : LIGHT;
}
