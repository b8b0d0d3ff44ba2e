import type { Map as GlMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import type { Services } from './ask.ts';
import type { Draw } from './map.ts';

/** What all modes share. */
export interface Stage {
  readonly services: Services;
  readonly map: GlMap;
  readonly draw: Draw;
  /** Where a mode shows what it found. */
  readonly result: HTMLElement;
}

/** A mode: one service on the map. `start` of main.ts opens one at a time. */
export interface Mode {
  readonly title: string;
  /** What to do, in a sentence. */
  readonly hint: string;
  click?(at: Place): void;
  move?(at: Place): void;
  /** The pointer goes down on the line of the route; true: the mode takes the drag. */
  grab?(event: MapMouseEvent | MapTouchEvent): boolean;
  drop?(file: File): Promise<void>;
  /** Clears what the mode has drawn. Answers that come later draw nothing: see `createStages`. */
  leave(): void;
}

/** The stage of one mode at a time. */
export interface Stages {
  /** A stage for the next mode. */
  open(): Stage;
  /** Ends the last stage, which draws and shows nothing any more. Call it after `leave`. */
  close(): void;
}

/**
 * Gives each mode a stage of its own. An answer may come after its mode was left, and must not be
 * drawn over the next mode.
 */
export function createStages({ draw, result, ...others }: Stage): Stages {
  let close = (): void => undefined;
  return {
    open() {
      let isOpen = true;
      const own = element('div');
      result.replaceChildren(own);
      close = () => {
        isOpen = false;
        own.remove();
      };
      return {
        ...others,
        result: own,
        draw: (layer, features) => {
          if (isOpen) draw(layer, features);
        },
      };
    },
    close: () => close(),
  };
}

/** Longitude and latitude in degrees. */
export type Place = readonly [lon: number, lat: number];

/** A place in an address. */
export function written([lon, lat]: Place): string {
  return `${lon.toFixed(6)},${lat.toFixed(6)}`;
}

/** A route of an answer, as far as the page looks at it. */
export interface ShownRoute {
  readonly duration: number;
  readonly distance: number;
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

/** A line as a feature. */
export function lineFeature({ geometry }: ShownRoute): {
  type: 'Feature';
  geometry: ShownRoute['geometry'];
  properties: Record<string, never>;
} {
  return { type: 'Feature', geometry, properties: {} };
}

/**
 * Runs a task for one value at a time. Values that arrive during a run wait, and only the newest of
 * them is run next.
 */
export function newest<T>(task: (value: T) => Promise<void>): (value: T) => void {
  let isRunning = false;
  let next: { readonly value: T } | undefined;
  return (value) => {
    next = { value };
    if (isRunning) return;
    isRunning = true;
    void (async () => {
      while (next) {
        const { value: now } = next;
        next = undefined;
        await task(now).catch(console.error);
      }
      isRunning = false;
    })();
  };
}

/** An element with text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Metres as a person says them. */
export function metresText(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`;
}

/** Seconds as a person says them. */
export function secondsText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
