// The picture of antelopes and lions: grass, walls, scents, animals, and a chart of their numbers
// below.
import { colour, type Theme } from '../../draw/colours.ts';
import type { Surface } from '../../draw/surface.ts';
import { frameLines } from '../../draw/frame-lines.ts';
import type { Label } from '../scene.ts';
import type { Ground } from '../scent/ground.ts';
import type { Census, Herds, SavannaSolver } from './solver.ts';

interface Look {
  readonly antelope: readonly number[];
  readonly lion: readonly number[];
  readonly rim: readonly number[];
  /** 256 colours of grass, from eaten to ripe. */
  readonly grass: Uint32Array;
}

const grassRamp = (hex: string): Uint32Array =>
  Uint32Array.from({ length: 256 }, (_, i) =>
    i === 0 ? 0 : colour(hex, 0.18 + 0.72 * (i / 255) ** 2),
  );

// the same arrays in every frame: they are uploaded once
const LOOKS: Readonly<Record<Theme['name'], Look>> = {
  light: {
    antelope: [colour('#6b4423')],
    lion: [colour('#d9480f')],
    rim: [colour('#ffffff')],
    grass: grassRamp('#7fb86a'),
  },
  dark: {
    antelope: [colour('#f2e3c6')],
    lion: [colour('#ff8a3d')],
    rim: [colour('#10171d')],
    grass: grassRamp('#2f6b3c'),
  },
};

/** Shares of the height of the map: the chart, the gap above it, the room for words below it. */
const CHART = 0.15;
const GAP = 0.04;
const WORDS = 0.16;
/** Fewest ticks between two points of the chart, and the most points. */
const EVERY = 4;
const POINTS = 300;
/** Until it has this many times `EVERY` ticks, the chart is narrower than the map. */
const LEAST = 60;

/** Height of the picture of a map of this height, with chart and words. */
export const heightWithChart = (height: number): number => (1 + GAP + CHART + WORDS) * height;

interface Curve {
  readonly numbers: number[];
  readonly lines: { piece: Float32Array; count: number; version: number };
}

const makeCurve = (): Curve => ({
  numbers: [],
  lines: { piece: new Float32Array(4 * POINTS), count: 0, version: 0 },
});

/** The colours of grass in a theme. */
export const grassColours = ({ name }: Theme): Uint32Array => LOOKS[name].grass;

export interface SavannaPicture {
  /** A tick was done. */
  changed(ticks: number, census: Herds<Census>): void;
  draw(surface: Surface, theme: Theme, phase: number, showScent: boolean): void;
  /** Height of the picture; the words are in its lower left corner. */
  readonly height: number;
  /** The axes of the chart in words: the ticks, and the top of each scale. */
  axes(): readonly Label[];
}

export function createSavannaPicture(
  width: number,
  height: number,
  ground: Ground,
  solver: SavannaSolver,
): SavannaPicture {
  const tall = CHART * height;
  const bottom = height + GAP * height + tall;
  const curves = [makeCurve(), makeCurve()];
  /** The tick of each point: a frame may ask for several ticks. */
  const at: number[] = [];
  const border = frameLines(width, height);
  const base = { piece: Float32Array.of(0, bottom, width, bottom), count: 1, version: 0 };

  /** Each kind has its own scale, because there are always many more antelopes. */
  function trace({ numbers, lines }: Curve): void {
    const most = Math.max(1, ...numbers);
    const span = Math.max(EVERY * LEAST, at[at.length - 1] - at[0]);
    const toX = (i: number): number => ((at[i] - at[0]) / span) * width;
    const toY = (value: number): number => bottom - (value / most) * tall;
    lines.count = Math.max(0, numbers.length - 1);
    for (let i = 0; i < lines.count; i++) {
      lines.piece.set([toX(i), toY(numbers[i]), toX(i + 1), toY(numbers[i + 1])], 4 * i);
    }
    lines.version++;
  }

  /** The top of the scale of a kind. */
  const topOf = ({ numbers }: Curve): number => Math.max(1, ...numbers);
  const grouped = (value: number): string => value.toLocaleString('en');

  return {
    height: heightWithChart(height),
    axes() {
      if (at.length === 0) return [];
      const [antelopes, lions] = curves.map((curve) => grouped(topOf(curve)));
      const text =
        `Across: ticks ${grouped(at[0])} to ${grouped(at[at.length - 1])}. ` +
        `Up: to ${antelopes} antelopes, ${lions} lions.`;
      return [{ x: 0, y: bottom + 0.5 * WORDS * height, text, width }];
    },
    changed(ticks, { antelopes, lions }) {
      if (at.length > 0 && ticks < at[at.length - 1] + EVERY) return;
      at.push(ticks);
      if (at.length > POINTS) at.shift();
      for (const [i, { alive }] of [antelopes, lions].entries()) {
        curves[i].numbers.push(alive);
        if (curves[i].numbers.length > POINTS) curves[i].numbers.shift();
        trace(curves[i]);
      }
    },
    draw(surface, theme, phase, showScent) {
      const look = LOOKS[theme.name];
      const { scent } = solver;
      if (!showScent) surface.raster(solver.grass);
      else if ('levels' in scent) surface.raster(scent.levels);
      else surface.field?.(scent.resident());
      surface.raster(ground.raster(theme));
      const { antelopes, lions } = solver.herds;
      surface.agents(antelopes, { phase, size: 0.95, leastPixels: 1.6, colours: look.antelope });
      surface.agents(lions, { phase, size: 3, leastPixels: 6.4, colours: look.rim });
      surface.agents(lions, { phase, size: 2.4, leastPixels: 5, colours: look.lion });
      surface.lines(border, 1.5, theme.faint);
      surface.lines(base, 1, theme.faint);
      surface.lines(curves[0].lines, 1.6, look.antelope[0]);
      surface.lines(curves[1].lines, 1.6, look.lion[0]);
    },
  };
}
