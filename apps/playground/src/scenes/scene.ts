// The interface between a scene and the page. A scene owns its solvers and workers and draws by the
// calls of a `Surface`. The page owns time, camera, controls, address and files.
import type { Control, Settings, Value } from '../common/settings.ts';
import type { Surface } from '../draw/surface.ts';
import type { Bounds } from '../draw/view.ts';
import type { Theme } from '../draw/colours.ts';

/** A message to a person, with an action that may help. */
export interface Notice {
  readonly kind: 'error' | 'warning' | 'info';
  readonly text: string;
  readonly action?: { readonly label: string; run(): void };
}

/** Something that can be picked up and moved: a goal, a start. */
export interface Handle {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Paths or places as files for other programs. */
export interface ScenePaths {
  /** The unit of coordinates: 'degrees' (longitude, latitude), 'cells', … */
  readonly unit: string;
  /** The owner of the data, if its licence asks for the name. */
  readonly attribution?: string;
  readonly paths: readonly ScenePath[];
}

export interface ScenePath {
  readonly name: string;
  /** The places of a path in order, or separate places. */
  readonly kind: 'line' | 'points';
  readonly coordinates: Iterable<readonly number[]>;
  readonly properties?: Readonly<Record<string, string | number | null>>;
}

/** What is drawn of a scene while it is being made: its ground, before anything is solved. */
export type EarlyPicture = Pick<Scene, 'bounds' | 'draw' | 'credit'>;

/** What the page gives to a scene. */
export interface SceneHost {
  readonly settings: Settings;
  /** The device that the surface draws with; absent on the 2-D canvas. */
  readonly device: GPUDevice | undefined;
  /** WebGPU is a software device: 'automatic' should choose WebAssembly, which is faster. */
  readonly softwareDevice: boolean;
  /** The stage is higher than wide. */
  readonly isPortrait: boolean;
  /** Shows a notice, unless another scene has begun meanwhile. */
  notice(notice: Notice): void;
  /** Destroys this scene and makes it again. */
  restart(): void;
  /** Asks for a frame after a change that is not a tick. */
  redraw(): void;
  /** Draws this until the scene is made. Call it before work that takes long. */
  showEarly(picture: EarlyPicture): void;
  /** Aborted when the scene is left. Long work should check it. */
  readonly signal: AbortSignal;
}

/** A pointer on the scene, in world units. */
export interface ScenePointer {
  readonly phase: 'down' | 'move' | 'up' | 'hover';
  readonly x: number;
  readonly y: number;
  /** World units per pixel of the page, for hits within the width of a finger. */
  readonly unit: number;
}

export interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Most world units that the text takes; the rest is cut off. */
  readonly width: number;
  /** With a background, for words over a picture. */
  readonly isBoxed?: boolean;
}

/** The name that a licence asks for beside data, and the address of the licence. */
export interface Credit {
  readonly text: string;
  readonly href: string;
}

/** The meaning of colours of the scene. */
export interface LegendEntry {
  /** As CSS has them. */
  readonly colours: readonly string[];
  readonly text: string;
}

export interface TickReport {
  /** Ticks done. */
  readonly ticks: number;
  /** Milliseconds of solver time. */
  readonly ms: number;
}

/** A scene that is shown. */
export interface Scene {
  readonly bounds: Bounds;
  /** The dropped file that it shows; absent if the map comes from the settings. */
  readonly file?: string;
  /** The owner of the data shown, if its licence asks for the name. */
  readonly credit?: Credit;
  /** Shown instead of the picture, for scenes that are read. */
  readonly view?: HTMLElement;
  /** What computes the scene, in words: 'WebGPU', 'WebAssembly in a worker'. */
  readonly backend: string;
  /** The stage became higher than wide or the reverse: the scene may change its `bounds`. */
  resized?(isPortrait: boolean): void;
  /** A control was changed that does not restart the scene, or a button was pressed. */
  set(name: string, value: Value): void;
  /** Runs ticks, about `count` of them. Not called again before it has ended. */
  tick(count: number): Promise<TickReport>;
  /** Draws; `phase` is 0 to 1 between the tick before and the newest one. */
  draw(surface: Surface, theme: Theme, phase: number): void;
  /** Words, each with its lower left corner at a place of the world. */
  labels?(): readonly Label[];
  legend?(theme: Theme): readonly LegendEntry[];
  /** True if the scene uses a key pressed on the stage. */
  key?(key: string): boolean;
  /** The things that the keyboard can jump to. */
  handles?(): readonly Handle[];
  /** True if the scene uses the pointer; else the pointer moves the camera. */
  pointer(pointer: ScenePointer): boolean;
  /** Undoes the last change; false if there is none. */
  undo?(): boolean;
  /** Makes the last undone change again; false if there is none. */
  redo?(): boolean;
  /** Takes a file dropped on the page. Throws an Error with a message for people if it is bad. */
  open?(file: File): Promise<void>;
  /** The rows that the panel shows beside the chart. */
  facts(): readonly (readonly [label: string, value: string])[];
  /** A list to read, such as the turns of a route; hidden while it is empty. */
  list?(): { readonly title: string; readonly items: readonly string[] };
  /**
   * What a person has painted or placed, as plain data for the address and the settings file. It is
   * small, and its JSON stays the same while nobody changes anything.
   */
  work(): unknown;
  /** Restores what `work` returned. Throws an Error with a message for people if it is bad. */
  restore?(work: unknown): void | Promise<void>;
  /** The paths for export as GeoJSON and CSV. */
  paths?(): ScenePaths | Promise<ScenePaths>;
  /** Plain facts for tests: `window.wayfield.state()`. */
  state(): Promise<Readonly<Record<string, unknown>>>;
  destroy(): void;
}

/** A scene that can be chosen. Its module is not loaded yet. */
export interface SceneEntry {
  readonly id: string;
  readonly title: string;
  load(): Promise<SceneKind>;
}

/** A loaded scene, from which `create` makes a running one. */
export interface SceneKind {
  /** One sentence on what a person sees and can do. */
  readonly summary: string;
  /** Some lines of the code that the scene runs, shown to be read. */
  readonly code?: string;
  readonly controls: readonly Control[];
  /** Ticks per second at speed 1. */
  readonly rate: number;
  /** Endings of the names of files that `open` takes, such as '.map'. */
  readonly files: readonly string[];
  create(host: SceneHost): Promise<Scene>;
}
