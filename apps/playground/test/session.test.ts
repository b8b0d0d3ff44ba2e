// The session keeps what a person has painted while a scene is being made, and if that fails.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Control, Value } from '../src/common/settings.ts';
import type { Notice, Scene, SceneEntry, SceneHost } from '../src/scenes/scene.ts';
import type { AddressKeeper } from '../src/shell/address.ts';
import { createFileActions } from '../src/shell/file-actions.ts';
import type { Notices } from '../src/shell/notices.ts';
import type { PageSurface } from '../src/shell/page-surface.ts';
import { createSession, type Session, type SessionEvents } from '../src/shell/session.ts';

const test = suite('the session');

// what a page has and Node lacks; other suites of this process need Node as it is
const added: string[] = [];
test.before(() => {
  const ofPages = { crossOriginIsolated: false, navigator: { hardwareConcurrency: 2 } };
  for (const [name, value] of Object.entries(ofPages)) {
    if (name in globalThis) continue;
    Object.assign(globalThis, { [name]: value });
    added.push(name);
  }
});
test.after(() => added.forEach((name) => Reflect.deleteProperty(globalThis, name)));

const CONTROLS: readonly Control[] = [
  { kind: 'toggle', name: 'shown', label: 'Shown', value: false },
  { kind: 'range', name: 'many', label: 'Many', value: 1, min: 1, max: 9, again: true },
];

interface Fake {
  /** Whether scenes cannot be made. */
  readonly fails?: () => boolean;
  /** What a scene waits for before it tells that it is made. */
  readonly before?: () => Promise<void>;
  readonly told?: string[];
  /** Takes a dropped file. */
  readonly open?: () => Promise<void>;
}

/** A session with a scene whose work is a list of numbers. */
async function sessionOf({ fails, before, told = [], open }: Fake = {}): Promise<Session> {
  const create = async (host: SceneHost): Promise<Scene> => {
    // a solver takes longer than the tasks of the session
    await new Promise((resolve) => setTimeout(resolve, 20));
    await before?.();
    if (fails?.()) throw new RangeError('not enough memory');
    host.notice({ kind: 'info', text: 'made' });
    let work: unknown = [];
    const set: Record<string, Value> = {};
    const scene: Partial<Scene> = {
      work: () => work,
      restore: (given) => void (work = given),
      set: (name, value) => void (set[name] = value),
      state: async () => set,
      destroy: () => undefined,
      ...(open && { open }),
    };
    return scene as Scene;
  };
  const entry: SceneEntry = {
    id: 'fake',
    title: 'Fake',
    load: () =>
      Promise.resolve({ summary: '', controls: CONTROLS, rate: 1, files: ['.map'], create }),
  };
  const session = createSession(entry, {
    host: () => ({
      device: undefined,
      isPortrait: false,
      notice: ({ text }: Notice) => told.push(text),
    }),
    ...Object.fromEntries(
      ['chosen', 'busy', 'changed', 'failed', 'notRestored'].map((name) => [name, () => undefined]),
    ),
  } as unknown as SessionEvents);
  await session.choose(entry, new Map(), { work: [1, 2], file: undefined });
  return session;
}

test('a second restart, before the first one has ended, has the work of the first', async () => {
  const session = await sessionOf();
  void session.start({ work: session.work() });
  void session.start({ work: session.work() });
  await session.idle();
  assert.equal(session.scene?.work(), [1, 2]);
});

test('a scene that was stopped, or could not be made, leaves its work', async () => {
  let fails = false;
  const session = await sessionOf({ fails: () => fails });
  session.stop();
  assert.equal(session.work()?.work, [1, 2]);
  fails = true;
  await session.start({ work: session.work() });
  assert.is(session.scene, undefined);
  fails = false;
  await session.start({ work: session.work() });
  assert.equal(session.work()?.work, [1, 2]);
  // without work, nothing is left of it
  await session.start();
  assert.is(session.work(), undefined);
});

test('a scene that was left while it was made tells nothing over the next one', async () => {
  const told: string[] = [];
  let wait = Promise.resolve();
  const session = await sessionOf({ told, before: () => wait });
  let go!: () => void;
  wait = new Promise((resolve) => (go = resolve));
  told.length = 0;
  void session.start();
  await new Promise((resolve) => setTimeout(resolve, 20));
  void session.start();
  go();
  await session.idle();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(told, ['made']);
});

test('a control that is changed while a scene is made counts', async () => {
  const session = await sessionOf();
  assert.equal(session.settings, { shown: false, many: 1 });
  const made = session.start();
  await new Promise((resolve) => setTimeout(resolve, 15));
  session.settings['shown'] = true;
  // a slider that is still dragged: its scene begins when it is let go
  session.settings['many'] = 5;
  await made;
  assert.equal(await session.scene?.state(), { shown: true });
});

test('a file that has been read leaves the work of a scene that was chosen meanwhile', async () => {
  let read!: () => void;
  const reading = new Promise<void>((resolve) => (read = resolve));
  const told: string[] = [];
  const session = await sessionOf({ open: () => reading });
  const files = createFileActions(
    session,
    {} as PageSurface,
    {} as AddressKeeper,
    { add: ({ text }: Notice) => told.push(text) } as unknown as Notices,
    () => undefined,
  );
  const file = new File(['map'], 'cave.map');
  const opened = files.open(file);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const other = { ...session.entry, id: 'other' };
  await session.choose(other, new Map(), { work: [3], file: undefined });
  read();
  await opened;
  assert.equal(session.scene?.work(), [3]);
  // the file is for the scene that is shown
  await files.open(file);
  assert.equal(session.scene?.work(), []);
  assert.equal(told, []);
});

test.run();
