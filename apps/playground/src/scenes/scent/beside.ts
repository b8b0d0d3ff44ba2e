// The cheapest paths beside those up the scent. A worker computes them; they are drawn over the
// crowd.
import { connect, Ended } from '../../common/rpc.ts';
import type { Theme } from '../../draw/colours.ts';
import type { Lines, Surface } from '../../draw/surface.ts';
import type { PathQuestion, pathFunctions } from './two-paths.ts';

/** Number of places from which both paths are shown. */
const STARTS = 8;

export interface Beside {
  /** Cost of the path up the scent divided by the least cost, for each start with both paths. */
  readonly ratios: readonly number[];
  /** Map or goals have changed: computes the paths again, if they are shown. */
  changed(): void;
  show(isShown: boolean): void;
  draw(surface: Surface, theme: Theme): void;
  destroy(): void;
}

/** Map and goals of both paths. `failed` gets errors. */
export interface BesideParts {
  readonly map: {
    readonly width: number;
    readonly height: number;
    readonly terrain: Float32Array;
    /** Open cells, in random order. */
    readonly open: Uint32Array;
  };
  goals(): Uint32Array;
  redraw(): void;
  failed(error: Error): void;
}

export function createBeside({ map, goals, redraw, failed }: BesideParts): Beside {
  const { width, height, terrain } = map;
  const starts = map.open.slice(0, STARTS);
  const lines = { scent: noLines(), best: noLines() };
  let ratios: readonly number[] = [];
  let isShown = false;
  let connection: ReturnType<typeof connect<typeof pathFunctions>> | undefined;
  /** A question is under way; `isOld`: something has changed since. */
  let isAsking = false;
  let isOld = false;

  async function ask(): Promise<void> {
    isOld = true;
    if (isAsking) return;
    isAsking = true;
    try {
      while (isOld && isShown) {
        isOld = false;
        connection ??= connect<typeof pathFunctions>(
          new Worker(new URL('./paths-worker.ts', import.meta.url), { type: 'module' }),
        );
        const question: PathQuestion = { width, height, terrain, goals: goals(), starts };
        const answer = await connection.calls.compare(question);
        ({ ratios } = answer);
        take(lines.scent, answer.scent);
        take(lines.best, answer.best);
        redraw();
      }
    } catch (error) {
      if (!(error instanceof Ended)) failed(error as Error);
    } finally {
      isAsking = false;
    }
  }

  return {
    get ratios() {
      return isShown ? ratios : [];
    },
    changed() {
      if (isShown) void ask();
    },
    show(now) {
      isShown = now;
      if (now) void ask();
      else redraw();
    },
    draw(surface, theme) {
      if (!isShown) return;
      surface.lines(lines.best, 5, theme.path);
      surface.lines(lines.scent, 2.4, theme.ink);
    },
    destroy: () => connection?.end(),
  };
}

type Mutable = { -readonly [Name in keyof Lines]: Lines[Name] };

const noLines = (): Mutable => ({ piece: new Float32Array(0), count: 0, version: 0 });

function take(lines: Mutable, piece: Float32Array): void {
  lines.piece = piece;
  lines.count = piece.length / 4;
  lines.version++;
}
