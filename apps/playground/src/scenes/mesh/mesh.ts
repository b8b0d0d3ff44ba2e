// A triangulation that changes under obstacles that are drawn; its levels and corridors; and the shortest way by
// four searches, for points and for discs.
import { type Theme, themeOf } from '../../draw/colours.ts';
import type { Surface } from '../../draw/surface.ts';
import type { Value } from '../../shell/settings.ts';
import { latest } from '../../worker/latest.ts';
import { connect } from '../../worker/rpc.ts';
import { beginWith } from '../dropped.ts';
import { type Change, createHistory } from '../history.ts';
import type { Scene, SceneHost, SceneKind, ScenePointer } from '../scene.ts';
import { controls } from './controls.ts';
import { createDraft } from './draft.ts';
import { legendOf, paletteOf, tintsFor } from './look.ts';
import type { meshFunctions } from './mesh-functions.ts';
import { createObstacles, readEdits } from './obstacles.ts';
import type { Colouring } from './shapes.ts';
import {
  makeLines,
  makePoints,
  makeTriangles,
  piecesOf,
  setLines,
  setPoints,
  setTriangles,
} from './sheet.ts';
import type { MeshAnswer, SolverName } from './solvers.ts';
import { createWalk } from './walk.ts';

const TITLES: Readonly<Record<SolverName, string>> = {
  polyanya: 'Polyanya',
  'tra*': 'TRA*',
  'ta*': 'TA*',
  first: 'TRA*, first path',
  disc: 'Disc',
};
/** Ticks in which somebody walks the whole path. */
const WALK_TICKS = 240;
/** Pixels of the page within which an end is hit. */
const FINGER = 16;

/** A file that was dropped: it stays until another world is chosen. */
let dropped: { name: string; text: string; settings: string } | undefined;

type Picture = Awaited<ReturnType<typeof meshFunctions.picture>>;

async function create(host: SceneHost): Promise<Scene> {
  const settings: Record<string, Value> = { ...host.settings };
  const seed = Number(settings['seed']);
  const chosen = `${settings['world']} ${settings['count']}`;
  if (dropped && dropped.settings !== chosen) dropped = undefined;
  const radius = (): number => (Number(settings['radius']) / 100) * world.extent;
  const colouring = (): Colouring => settings['colouring'] as Colouring;

  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof meshFunctions>(worker);
  const begin = (source: { name: string; text?: string }) =>
    calls.begin(
      { ...source, seed, count: Number(settings['count']) },
      colouring(),
      Number(settings['radius']) / 100,
    );

  const forget = (): void => {
    dropped = undefined;
  };

  let world: Awaited<ReturnType<typeof begin>>;
  try {
    world = await beginWith(host, dropped, forget, (file) =>
      begin(file ? { name: file.name, text: file.text } : { name: String(settings['world']) }),
    );
  } catch (error) {
    end();
    throw error;
  }
  const [left, top, right, bottom] = world.box;
  const obstacles = createObstacles(world.obstacles);
  const history = createHistory();
  const draft = createDraft();
  const walk = createWalk();

  let picture: Picture = world;
  let answers: readonly MeshAnswer[] = [];
  let funnelLength: number | undefined;
  let change:
    | { touched: number; meshMs: number; reductionMs: number; polyanyaMs: number }
    | undefined;
  let prepareMs = 0;
  let ends = world.ends;
  let asked = 0;
  let ticks = 0;
  let solverMs = 0;
  let shownColouring = colouring();
  let theme: Theme = themeOf(false);

  const palette = (): Uint32Array => paletteOf(theme);
  const [triangles, sleeve] = [makeTriangles(palette), makeTriangles(palette)];
  const [inner, walls, portals, pointPath, discPath, outline] = Array.from(
    { length: 6 },
    makeLines,
  );
  const [dots, walker, ...marks] = Array.from({ length: 4 }, makePoints);

  /** Brings the worker up to what is wanted, then asks for the way. */
  const refresh = latest(async () => {
    const { add, drop } = obstacles.difference();
    if (add.length + drop.length > 0) {
      await changeMesh(add, drop);
      // the others have to be made anew first
      setLines(pointPath, piecesOf(await calls.way(ends)));
      setLines(discPath, []);
    } else if (shownColouring !== colouring()) {
      shownColouring = colouring();
      showPicture(await calls.picture(shownColouring));
    }
    const solved = await calls.solve(ends, radius());
    ({ answers, funnelLength, prepareMs } = solved);
    solverMs += answers.reduce((sum, { microseconds }) => sum + microseconds / 1000, 0);
    setTriangles(sleeve, solved.sleeve);
    setLines(portals, solved.portals);
    showPaths();
  }, tell);

  async function changeMesh(
    add: ReturnType<typeof obstacles.difference>['add'],
    drop: readonly number[],
  ): Promise<void> {
    const keys = add.map(([key]) => key);
    const ids = drop.map(obstacles.idOf);
    shownColouring = colouring();
    try {
      const made = await calls.change(
        add.map(([, rings]) => rings),
        ids,
        shownColouring,
      );
      obstacles.added(keys, made.ids);
      obstacles.dropped(drop);
      change = made;
      showPicture(made);
    } catch (error) {
      obstacles.refused(keys);
      obstacles.dropped(drop);
      showPicture(await calls.change([], [], shownColouring));
      tell(error);
    }
  }

  function tell(error: unknown): void {
    if (host.signal.aborted) return;
    host.notice({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
  }

  function showPicture(next: Picture): void {
    picture = next;
    setTriangles(triangles, next.triangles);
    setLines(inner, next.inner);
    setLines(walls, next.walls);
  }

  const answerOf = (solver: SolverName): MeshAnswer | undefined =>
    answers.find((answer) => answer.solver === solver);

  function showPaths(): void {
    const disc = answerOf('disc')?.path ?? [];
    const point = answerOf('polyanya')?.path ?? [];
    setLines(discPath, piecesOf(disc));
    setLines(pointPath, piecesOf(point));
    walk.begin(disc.length > 0 ? disc : point);
    for (const [i, mark] of marks.entries()) setPoints(mark, ends.slice(2 * i, 2 * i + 2));
    showWalker();
  }
  function showWalker(): void {
    setPoints(walker, walk.place ?? []);
  }
  function showDraft(): void {
    setLines(outline, draft.pieces());
    setPoints(dots, draft.corners.flat());
  }

  function addObstacle(ring: readonly number[]): void {
    const inBox = ring.map((value, i) =>
      i % 2 === 0 ? Math.min(right, Math.max(left, value)) : Math.min(bottom, Math.max(top, value)),
    );
    changed(obstacles.add([inBox]));
  }

  /** Obstacles or ends are others now: the worker follows, also when that is taken back. */
  function changed(done: Change): void {
    const followed = (task: () => void) => (): void => {
      task();
      void refresh();
    };
    history.done({ undo: followed(done.undo), redo: followed(done.redo) });
    void refresh();
  }
  function endsMoved(from: number[]): void {
    const to = ends;
    if (to !== from) changed({ undo: () => (ends = from), redo: () => (ends = to) });
  }

  let held = -1;
  let origin = ends;
  function drag({ phase, x, y, unit }: ScenePointer): boolean {
    if (phase === 'down') {
      held = [0, 1].findIndex(
        (i) => Math.hypot(ends[2 * i] - x, ends[2 * i + 1] - y) < Math.max(FINGER * unit, radius()),
      );
    }
    if (held < 0) return false;
    if (phase === 'down') origin = ends;
    else {
      ends = ends.with(2 * held, x).with(2 * held + 1, y);
      setPoints(marks[held], [x, y]);
      void refresh();
    }
    if (phase === 'up') {
      held = -1;
      endsMoved(origin);
    }
    return true;
  }

  showPicture(world);
  await refresh();

  return {
    bounds: { x: left, y: top, width: right - left, height: bottom - top },
    ...(dropped && { file: dropped.name }),
    backend: 'WebAssembly in a worker',
    set(name, value) {
      settings[name] = value;
      if (name === 'tool') {
        draft.clear();
        showDraft();
      }
      if (name === 'other') void findEnds();
      if (name === 'radius' || name === 'colouring') void refresh();
    },
    async tick(count) {
      ticks += count;
      walk.advance(count / WALK_TICKS);
      showWalker();
      const ms = solverMs;
      solverMs = 0;
      return { ticks: count, ms };
    },
    draw(surface: Surface, now: Theme) {
      theme = now;
      const tints = tintsFor(now);
      const r = radius();
      const dotStyle = { phase: 1, size: 0, leastPixels: 7, colours: BLOCKED[now.name] };
      // what stays the same first: on a 2-D canvas it is drawn once
      surface.triangles(triangles);
      if (settings['sides']) surface.lines(inner, 1, tints.inner);
      surface.lines(walls, 1.6, tints.walls);
      surface.agents(dots, dotStyle);
      if (settings['sleeve']) {
        surface.triangles(sleeve);
        surface.lines(portals, 1.4, tints.portals);
      }
      surface.lines(discPath, { world: 2 * r }, tints.band);
      surface.lines(pointPath, 2.4, tints.point);
      surface.lines(discPath, 2.4, now.path);
      for (const [i, mark] of marks.entries()) {
        const size = 2 * r;
        surface.agents(mark, { phase: 1, size, leastPixels: 16, colours: RING[now.name] });
        surface.agents(mark, {
          phase: 1,
          size: 0.8 * size,
          leastPixels: 12,
          colours: ENDS[i][now.name],
        });
      }
      surface.lines(outline, 2, now.blocked);
      surface.agents(dots, dotStyle);
      surface.agents(walker, { phase: 1, size: 2 * r, leastPixels: 9, colours: INK[now.name] });
    },
    legend: (now) =>
      legendOf(now, colouring(), {
        sleeve: settings['sleeve'] === true && sleeve.count > 0,
        point: pointPath.count > 0,
        disc: discPath.count > 0,
      }),
    key(key) {
      if (key === 'Escape' && draft.corners.length > 0) draft.clear();
      else if (key === 'Enter' && draft.corners.length > 0) {
        const ring = draft.close();
        if (ring) addObstacle(ring);
      } else return false;
      showDraft();
      return true;
    },
    pointer(pointer) {
      const { phase, x, y } = pointer;
      if (draft.corners.length === 0 && drag(pointer)) return true;
      if (settings['tool'] === 'add') {
        const ring = draft.take(pointer);
        if (ring) addObstacle(ring);
        showDraft();
        return true;
      }
      if (settings['tool'] === 'move') return false;
      const removed = phase === 'down' ? obstacles.removeAt(x, y) : undefined;
      if (removed) changed(removed);
      return true;
    },
    undo() {
      if (!draft.back()) return history.undo();
      showDraft();
      return true;
    },
    redo: history.redo,
    handles: () => [
      { name: 'start', x: ends[0], y: ends[1] },
      { name: 'goal', x: ends[2], y: ends[3] },
      ...draft.corners.slice(0, 1).map(([x, y]) => ({ name: 'the first corner', x, y })),
    ],
    async open(file) {
      dropped = { name: file.name, text: await file.text(), settings: chosen };
    },
    facts: () => [
      ...answers.map((answer): [string, string] => [titleOf(answer), found(answer)]),
      ['Through the sleeve', funnelLength === undefined ? '–' : funnelLength.toFixed(3)],
      ['Free triangles', picture.triangleCount.toLocaleString('en')],
      [
        'Decision points, corridors',
        `${picture.nodeCount.toLocaleString('en')}, ${picture.corridorCount.toLocaleString('en')}`,
      ],
      ['Obstacles', obstacles.size.toLocaleString('en')],
      ...(change
        ? ([
            ['Triangles made anew', change.touched.toLocaleString('en')],
            ['Mesh, levels', `${inMs(change.meshMs)}, ${inMs(change.reductionMs)}`],
            ['Polyanya follows in', inMs(change.polyanyaMs)],
          ] as const)
        : []),
      ['Other searches made in', inMs(prepareMs)],
      ['Map', dropped ? dropped.name : 'made up'],
    ],
    work: () => ({ ends, ...obstacles.edits() }),
    paths: () => ({
      unit: 'units of the map',
      paths: answers.map((answer) => ({
        name: titleOf(answer),
        kind: 'line',
        coordinates: Array.from({ length: answer.path.length / 2 }, (_, i) =>
          answer.path.slice(2 * i, 2 * i + 2),
        ),
        properties: { length: Number.isFinite(answer.cost) ? answer.cost : null },
      })),
    }),
    async restore(work) {
      obstacles.restore(readEdits(work));
      const { ends: places } = work as { ends?: unknown };
      if (Array.isArray(places) && places.length === 4 && places.every(Number.isFinite))
        ends = places as number[];
      await refresh();
    },
    async state() {
      return {
        ticks,
        box: world.box,
        ends,
        radius: radius(),
        busy: refresh.busy,
        answers,
        funnelLength,
        triangles: picture.triangleCount,
        nodes: picture.nodeCount,
        corridors: picture.corridorCount,
        obstacles: obstacles.size,
        corners: draft.corners.length,
        touched: change?.touched,
        walker: walk.place,
        map: dropped?.name,
      };
    },
    destroy: end,
  };

  async function findEnds(): Promise<void> {
    try {
      const from = ends;
      ends = await calls.otherEnds(seed + ++asked, radius());
      endsMoved(from);
    } catch (error) {
      tell(error);
    }
  }

  function titleOf({ solver }: MeshAnswer): string {
    return solver === 'disc' ? `Disc, radius ${radius().toPrecision(3)}` : TITLES[solver];
  }

  function found({ solver, status, cost, microseconds }: MeshAnswer): string {
    if (!Number.isFinite(cost)) return WORDS[status] ?? status;
    const best = answerOf('tra*')?.cost ?? cost;
    const longer = solver === 'first' && cost > best * (1 + 1e-9);
    const more = longer ? ` (+${(100 * (cost / best - 1)).toFixed(1)} %)` : '';
    return `${cost.toFixed(3)}${more} in ${inMs(microseconds / 1000)}`;
  }
}

const WORDS: Readonly<Record<string, string>> = {
  NO_PATH: 'no way',
  SOURCE_BLOCKED: 'no room at the start',
  TARGET_BLOCKED: 'no room at the goal',
};

function inMs(ms: number): string {
  return ms < 1 ? `${(1000 * ms).toFixed(ms < 0.01 ? 1 : 0)} µs` : `${ms.toFixed(2)} ms`;
}

// the same arrays in every frame: they are uploaded once
const [LIGHT, DARK] = [themeOf(false), themeOf(true)];
const RING = { light: [LIGHT.ground], dark: [DARK.ground] };
const INK = { light: [LIGHT.ink], dark: [DARK.ink] };
const BLOCKED = { light: [LIGHT.blocked], dark: [DARK.blocked] };
const ENDS = [
  { light: [LIGHT.start], dark: [DARK.start] },
  { light: [LIGHT.goal], dark: [DARK.goal] },
];

export const MESH: SceneKind = {
  summary:
    'Shortest ways between obstacles, for points and for agents with a radius. Draw obstacles, drag start and goal, and see the triangles change around them.',
  controls,
  rate: 30,
  files: ['.map', '.mesh', '.obj', '.txt', '.cdt'],
  create,
};
