// The question (start and goal), and the answers of the worker and of WebGPU.
import { latest } from '../../common/latest.ts';
import type { Calls } from '../../common/rpc.ts';
import type { TwinAnswer } from '../../common/gpu-twin.ts';
import type { SceneHost } from '../scene.ts';
import type { Answer, gridFunctions } from './search.ts';

export interface Question {
  /** Cells of start and goal. */
  readonly ends: [number, number];
  readonly answers: readonly Answer[];
  /** The answer of WebGPU, if it is asked. */
  readonly twin: TwinAnswer | undefined;
  readonly searching: boolean;
  /** Searches again; during a search, once more after it. */
  ask(): Promise<void>;
  askAgain(): void;
  /** Begins or stops asking WebGPU, by the setting. */
  askTwin(): void;
  /** Milliseconds of searches since the last call. */
  takeMs(): number;
}

export function createQuestion(
  calls: Calls<typeof gridFunctions>,
  host: SceneHost,
  ends: [number, number],
  on: { readonly wantsTwin: () => boolean; answered(answers: readonly Answer[]): void },
): Question {
  let answers: readonly Answer[] = [];
  let twin: TwinAnswer | undefined;
  let searching = false;
  let stale = false;
  let solverMs = 0;

  function tell(error: unknown): void {
    if (host.signal.aborted) return;
    host.notice({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
  }
  function disagree(who: string): void {
    const text = `${who} does not agree with the solver: please report it.`;
    host.notice({ kind: 'error', text });
  }
  const refreshTwin = latest(async () => {
    if (!on.wantsTwin()) return;
    twin = await calls.twin(...ends);
    if ('agrees' in twin && !twin.agrees) disagree('WebGPU');
  }, tell);
  function askTwin(): void {
    twin = undefined;
    void refreshTwin();
  }

  async function ask(): Promise<void> {
    if (searching) {
      stale = true;
      return;
    }
    searching = true;
    try {
      do {
        stale = false;
        try {
          answers = await calls.search(...ends);
        } catch (error) {
          if (!stale) throw error;
        }
      } while (stale);
    } finally {
      searching = false;
    }
    askTwin();
    solverMs = answers.reduce((sum, { microseconds }) => sum + microseconds / 1000, 0);
    on.answered(answers);
    if (answers.some(({ agrees }) => !agrees)) disagree('A search');
  }

  return {
    ends,
    get answers() {
      return answers;
    },
    get twin() {
      return twin;
    },
    get searching() {
      return searching;
    },
    ask,
    askAgain: () => void ask().catch(tell),
    askTwin,
    takeMs() {
      const ms = solverMs;
      solverMs = 0;
      return ms;
    },
  };
}
