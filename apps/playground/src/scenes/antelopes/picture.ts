// How antelopes and lions look: grass, walls, scents, animals, and below them a chart of how many there are.
import { colour, type Theme } from '../../draw/colours.ts';
import type { CellAgents, Raster, Surface } from '../../draw/surface.ts';
import { frameLines } from '../../draw/frame-lines.ts';
import type { Ground } from '../crowd/ground.ts';
import type { Census } from './solver.ts';

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

/** Cells that the chart is tall, that it is below the map, and that there are below it for words. */
const CHART = 30;
const GAP = 8;
const WORDS = 16;
/** Ticks between two points of the chart, and points that it has room for. */
const EVERY = 4;
const POINTS = 300;
/** With fewer points the chart is not as wide as the map. */
const LEAST = 60;

export interface Animals {
  count: number;
  from: Uint32Array;
  to: Uint32Array;
  version: number;
}

interface Curve {
  readonly numbers: number[];
  readonly lines: { piece: Float32Array; count: number; version: number };
}

const makeCurve = (): Curve => ({
  numbers: [],
  lines: { piece: new Float32Array(4 * POINTS), count: 0, version: 0 },
});

export interface SavannaPicture {
  readonly antelopes: Animals;
  readonly lions: Animals;
  readonly grass: Uint8Array;
  readonly scent: Uint8Array;
  /** The arrays above have changed. */
  changed(ticks: number, antelopes: Census, lions: Census): void;
  draw(surface: Surface, theme: Theme, phase: number, showScent: boolean): void;
  /** Of all that is drawn; the words belong into its lower left corner. */
  readonly height: number;
}

export function createSavannaPicture(
  width: number,
  height: number,
  ground: Ground,
): SavannaPicture {
  let theme: Theme;
  const bottom = height + GAP + CHART;
  const animals = (): Animals => ({
    count: 0,
    from: new Uint32Array(0),
    to: new Uint32Array(0),
    version: 0,
  });
  const raster = (palette: () => Uint32Array): Raster => ({
    width,
    height,
    index: new Uint8Array(width * height),
    get palette() {
      return palette();
    },
    version: 0,
  });
  const grass = raster(() => LOOKS[theme.name].grass);
  const scent = raster(() => theme.ramp);
  const antelopes = animals();
  const lions = animals();
  const curves = [makeCurve(), makeCurve()];
  const border = frameLines(width, height);

  /** Each kind on a scale of its own: there are always many more antelopes. */
  function trace({ numbers, lines }: Curve): void {
    const most = Math.max(1, ...numbers);
    const toX = (i: number): number => (i / Math.max(LEAST, numbers.length - 1)) * width;
    const toY = (value: number): number => bottom - (value / most) * CHART;
    lines.count = Math.max(0, numbers.length - 1);
    for (let i = 0; i < lines.count; i++) {
      lines.piece.set([toX(i), toY(numbers[i]), toX(i + 1), toY(numbers[i + 1])], 4 * i);
    }
    lines.version++;
  }

  function drawAnimals(surface: Surface, herd: Animals, phase: number, look: Look): void {
    const agents: CellAgents = { kind: 'cells', mapWidth: width, ...herd };
    if (herd === antelopes) {
      surface.agents(agents, { phase, size: 0.95, leastPixels: 1.6, colours: look.antelope });
      return;
    }
    surface.agents(agents, { phase, size: 3, leastPixels: 6.4, colours: look.rim });
    surface.agents(agents, { phase, size: 2.4, leastPixels: 5, colours: look.lion });
  }

  return {
    antelopes,
    lions,
    grass: grass.index,
    scent: scent.index,
    height: bottom + WORDS,
    changed(ticks, ...census) {
      grass.version++;
      scent.version++;
      if (ticks % EVERY !== 0) return;
      for (const [i, curve] of curves.entries()) {
        curve.numbers.push(census[i].alive);
        if (curve.numbers.length > POINTS) curve.numbers.shift();
        trace(curve);
      }
    },
    draw(surface, now, phase, showScent) {
      theme = now;
      const look = LOOKS[theme.name];
      if (showScent) surface.raster(scent);
      else surface.raster(grass);
      surface.raster(ground.raster(theme));
      drawAnimals(surface, antelopes, phase, look);
      drawAnimals(surface, lions, phase, look);
      surface.lines(border, 1.5, theme.faint);
      surface.lines(curves[0].lines, 1.6, look.antelope[0]);
      surface.lines(curves[1].lines, 1.6, look.lion[0]);
    },
  };
}
