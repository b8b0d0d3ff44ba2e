// Where agents were some ticks ago, as lines that fade.
import type { Theme } from '../../draw/colours.ts';
import type { Lines, Surface } from '../../draw/surface.ts';

/** Agents that have a trail, at most, and pieces of a trail. */
const MOST = 2000;
const PIECES = 8;
/** Metres of a tick from which on an agent has begun elsewhere. */
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
      for (const [age, lines] of pieces.entries()) {
        const alpha = Math.round(200 * (1 - age / PIECES));
        surface.lines(lines, 1.6, ((theme.agents[0] & 0xffffff) | (alpha << 24)) >>> 0);
      }
    },
  };
}
