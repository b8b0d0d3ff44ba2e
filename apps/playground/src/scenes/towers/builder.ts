// Builds and removes towers by the pointer. A click does one of both, and a stroke repeats what it
// began with.
import { Ended } from '../../common/rpc.ts';
import type { Settings } from '../../common/settings.ts';
import { createHistory } from '../history.ts';
import type { Scene, SceneHost } from '../scene.ts';
import { GROUND } from './game.ts';
import type { TowersSolver } from './on-wasm.ts';

/** One text for all reasons, so that many refusals are one notice. */
const REFUSED = 'A tower was refused: it would cut off cells from the goal, or its place is taken.';

export interface BuilderOptions {
  readonly host: SceneHost;
  readonly solver: TowersSolver;
  /** The current settings, with `tool`: with 'move' the pointer moves the camera. */
  readonly settings: Settings;
  readonly width: number;
  readonly height: number;
  /** Called with the cell below the pointer, or undefined. */
  hover(cell: number | undefined): void;
}

export interface Builder extends Required<Pick<Scene, 'pointer' | 'undo' | 'redo'>> {
  /** Number of towers that were refused so far. */
  readonly refusals: number;
  /** The tower that was refused last, and why; undefined after another change. */
  readonly refused: { readonly cell: number; readonly text: string } | undefined;
}

/** What the pointer did since it went down. */
interface Stroke {
  readonly isTower: boolean;
  readonly asked: Set<number>;
  /** Cells that were changed. */
  readonly done: number[];
}

/** Places between two places of the pointer, so that a quick stroke has no gaps. */
function* placesBetween(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): Generator<{ x: number; y: number }> {
  const parts = Math.max(1, Math.ceil(2 * Math.hypot(to.x - from.x, to.y - from.y)));
  for (let i = 1; i <= parts; i++) {
    yield { x: from.x + ((to.x - from.x) * i) / parts, y: from.y + ((to.y - from.y) * i) / parts };
  }
}

interface Changes extends Pick<Builder, 'refusals' | 'refused'> {
  /** Builds or removes towers; true if the worker did so. */
  change(cells: readonly number[], isTower: boolean): Promise<boolean>;
}

/** Sends changes to the worker, and keeps what was refused. */
function createChanges({ host, solver }: Pick<BuilderOptions, 'host' | 'solver'>): Changes {
  let refusals = 0;
  let refused: Builder['refused'];
  return {
    get refusals() {
      return refusals;
    },
    get refused() {
      return refused;
    },
    async change(cells: readonly number[], isTower: boolean): Promise<boolean> {
      try {
        const answer = await solver.change(cells, isTower);
        refused = undefined;
        if (answer.refused !== undefined) {
          refusals++;
          refused = { cell: cells[0], text: answer.refused };
          host.notice({ kind: 'info', text: REFUSED });
        }
        host.redraw();
        return answer.refused === undefined;
      } catch (error) {
        if (!(error instanceof Ended)) {
          host.notice({ kind: 'error', text: (error as Error).message });
        }
        return false;
      }
    },
  };
}

export function createBuilder(options: BuilderOptions): Builder {
  const { host, solver, settings, width, height } = options;
  const history = createHistory();
  const changes = createChanges(options);
  const { change } = changes;
  let stroke: Stroke | undefined;
  let last = { x: 0, y: 0 };

  const cellAt = (x: number, y: number): number | undefined =>
    x >= 0 && y >= 0 && x < width && y < height ? Math.floor(y) * width + Math.floor(x) : undefined;

  /** Changes a cell; a whole stroke is one change to undo. */
  function dab(cell: number | undefined, now: Stroke): void {
    const { isTower, asked } = now;
    if (cell === undefined || asked.has(cell)) return;
    asked.add(cell);
    const ground = solver.field.ground[cell];
    if (isTower === (ground === GROUND.TOWER)) return;
    // a stroke skips rocks; a click on a rock shows why it is refused
    if (asked.size > 1 && ground === GROUND.ROCK) return;
    void paint(cell, now);
  }

  async function paint(cell: number, { isTower, done }: Stroke): Promise<void> {
    if (!(await change([cell], isTower))) return;
    done.push(cell);
    if (done.length > 1) return;
    history.done({
      undo: () => void change(done, !isTower),
      redo: () => void change(done, isTower),
    });
  }

  const pointer: Scene['pointer'] = ({ phase, x, y }) => {
    const cell = cellAt(x, y);
    if (settings['tool'] === 'move') return false;
    options.hover(cell);
    host.redraw();
    if (phase === 'down' && cell !== undefined) {
      const isTower = solver.field.ground[cell] !== GROUND.TOWER;
      stroke = { isTower, asked: new Set(), done: [] };
      dab(cell, stroke);
    } else if (stroke && phase === 'move') {
      for (const place of placesBetween(last, { x, y })) {
        dab(cellAt(place.x, place.y), stroke);
      }
    } else stroke = undefined;
    last = { x, y };
    // beside the map the pointer moves the camera
    return phase === 'hover' || phase === 'up' || stroke !== undefined;
  };

  return {
    get refusals() {
      return changes.refusals;
    },
    get refused() {
      return changes.refused;
    },
    pointer,
    undo: history.undo,
    redo: history.redo,
  };
}
