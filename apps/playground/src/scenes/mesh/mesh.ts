// The scene "Triangulation": a triangulation that changes as obstacles are drawn, its levels and
// corridors, and paths of points and discs by several searches.
import { connect } from '../../common/rpc.ts';
import type { Settings, Value } from '../../common/settings.ts';
import { beginWith } from '../dropped.ts';
import type { Scene, SceneHost, SceneKind } from '../scene.ts';
import { controls } from './controls.ts';
import { createDraft, type Draft } from './draft.ts';
import { createEndDrag } from './end-drag.ts';
import { factsOf, pathsOf } from './facts.ts';
import { legendOf } from './look.ts';
import type { meshFunctions } from './mesh-functions.ts';
import { createMeshModel, type MeshModel, type MeshWishes, type MeshWorld } from './model.ts';
import { readEdits } from './obstacles.ts';
import { createMeshPicture, type MeshPicture } from './picture.ts';
import type { Colouring } from './shapes.ts';
import { createWalk, type Walk } from './walk.ts';

/** Ticks that the walker takes for the whole path. */
const WALK_TICKS = 240;

/** A file that was dropped: it stays until another world is chosen. */
let dropped: { name: string; text: string; settings: string } | undefined;

const chosenBy = (settings: Settings): string => `${settings['world']} ${settings['count']}`;

async function create(host: SceneHost): Promise<Scene> {
  const settings: Record<string, Value> = { ...host.settings };
  if (dropped && dropped.settings !== chosenBy(settings)) dropped = undefined;
  const { calls, end } = connect<typeof meshFunctions>(
    new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  );
  const radiusShare = (): number => Number(settings['radius']) / 100;
  const wishes: MeshWishes = {
    colouring: () => settings['colouring'] as Colouring,
    radius: () => radiusShare() * world.extent,
  };
  const begin = (source: { name: string; text?: string }): Promise<MeshWorld> =>
    calls.begin({ ...source, ...madeFrom(settings) }, wishes.colouring(), radiusShare());
  const forget = (): void => {
    dropped = undefined;
  };

  let world: MeshWorld;
  try {
    world = await beginWith(host, dropped, forget, (file) =>
      begin(file ? { name: file.name, text: file.text } : { name: String(settings['world']) }),
    );
  } catch (error) {
    end();
    throw error;
  }
  const picture = createMeshPicture();
  const walk = createWalk();
  const model: MeshModel = createMeshModel(calls, world, picture, wishes, {
    answered: () => showPaths(model, picture, walk),
    failed(error) {
      if (host.signal.aborted) return;
      const text = error instanceof Error ? error.message : String(error);
      host.notice({ kind: 'error', text });
    },
  });
  host.showEarly({
    bounds: boundsOf(world),
    draw: (surface, theme) => picture.draw(surface, theme, settings, wishes.radius()),
  });
  await model.refresh();
  return sceneOf({ settings, world, wishes, model, picture, walk, end });
}

const madeFrom = (settings: Settings) => ({
  seed: Number(settings['seed']),
  count: Number(settings['count']),
  tall: settings['shape'] === 'tall',
});

const boundsOf = ({ box: [left, top, right, bottom] }: MeshWorld): Scene['bounds'] => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
});

/** Shows paths, ends and the walker, which walks on the path of the disc, else of the point. */
function showPaths({ solved, ends }: MeshModel, picture: MeshPicture, walk: Walk): void {
  const pathOf = (name: string): readonly number[] =>
    solved.answers.find(({ solver }) => solver === name)?.path ?? [];
  const [point, disc] = [pathOf('polyanya'), pathOf('disc')];
  picture.paths(point, disc);
  walk.begin(disc.length > 0 ? disc : point);
  for (const i of [0, 1]) picture.end(i, ends.slice(2 * i, 2 * i + 2));
  picture.walker(walk.place ?? []);
}

/** The parts of the scene. */
interface MeshParts {
  readonly settings: Record<string, Value>;
  readonly world: MeshWorld;
  readonly wishes: MeshWishes;
  readonly model: MeshModel;
  readonly picture: MeshPicture;
  readonly walk: Walk;
  end(): void;
}

function sceneOf(parts: MeshParts): Scene {
  const { settings, world, wishes, model, picture, walk, end } = parts;
  const draft = createDraft();
  let asked = 0;
  let ticks = 0;
  return {
    ...handling(parts, draft),
    bounds: boundsOf(world),
    ...(dropped && { file: dropped.name }),
    backend: 'WebAssembly in a worker',
    set(name, value) {
      settings[name] = value;
      if (name === 'tool') {
        draft.clear();
        showDraft(picture, draft);
      }
      if (name === 'other') void model.findEnds(Number(settings['seed']) + ++asked);
      if (name === 'radius' || name === 'colouring') void model.refresh();
    },
    async tick(count) {
      ticks += count;
      walk.advance(count / WALK_TICKS);
      picture.walker(walk.place ?? []);
      return { ticks: count, ms: model.takeMs() };
    },
    draw: (surface, theme) => picture.draw(surface, theme, settings, wishes.radius()),
    legend(theme) {
      const { has } = picture;
      const sleeve = settings['sleeve'] === true && has.sleeve;
      return legendOf(theme, wishes.colouring(), { ...has, sleeve });
    },
    async open(file) {
      dropped = { name: file.name, text: await file.text(), settings: chosenBy(settings) };
    },
    facts() {
      const { solved, shapes, change, obstacles } = model;
      const own = { radius: wishes.radius(), obstacles: obstacles.size, file: dropped?.name };
      return factsOf({ ...solved, shapes, change, ...own });
    },
    work: () => ({ ends: model.ends, ...model.obstacles.edits() }),
    paths: () => pathsOf(model.solved.answers, wishes.radius()),
    async restore(work) {
      const edits = readEdits(work);
      const { ends } = work as { ends?: unknown };
      const areEnds = Array.isArray(ends) && ends.length === 4 && ends.every(Number.isFinite);
      await model.restore(edits, areEnds ? (ends as number[]) : undefined);
    },
    state: async () => stateOf(parts, draft, ticks),
    destroy: end,
  };
}

const showDraft = (picture: MeshPicture, draft: Draft): void =>
  picture.draft(draft.pieces(), draft.corners.flat());

/** Pointer and keys: draw outlines, move ends, remove obstacles, undo. */
function handling(
  { settings, wishes, model, picture }: MeshParts,
  draft: Draft,
): Pick<Scene, 'key' | 'pointer' | 'undo' | 'redo' | 'handles'> {
  const drag = createEndDrag(model, picture, wishes.radius);
  return {
    key(key) {
      if (key === 'Escape' && draft.corners.length > 0) draft.clear();
      else if (key === 'Enter' && draft.corners.length > 0) {
        const ring = draft.close();
        if (ring) model.add(ring);
      } else return false;
      showDraft(picture, draft);
      return true;
    },
    pointer(pointer) {
      if (draft.corners.length === 0 && drag(pointer)) return true;
      if (settings['tool'] === 'add') {
        const ring = draft.take(pointer);
        if (ring) model.add(ring);
        showDraft(picture, draft);
        return true;
      }
      if (settings['tool'] === 'move') return false;
      if (pointer.phase === 'down') model.removeAt(pointer.x, pointer.y);
      return true;
    },
    undo() {
      if (!draft.back()) return model.history.undo();
      showDraft(picture, draft);
      return true;
    },
    redo: model.history.redo,
    handles: () => [
      { name: 'start', x: model.ends[0], y: model.ends[1] },
      { name: 'goal', x: model.ends[2], y: model.ends[3] },
      ...draft.corners.slice(0, 1).map(([x, y]) => ({ name: 'the first corner', x, y })),
    ],
  };
}

/** Facts for tests. */
function stateOf({ world, wishes, model, walk }: MeshParts, draft: Draft, ticks: number) {
  const { shapes } = model;
  return {
    ticks,
    box: world.box,
    ends: model.ends,
    radius: wishes.radius(),
    busy: model.busy,
    answers: model.solved.answers,
    funnelLength: model.solved.funnelLength,
    triangles: shapes.triangleCount,
    nodes: shapes.nodeCount,
    corridors: shapes.corridorCount,
    obstacles: model.obstacles.size,
    corners: draft.corners.length,
    touched: model.change?.touched,
    walker: walk.place,
    map: dropped?.name,
  };
}

export const MESH: SceneKind = {
  summary:
    'Shortest paths between obstacles, for points and for agents with a radius. Draw obstacles, ' +
    'drag start and goal, and see the triangles change around them.',
  controls,
  rate: 30,
  files: ['.map', '.mesh', '.obj', '.txt', '.cdt'],
  create,
};
