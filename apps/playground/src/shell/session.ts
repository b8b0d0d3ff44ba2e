// Chooses, loads, begins and leaves the scene; there is one at a time. Of several calls under way,
// the newest counts.
import { fitControls, thisMachine, tooMany } from '../scenes/machine.ts';
import type {
  EarlyPicture,
  Notice,
  Scene,
  SceneEntry,
  SceneHost,
  SceneKind,
} from '../scenes/scene.ts';
import { breathe } from '../common/breathe.ts';
import {
  type Control,
  defaultsOf,
  readSettings,
  type Settings,
  type Value,
  type Values,
} from '../common/settings.ts';

/** Stands for the scene until one is loaded. */
const NOT_LOADED: SceneKind = {
  summary: '',
  controls: [],
  rate: 1,
  files: [],
  create: () => Promise.reject(new Error('the scene is not loaded')),
};

/** What a person has painted or placed, and the dropped file that it is on, if any. */
export interface Work {
  readonly work: unknown;
  readonly file: string | undefined;
}

export interface StartOptions {
  readonly keepView?: boolean;
  readonly work?: Work | undefined;
}

export interface Session {
  readonly entry: SceneEntry;
  readonly kind: SceneKind;
  readonly settings: Record<string, Value>;
  readonly scene: Scene | undefined;
  /** What to draw while the scene is being made. */
  readonly early: EarlyPicture | undefined;
  /**
   * What was painted or placed since the scene began; undefined if nothing was. Without a scene:
   * the work for the scene that is being made or could not be made, or that of the stopped scene.
   */
  work(): Work | undefined;
  /** Leaves the scene for another one, or for other settings. */
  choose(entry: SceneEntry, values: Values, work?: Work): Promise<void>;
  /** Makes the scene again from its settings, with the given work. */
  start(how?: StartOptions): Promise<void>;
  toDefaults(): Promise<void>;
  /** Resolves when no scene is being made any more. */
  idle(): Promise<void>;
  /** Ends the scene, but keeps its work for `work`. */
  stop(): void;
}

export interface SessionEvents {
  /** What a scene gets beside its settings. */
  host(): Pick<SceneHost, 'device' | 'softwareDevice' | 'isPortrait' | 'notice' | 'redraw'>;
  /** Another scene or other settings were chosen: the panel has to be rebuilt. */
  chosen(): void;
  /** True: a scene is being made; false: no longer. */
  busy(is: boolean): void;
  /** A scene that is being made has something to show. */
  shownEarly(picture: EarlyPicture, keepView: boolean): void;
  /** There is another scene, or none. */
  changed(keepView: boolean): void;
  failed(error: unknown): void;
  notLoaded(entry: SceneEntry, again: () => void): void;
  /** What was painted could not be put back. */
  notRestored(reason: string): void;
}

/** The settings of a scene. `tall`: maps are tall unless `values` says otherwise. */
function settingsOf(controls: readonly Control[], values: Values, tall: boolean) {
  const settings = readSettings(controls, values);
  if (tall && 'shape' in settings && values.get('shape') === undefined) settings['shape'] = 'tall';
  return settings;
}

/** Restores what was painted or placed, or calls `notRestored` with the reason why not. */
async function restore(
  made: Scene,
  { work, file }: Work,
  notRestored: SessionEvents['notRestored'],
): Promise<void> {
  try {
    if (file !== made.file) {
      throw new Error(
        file === undefined
          ? `it belongs to another map than ${made.file}`
          : `it belongs to the map ${file}: open that first`,
      );
    }
    if (!made.restore) throw new Error('this scene keeps none');
    await made.restore(work);
  } catch (error) {
    notRestored(error instanceof Error ? error.message : String(error));
  }
}

/** The module of a scene; undefined if it cannot be loaded. */
async function loadOf({ load }: SceneEntry): Promise<SceneKind | undefined> {
  try {
    return await load();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** The host of a scene whose notices are shown only while `isNewest`, not over the next scene. */
const toldWhile = (isNewest: () => boolean, host: ReturnType<SessionEvents['host']>) => ({
  ...host,
  notice(notice: Notice): void {
    if (isNewest()) host.notice(notice);
  },
});

/** Tells a scene that was just made which controls were changed while it was made. */
function tellChanges(made: Scene, controls: readonly Control[], given: Settings, now: Settings) {
  for (const { name, again } of controls) {
    if (!again && given[name] !== now[name]) made.set(name, now[name]);
  }
}

export function createSession(first: SceneEntry, events: SessionEvents): Session {
  let entry = first;
  let kind = NOT_LOADED;
  let settings: Record<string, Value> = {};
  let scene: Scene | undefined;
  let early: EarlyPicture | undefined;
  let leave = new AbortController();
  let starts = 0;
  let choices = 0;
  let underWay: Promise<void> = Promise.resolve();
  /** The work, as JSON, of the scene before anybody changed it. */
  let untouched = '';
  /** The work that `work` returns while there is no scene. */
  let kept: Work | undefined;
  // load while the device is requested; if that fails, `choose` tells
  first.load().catch(() => undefined);

  async function begin(count: number, { work, keepView = false }: StartOptions): Promise<void> {
    const given = { ...settings };
    const made = await kind.create({
      ...toldWhile(() => count === starts, events.host()),
      settings,
      restart: () => void session.start(),
      showEarly(picture) {
        if (count !== starts) return;
        early = picture;
        events.shownEarly(picture, keepView);
      },
      signal: leave.signal,
    });
    await breathe();
    const initial = JSON.stringify(made.work());
    if (work && count === starts) await restore(made, work, events.notRestored);
    if (count !== starts) return made.destroy();
    untouched = initial;
    scene = made;
    tellChanges(made, kind.controls, given, settings);
  }

  async function choose(next: SceneEntry, values: Values, work?: Work): Promise<void> {
    const choice = ++choices;
    const loaded = await loadOf(next);
    if (!loaded) events.notLoaded(next, () => void session.choose(next, values, work));
    if (!loaded || choice !== choices) return;
    entry = next;
    kind = { ...loaded, controls: fitControls(loaded.controls, thisMachine(events.host())) };
    settings = settingsOf(kind.controls, values, !work && events.host().isPortrait);
    events.chosen();
    const { notice } = events.host();
    for (const text of tooMany(kind.controls, values)) notice({ kind: 'warning', text });
    await start({ work });
  }

  async function start(how: StartOptions = {}): Promise<void> {
    const count = ++starts;
    session.stop();
    kept = how.work;
    leave = new AbortController();
    events.busy(true);
    await breathe();
    if (count !== starts) return;
    let problem: unknown;
    try {
      await begin(count, how);
    } catch (error) {
      problem = error ?? new Error('the scene did not begin');
    }
    if (count !== starts) return;
    early = undefined;
    events.busy(false);
    events.changed(how.keepView ?? false);
    if (problem !== undefined) events.failed(problem);
  }

  const session: Session = {
    get entry() {
      return entry;
    },
    get kind() {
      return kind;
    },
    get settings() {
      return settings;
    },
    get scene() {
      return scene;
    },
    get early() {
      return early;
    },
    work() {
      if (!scene) return kept;
      const work = scene.work();
      return JSON.stringify(work) === untouched ? undefined : { work, file: scene.file };
    },
    choose: (next, values, work) => (underWay = choose(next, values, work)),
    start: (how) => (underWay = start(how)),
    async idle() {
      for (let last; last !== underWay;) {
        last = underWay;
        await last;
      }
    },
    async toDefaults() {
      settings = defaultsOf(kind.controls);
      events.chosen();
      await session.start();
    },
    stop() {
      leave.abort();
      early = undefined;
      if (!scene) return;
      kept = session.work();
      scene.destroy();
      scene = undefined;
      events.changed(true);
    },
  };
  return session;
}
