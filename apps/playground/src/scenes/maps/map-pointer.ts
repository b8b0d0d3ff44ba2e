// The pointer on a map of cells, for all scenes that have one. It drags a handle, else the tool
// paints, else it moves the camera. Drags and strokes can be undone.
import type { Settings } from '../../common/settings.ts';
import { createHistory, type History } from '../history.ts';
import type { Scene } from '../scene.ts';
import type { Painter } from './paint.ts';

/** Pixels of the page within which a handle is hit. */
const FINGER = 14;

export interface MapPointerOptions {
  readonly width: number;
  readonly height: number;
  /**
   * The current settings, with `tool` ('move': the pointer moves the camera) and `brush` (diameter
   * in cells).
   */
  readonly settings: Settings;
  readonly painter: Painter;
  /** The ground that each tool paints. */
  readonly grounds: Readonly<Record<string, number>>;
  /** The cells of all handles, which can be dragged. */
  handles(): readonly { readonly x: number; readonly y: number }[];
  /** A handle is hit within this many cells at every zoom. */
  readonly reach: number;
  /** A handle was moved to another cell. */
  moved(handle: number, x: number, y: number): void;
  /** The ground of these cells has changed. */
  painted(cells: Uint32Array): void;
  /** The place on the map of a place in the world. Default: the identity. */
  toMap?(x: number, y: number): { x: number; y: number };
}

export interface MapPointer extends Required<Pick<Scene, 'pointer' | 'undo' | 'redo'>> {
  /** For changes that were made without a pointer. */
  readonly history: History;
}

export function createMapPointer(options: MapPointerOptions): MapPointer {
  const { width, height, settings, painter, grounds, toMap = (x, y) => ({ x, y }) } = options;
  const history = createHistory();
  /** The handle that is dragged, and the cell where the drag began. */
  let held = -1;
  let origin = { x: 0, y: 0 };
  let last: { x: number; y: number } | undefined;

  /** Paints dabs from the last place to this one, so that a quick stroke has no gaps. */
  function paint(at: { x: number; y: number }): void {
    const value = grounds[String(settings['tool'])] ?? 1;
    const radius = Number(settings['brush']) / 2;
    const from = last ?? at;
    const dabs = Math.ceil(Math.hypot(at.x - from.x, at.y - from.y) / Math.max(0.5, radius)) || 1;
    const cells = new Set<number>();
    for (let i = 1; i <= dabs; i++) {
      const x = from.x + ((at.x - from.x) * i) / dabs - 0.5;
      const y = from.y + ((at.y - from.y) * i) / dabs - 0.5;
      for (const cell of painter.dab(x, y, radius, value) ?? []) cells.add(cell);
    }
    last = at;
    if (cells.size > 0) options.painted(Uint32Array.from(cells));
  }

  const cellOf = (value: number, count: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor(value)));

  /** A stroke or a drag ends, and becomes one change to undo. */
  function finish(): void {
    const stroke = painter.lift();
    if (stroke) {
      const put = (which: 'before' | 'after'): void => {
        stroke.put(which);
        options.painted(stroke.cells);
      };
      history.done({ undo: () => put('before'), redo: () => put('after') });
    }
    if (held < 0) return;
    const [which, from, cell] = [held, origin, options.handles()[held]];
    const to = { x: cell.x, y: cell.y };
    held = -1;
    if (from.x === to.x && from.y === to.y) return;
    const move = (place: { x: number; y: number }): void => options.moved(which, place.x, place.y);
    history.done({ undo: () => move(from), redo: () => move(to) });
  }

  const pointer: MapPointer['pointer'] = ({ phase, x, y, unit }) => {
    const at = toMap(x, y);
    if (phase === 'down') {
      last = undefined;
      const reach = Math.max(options.reach, FINGER * unit);
      held = options
        .handles()
        .findIndex((cell) => Math.hypot(cell.x + 0.5 - at.x, cell.y + 0.5 - at.y) < reach);
      if (held >= 0) origin = { x: options.handles()[held].x, y: options.handles()[held].y };
    }
    if (held >= 0) {
      const cell = options.handles()[held];
      const [toX, toY] = [cellOf(at.x, width), cellOf(at.y, height)];
      if (toX !== cell.x || toY !== cell.y) options.moved(held, toX, toY);
      if (phase === 'up') finish();
      return true;
    }
    if (settings['tool'] === 'move') return false;
    if (phase === 'up') finish();
    else if (phase !== 'hover') paint(at);
    return true;
  };
  const ended = (then: () => boolean) => (): boolean => {
    finish();
    return then();
  };
  return { pointer, history, undo: ended(history.undo), redo: ended(history.redo) };
}

/** Writes the valid part of `edits` (see `Painter`) into `terrain`; returns its cells. */
export function takeEdits(
  edits: unknown,
  terrain: Float32Array,
  grounds: readonly number[],
): Uint32Array {
  const cells = new Set<number>();
  let at = 0;
  for (let i = 0; Array.isArray(edits) && i + 2 < edits.length; i += 3) {
    const [gap, length, value]: unknown[] = edits.slice(i, i + 3);
    // a run beyond the end of the map is of another map
    if (!isBelow(gap, terrain.length) || !isBelow(length, terrain.length - at - gap + 1)) break;
    at += gap;
    for (const end = at + length; at < end; at++) {
      if (!grounds.includes(Number(value))) continue;
      terrain[at] = Number(value);
      cells.add(at);
    }
  }
  return Uint32Array.from(cells);
}

/** A whole number from 0 to below `end`. */
export function isBelow(value: unknown, end: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < end;
}
