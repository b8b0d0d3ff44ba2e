// The parts of the page, which the files of this folder share. `startApp` makes them in order.
// Events of early parts use later ones, so every file reads a part from here only when it needs it.
import type { Camera } from '../draw/camera.ts';
import type { EarlyPicture } from '../scenes/scene.ts';
import type { AddressKeeper } from './address.ts';
import type { Chart } from './chart.ts';
import type { Cursor } from './cursor.ts';
import type { FileActions } from './file-actions.ts';
import type { PageFrame } from './frame.ts';
import type { Help } from './help.ts';
import type { Labels } from './labels.ts';
import type { Look } from './look.ts';
import type { Notices } from './notices.ts';
import type { PageSurface } from './page-surface.ts';
import type { Player } from './player.ts';
import type { Session } from './session.ts';
import type { SlowWatch } from './slow-watch.ts';

/** When a frame is drawn, and what part of the world it shows. */
export interface PageView {
  /** Whether a person has moved the camera since it fitted the scene. */
  readonly isMoved: boolean;
  /** Something has changed: draw with the next frame. */
  redraw(): void;
  /** A scene that is being made has something to show: draw it with the next frame. */
  shownEarly(picture: EarlyPicture, keepView: boolean): void;
  /** Draws if something has changed and the surface is ready. */
  drawIfDirty(phase: number, moved: boolean): void;
  /** Draws now; `phase` 0 to 1 between two ticks. */
  draw(phase: number): void;
  /** Shows all of the scene. */
  fit(): void;
  /** A person has moved the camera. */
  moved(): void;
  /** The stage has another size. */
  resized(): void;
}

/** The panel beside the picture: controls and facts of the scene that was chosen. */
export interface ScenePanel {
  /** The controls and the title of a scene that was chosen. */
  chosen(): void;
  /** Chooses a tool by number, as if in the panel. */
  chooseTool(which: number): void;
  showFacts(): void;
}

export interface Page {
  readonly frame: PageFrame;
  readonly notices: Notices;
  readonly labels: Labels;
  readonly chart: Chart;
  readonly help: Help;
  readonly camera: Camera;
  readonly look: Look;
  readonly slow: SlowWatch;
  readonly longTasks: { readonly longest: number };
  readonly view: PageView;
  readonly panel: ScenePanel;
  session: Session;
  player: Player;
  cursor: Cursor;
  surface: PageSurface;
  address: AddressKeeper;
  files: FileActions;
}
