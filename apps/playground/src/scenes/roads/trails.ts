// Trails: the last places of agents, as lines that fade.
import type { Theme } from '../../draw/colours.ts';
import type { Lines, Surface } from '../../draw/surface.ts';

/** Most agents with a trail, and pieces per trail. */
const MOST = 2000;
const PIECES = 12;
/** Widths in pixels of a trail, and of its border, which separates it from the street below. */
const WIDTH = 2.6;
const EDGE = 2.4;
/** An agent that moves this many metres in a tick has begun again elsewhere. */
const LONGEST = 400;

export interface Trails {
  show(are: boolean): void;
  /** x, y of all agents after a tick. */
  moved(places: Float32Array): void;
  draw(surface: Surface, theme: Theme): void;
}

export function createTrails(agents: number): Trails {
  const count = Math.min(MOST, agents);
  let isShown = false;
  let before: Float32Array | undefined;
  /** The newest piece of every trail comes first. */
  const pieces: Lines[] = [];
  return {
    show(are) {
      isShown = are;
      before = undefined;
      pieces.length = 0;
    },
    moved(places) {
      if (!isShown) return;
      const now = places.slice(0, 2 * count);
      if (before) {
        const piece = new Float32Array(4 * count);
        for (let i = 0; i < count; i++) {
          const [x, y] = [now[2 * i], now[2 * i + 1]];
          const [fromX, fromY] = [before[2 * i], before[2 * i + 1]];
          const isNear = Math.hypot(x - fromX, y - fromY) < LONGEST;
          piece.set(isNear ? [fromX, fromY, x, y] : [x, y, x, y], 4 * i);
        }
        pieces.unshift({ piece, count, version: 0 });
        pieces.length = Math.min(pieces.length, PIECES);
      }
      before = now;
    },
    draw(surface, theme) {
      const faded = (colour: number, age: number): number => {
        const alpha = Math.round(255 * (1 - age / PIECES));
        return ((colour & 0xffffff) | (alpha << 24)) >>> 0;
      };
      for (const [age, lines] of pieces.entries()) {
        surface.lines(lines, WIDTH + EDGE, faded(theme.ground, age));
      }
      for (const [age, lines] of pieces.entries()) {
        surface.lines(lines, WIDTH, faded(theme.start, age));
      }
    },
  };
}
