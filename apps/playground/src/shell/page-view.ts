// When a frame is drawn, and what part of the world it shows.
import { themeOf } from '../draw/colours.ts';
import { noteFrame } from './first-frame.ts';
import type { Page, PageView } from './page.ts';

/** Most pixels of the canvas per pixel of the page: more take time and cannot be seen. */
const MOST_RATIO = 2;

export function createPageView(page: Page): PageView {
  let isDirty = true;
  let isMoved = false;

  function draw(phase: number): void {
    const { surface, look, camera, labels } = page;
    const { scene, early } = page.session;
    const shown = scene ?? early;
    if (!shown) return;
    // the scene's own view covers the picture, so nothing is drawn
    if (scene?.view) return noteFrame(true);
    isDirty = false;
    const theme = themeOf(look.isDark);
    try {
      surface.surface.begin(camera.view(Math.min(MOST_RATIO, devicePixelRatio)), theme.ground);
      shown.draw(surface.surface, theme, phase);
      surface.surface.end();
      labels.show(scene?.labels?.() ?? [], camera);
      noteFrame(scene !== undefined);
    } catch (error) {
      // the device was lost during the frame: its `lost` event tells the page
      if (!surface.device) throw error;
    }
  }
  function redraw(): void {
    isDirty = true;
  }
  function changed(byHand: boolean): void {
    isMoved = byHand;
    page.address.changed();
    redraw();
  }

  return {
    get isMoved() {
      return isMoved;
    },
    redraw,
    shownEarly({ bounds }, keepView) {
      if (!(keepView && isMoved)) page.camera.fit(bounds);
      redraw();
    },
    drawIfDirty(phase, moved) {
      isDirty ||= moved;
      const { scene, early } = page.session;
      // without a scene there may be no surface yet
      if (!scene && !early) return;
      if (isDirty && page.surface.surface.ready) draw(phase);
    },
    draw,
    fit() {
      const { scene } = page.session;
      if (scene) page.camera.fit(scene.bounds);
      changed(false);
    },
    moved: () => changed(true),
    resized() {
      const { camera, session, cursor } = page;
      const { stage } = page.frame;
      camera.width = stage.clientWidth;
      camera.height = stage.clientHeight;
      session.scene?.resized?.(camera.height > camera.width);
      if (session.scene && !isMoved) camera.fit(session.scene.bounds);
      cursor.place();
      redraw();
    },
  };
}
