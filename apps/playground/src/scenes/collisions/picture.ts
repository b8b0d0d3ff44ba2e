// The picture of collisions, on a page or off the screen.
import type { Theme } from '../../draw/colours.ts';
import { frameLines } from '../../draw/frame-lines.ts';
import type { Surface } from '../../draw/surface.ts';
import { cellLines, linkLines, noLines, seenBox } from './overlay.ts';
import type { CollisionsSolver } from './solver.ts';

/**
 * Pairs are shown from this scale on, in pixels of the page per world unit. The smallest body is
 * one unit wide.
 */
const NEAR = 6;
const LEAST_PIXELS = 1;
const LINK = 1.4;

export interface CollisionsPicture {
  draw(surface: Surface, theme: Theme, show: { cells: boolean; pairs: boolean }): void;
}

/** `changed`: the pairs asked of a worker have come. `failed`: they cannot come. */
export function createCollisionsPicture(
  solver: CollisionsSolver,
  changed: () => void,
  failed: (error: Error) => void,
): CollisionsPicture {
  const { discs } = solver;
  const frame = frameLines(solver.width, solver.height);
  const borders = noLines();
  const links = noLines();
  /** The picture that links were asked for, and whether the answer is under way. */
  let asked = '';
  let asking = false;

  /**
   * Pairs of a worker. They are asked for when the picture changes, and drawn when they come.
   */
  async function askLinks(surface: Surface): Promise<void> {
    const box = seenBox(surface.view);
    const key = `${box.join()} ${discs.version}`;
    if (asking || key === asked || !solver.linksIn) return;
    asking = true;
    asked = key;
    try {
      linkLines(links, await solver.linksIn(box), discs);
      changed();
    } finally {
      asking = false;
    }
  }

  function drawPairs(surface: Surface, theme: Theme): void {
    if (solver.links) surface.links?.(solver.links, LINK, theme.ink);
    else {
      askLinks(surface).catch(failed);
      surface.lines(links, LINK, theme.ink);
    }
  }

  return {
    draw(surface, theme, { cells, pairs }) {
      const { view } = surface;
      if (cells) {
        cellLines(borders, solver, view);
        surface.lines(borders, 1, theme.faint);
      }
      surface.discs(discs, LEAST_PIXELS, theme.touches);
      if (pairs && view.scale / view.ratio >= NEAR) drawPairs(surface, theme);
      surface.lines(frame, 1.5, theme.faint);
    },
  };
}
