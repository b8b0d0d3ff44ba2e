// Components in strict mode, which mounts each one twice; the answer is what they saw and left.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import type { Crowd } from '@wayfield/crowd';
import { buildGrid, buildQueries, pathOf } from '@wayfield/graph';
import { Component, type ReactNode, StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useCrowd, useFrame, useResource, useRoutes, useWasmPool } from '@wayfield/react';

const grid = buildGrid({ width: 3, height: 3, blocked: [0, 0, 0, 1, 1, 0, 0, 0, 0] });
const log = { made: 0, destroyed: 0, aborted: 0, frames: 0, ticks: 0, drawn: 0 };
let setTarget: (target: number) => void = () => undefined;
let crowdX = 0;

/** A resource that counts how often it is made and destroyed. */
function counted(): { id: number; destroy(): void } {
  log.made++;
  return { id: log.made, destroy: () => void log.destroyed++ };
}

function Routes() {
  const [target, set] = useState(6);
  setTarget = set;
  const { value: pool } = useWasmPool(grid, { threads: 2 });
  const queries = useMemo(() => buildQueries([[0, target]]), [target]);
  const { routes, busy } = useRoutes(pool, queries);
  return (
    <p id="routes">
      {routes ? `${pathOf(routes, 0).join(' ')} costs ${routes.cost[0]}` : 'no routes'}
      {busy ? ' busy' : ''} {pool ? `threads ${pool.threads}` : ''}
    </p>
  );
}

function Resources({ wrong }: { wrong: boolean }) {
  const slow = useResource(async (signal) => {
    signal.addEventListener('abort', () => void log.aborted++);
    await new Promise((done) => setTimeout(done, 20));
    return counted();
  }, []);
  const quick = useResource(() => counted(), [wrong]);
  const solver = useResource(() => createWasmSolver(grid), []);
  const bad = useResource(() => {
    if (wrong) throw new RangeError('no such thing');
    return counted();
  }, [wrong]);
  const ready = slow.value && quick.value && solver.value?.route(0, 6).path.length;
  return (
    <p id="resources">{`${ready} ${bad.error instanceof RangeError ? bad.error.message : ''}`}</p>
  );
}

function People() {
  const state = useCrowd({
    capacity: 4,
    step: 1 / 100,
    start: (crowd) => void crowd.add({ x: 0, y: 0, preferredX: 1 }),
    draw: (steps, crowd) => {
      log.drawn++;
      log.ticks = crowd.tick;
      crowdX = steps.x[0];
    },
  });
  useFrame(() => void log.frames++);
  return <p id="people">{state ? `${state.crowd.count} agents` : 'nobody'}</p>;
}

let change: () => void = () => undefined;
const changed = { errors: [] as string[], lost: 0, stale: 0 };

/** Another map with other queries in one render; routes stay until there are new ones. */
function Changed() {
  const [side, set] = useState(3);
  const map = useMemo(() => buildGrid({ width: side, height: side }), [side]);
  const queries = useMemo(() => buildQueries([[0, side * side - 1]]), [side]);
  const { value: solver } = useResource(
    async () => Object.assign(createWasmSolver(map), { map }),
    [map],
  );
  const { routes, error } = useRoutes(solver, queries);
  if (error) changed.errors.push(String(error));
  if (routes === undefined && side > 3) changed.lost++;
  if (solver && solver.map !== map) changed.stale++;
  // a frame of the page between the end of the old crowd and the next render
  useCrowd({ capacity: 1, draw: () => undefined }, [side]);
  useEffect(() => {
    const pending = [...frames];
    for (const [asked, frame] of side > 3 ? pending : []) {
      cancelAnimationFrame(asked);
      frame(performance.now() + 1000);
    }
  }, [side]);
  change = () => set((before) => before + 1);
  return <p id="changed">{`${side} ends at ${routes ? pathOf(routes, 0).at(-1) : 'none'}`}</p>;
}

let withoutSolver: () => void = () => undefined;

/** A run without end, and then no solver: nothing is awaited any more. */
function Endless() {
  const [has, set] = useState(true);
  const endless = useMemo(() => ({ run: () => new Promise<never>(() => undefined) }), []);
  const queries = useMemo(() => buildQueries([[0, 1]]), []);
  const { busy } = useRoutes(has ? endless : undefined, queries);
  withoutSolver = () => set(false);
  return <p id="endless">{busy ? 'busy' : 'idle'}</p>;
}

/** What pages will call in the next frame, by number. */
const frames = new Map<number, FrameRequestCallback>();
const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = globalThis;
globalThis.requestAnimationFrame = (callback) => {
  const asked = request((now) => {
    frames.delete(asked);
    callback(now);
  });
  frames.set(asked, callback);
  return asked;
};
globalThis.cancelAnimationFrame = (asked) => {
  frames.delete(asked);
  cancel(asked);
};

const started: Crowd[] = [];

/** Shows what a component below it threw. */
class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError = ({ message }: Error) => ({ message });
  override render() {
    const { message } = this.state;
    return message === undefined ? this.props.children : <p id="broken">{message}</p>;
  }
}

function Broken() {
  const start = (crowd: Crowd) => {
    started.push(crowd);
    throw new Error('no start');
  };
  useCrowd({ capacity: 1, start });
  return null;
}

/** What a call of a crowd throws. */
function refusal(crowd: Crowd): string {
  try {
    crowd.step(1);
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const text = (id: string): string => document.getElementById(id)?.textContent?.trim() ?? '';
async function until(id: string, wanted: string): Promise<string> {
  for (let i = 0; i < 500 && !text(id).includes(wanted); i++) await pause(20);
  return text(id);
}

async function answer(): Promise<unknown> {
  const root = createRoot(document.getElementById('root')!, {
    // else React logs what the boundary catches
    onCaughtError: () => undefined,
  });
  root.render(
    <StrictMode>
      <Routes />
      <Resources wrong={true} />
      <People />
      <Changed />
      <Endless />
      <Boundary>
        <Broken />
      </Boundary>
    </StrictMode>,
  );
  const first = await until('routes', 'costs 6 ');
  setTarget(5);
  const second = await until('routes', 'costs 3 ');
  const resources = await until('resources', '7');
  const people = await until('people', 'agents');
  await until('broken', 'no start');
  const broken = [text('broken'), ...new Set(started.map(refusal))];
  await until('changed', '3 ends at 8');
  const endless = [await until('endless', 'busy')];
  withoutSolver();
  endless.push(await until('endless', 'idle'));
  change();
  const ends = await until('changed', '4 ends at 15');
  for (let i = 0; i < 200 && log.ticks < 30; i++) await pause(20);
  const moved = { ...log, crowdX };
  root.unmount();
  await pause(60);
  const after = { ...log };
  await pause(100);
  return {
    first,
    second,
    resources,
    people,
    ends,
    endless,
    changed,
    broken,
    moved,
    after,
    frames: log.frames - after.frames,
  };
}
answer().then(
  (value) => Object.assign(globalThis, { answer: value }),
  (error: Error) => Object.assign(globalThis, { answer: { error: error.stack } }),
);
