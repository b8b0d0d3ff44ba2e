// Frames and ticks. The browser asks for frames, the player asks the scene for ticks; neither waits
// for the other.
import type { Scene } from '../scenes/scene.ts';

/** Most ticks that a frame asks for at once. */
const MOST_TICKS = 8;

export interface Player {
  playing: boolean;
  /** Factor of the scene's rate. */
  speed: number;
  /** Draws no motion between ticks. */
  still: boolean;
  readonly ticks: number;
  /** The time of `performance.now` when the first tick of the page was done. */
  readonly firstTick: number | undefined;
  /** Whether a tick is under way. */
  readonly busy: boolean;
  /** Starts again with this scene, or stops. */
  use(scene: Scene | undefined, rate: number): void;
  /** One tick, whether playing or not; several if the scene had asked for them ahead. */
  step(): Promise<void>;
  /**
   * Pauses and runs a number of ticks as fast as they come; gives the milliseconds they took. Ends
   * early where a tick fails or the scene goes away.
   */
  measure(ticks: number): Promise<number>;
}

export interface PlayerEvents {
  /** `phase` 0 to 1 between two ticks; `solverMs` since the last frame. */
  frame(phase: number, frameMs: number, solverMs: number, moved: boolean): void;
  /** A frame without a scene. */
  waiting(): void;
  failed(error: unknown): void;
}

export function createPlayer(events: PlayerEvents): Player {
  let scene: Scene | undefined;
  let rate = 10;
  let phase = 1; // ticks due, at most MOST_TICKS; frames get at most 1
  let busy = false;
  let solverMs = 0;
  let last = performance.now();
  let ticks = 0;
  let firstTick: number | undefined;
  let moved = true;

  /** Gives false where no tick was begun, a tick failed, or the scene went away meanwhile. */
  async function advance(count: number): Promise<boolean> {
    const asked = scene;
    if (!asked || busy) return false;
    busy = true;
    try {
      const report = await asked.tick(count);
      if (asked !== scene) return false;
      ticks += report.ticks;
      firstTick ??= performance.now();
      solverMs = report.ms / Math.max(1, report.ticks);
      phase = Math.max(0, phase - report.ticks);
      moved = true;
      return true;
    } catch (error) {
      if (asked === scene) {
        player.playing = false;
        events.failed(error);
      }
      return false;
    } finally {
      if (asked === scene) busy = false;
    }
  }

  function frame(now: number): void {
    const frameMs = now - last;
    last = now;
    if (scene) {
      if (player.playing) {
        phase = Math.min(MOST_TICKS, phase + (Math.min(100, frameMs) / 1000) * rate * player.speed);
        if (phase >= 1) void advance(Math.min(MOST_TICKS, Math.floor(phase)));
        moved = true;
      }
      events.frame(player.still ? 1 : Math.min(1, phase), frameMs, solverMs, moved);
      [solverMs, moved] = [0, false];
    } else events.waiting();
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);

  const player: Player = {
    playing: true,
    speed: 1,
    still: false,
    get ticks() {
      return ticks;
    },
    get firstTick() {
      return firstTick;
    },
    get busy() {
      return busy;
    },
    use(next, nextRate) {
      [scene, rate, phase, ticks] = [next, nextRate, 1, 0];
      busy = false;
      moved = true;
    },
    async step() {
      await advance(1);
      phase = 1;
      moved = true;
    },
    async measure(wanted) {
      player.playing = false;
      while (busy) await new Promise((resume) => setTimeout(resume, 1));
      const [before, began] = [ticks, performance.now()];
      // a tick that fails at once would fail forever, and the page would stand still
      while (ticks < before + wanted && (await advance(1)));
      return performance.now() - began;
    },
  };
  return player;
}
