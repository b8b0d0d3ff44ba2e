// What a scene is to the page around it. A scene owns its solvers and workers and draws with the
// calls of a `Surface`; the page owns time, camera, controls, address and files.
import type { Control, Settings, Value } from '../common/settings.ts';
import type { Surface } from '../draw/surface.ts';
import type { Bounds } from '../draw/view.ts';
import type { Theme } from '../draw/colours.ts';

/** A message to a person, with what may help. */
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
  /** What coordinates are: 'degrees' (longitude, latitude), 'cells', … */
  readonly unit: string;
  /** The owner of the data, where a licence asks for the name. */
  readonly attribution?: string;
  readonly paths: readonly ScenePath[];
}

export interface ScenePath {
  readonly name: string;
  /** Places one after the other, or places that have nothing to do with each other. */
  readonly kind: 'line' | 'points';
  readonly coordinates: Iterable<readonly number[]>;
  readonly properties?: Readonly<Record<string, string | number | null>>;
}

/** What can be drawn of a scene while it is being made: its ground, before anything is solved. */
export type EarlyPicture = Pick<Scene, 'bounds' | 'draw' | 'credit'>;

/** What the page lends a scene. */
export interface SceneHost {
  readonly settings: Settings;
  /** The device that the surface draws with; absent on the 2-D canvas. */
  readonly device: GPUDevice | undefined;
  /** WebGPU is a software device: WebAssembly is faster, so 'automatic' should mean that. */
  readonly softwareDevice: boolean;
  /** There is more room from top to bottom than from side to side. */
  readonly isPortrait: boolean;
  notice(notice: Notice): void;
  /** Ends this scene and makes it again. */
  restart(): void;
  /** Something has changed that is not a tick: draw again. */
  redraw(): void;
  /** Draws this until the scene is there. To be called before the work that takes long. */
  showEarly(picture: EarlyPicture): void;
  /** Looked at when something takes long: aborted when the scene is left. */
  readonly signal: AbortSignal;
}

/** A pointer on the scene, in world units. */
export interface ScenePointer {
  readonly phase: 'down' | 'move' | 'up' | 'hover';
  readonly x: number;
  readonly y: number;
  /** World units per pixel of the screen: for what should be hit within a finger's width. */
  readonly unit: number;
}

export interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** World units that it may take; the rest is cut. */
  readonly width: number;
  /** On a ground of its own: for words over a picture. */
  readonly isBoxed?: boolean;
}

/** The name that a licence asks for beside data, and the address of the licence. */
export interface Credit {
  readonly text: string;
  readonly href: string;
}

/** What colours of the scene mean. */
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
  /** The dropped file that it shows; absent where the settings alone make the map. */
  readonly file?: string;
  /** The owner of the data shown, where a licence asks for the name. */
  readonly credit?: Credit;
  /** Takes the place of the picture, for scenes that are read. */
  readonly view?: HTMLElement;
  /** What computes the scene, in words: 'WebGPU', 'WebAssembly in a worker'. */
  readonly backend: string;
  /** There is another shape of room for the picture: its bounds may be others now. */
  resized?(isPortrait: boolean): void;
  /** A control was changed that does not restart the scene, or a button was pressed. */
  set(name: string, value: Value): void;
  /** Goes on by `count` ticks or fewer. Never called twice at a time. */
  tick(count: number): Promise<TickReport>;
  /** Draws; `phase` is 0 to 1 between the tick before and the newest one. */
  draw(surface: Surface, theme: Theme, phase: number): void;
  /** Words at places of the world, their lower left corner there. */
  labels?(): readonly Label[];
  legend?(theme: Theme): readonly LegendEntry[];
  /** True where the scene uses a key that was pressed on the stage. */
  key?(key: string): boolean;
  /** What the keyboard can jump to. */
  handles?(): readonly Handle[];
  /** True where the scene uses the pointer, so that the camera stays. */
  pointer(pointer: ScenePointer): boolean;
  /** Takes the last change back; false where there is none. */
  undo?(): boolean;
  /** Makes the change again that was taken back last; false where there is none. */
  redo?(): boolean;
  /** Takes a file that was dropped on the page; throws in words when it is none of the scene's. */
  open?(file: File): Promise<void>;
  /** What the panel shows beside the chart. */
  facts(): readonly (readonly [label: string, value: string])[];
  /** A list to be read, as the turns of a route are; hidden while it is empty. */
  list?(): { readonly title: string; readonly items: readonly string[] };
  /**
   * What a person has painted or placed, as plain data: it goes into the address and the settings
   * file, so it is small, and the same as long as nobody changes anything.
   */
  work(): unknown;
  /** Takes back what `work` gave: throws in words where it makes no sense. */
  restore?(work: unknown): void | Promise<void>;
  /** What is exported as GeoJSON and CSV. */
  paths?(): ScenePaths | Promise<ScenePaths>;
  /** Plain facts for tests: `window.wayfield.state()`. */
  state(): Promise<Readonly<Record<string, unknown>>>;
  destroy(): void;
}

/** A scene that can be chosen, before anything of it is loaded. */
export interface SceneEntry {
  readonly id: string;
  readonly title: string;
  load(): Promise<SceneKind>;
}

/** A scene that was chosen. */
export interface SceneKind {
  /** One sentence: what one sees and can do. */
  readonly summary: string;
  /** The code that the scene runs, to be read: some lines of it. */
  readonly code?: string;
  readonly controls: readonly Control[];
  /** Ticks per second at speed 1. */
  readonly rate: number;
  /** Ends of names of files that `open` takes, as in '.map'. */
  readonly files: readonly string[];
  create(host: SceneHost): Promise<Scene>;
}
