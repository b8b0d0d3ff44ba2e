// The actions of the buttons for files: save, open, picture, paths, link.
import { SCENES } from '../scenes/list.ts';
import type { AddressKeeper } from './address.ts';
import { download } from '../common/download.ts';
import { unzipped } from './files.ts';
import type { Notices } from './notices.ts';
import type { PageSurface } from './page-surface.ts';
import { withCredit } from './picture-credit.ts';
import { fileOf, toCsv, toGeoJson } from './path-files.ts';
import type { Session } from './session.ts';
import { readWork, workFile } from './work-file.ts';

export interface FileActions {
  /** Settings and work as JSON. */
  save(): void;
  savePicture(): Promise<void>;
  savePaths(format: 'geojson' | 'csv'): Promise<void>;
  copyLink(): Promise<void>;
  /** A settings file, or one that the scene takes. */
  open(file: File): Promise<void>;
}

export function createFileActions(
  session: Session,
  surface: PageSurface,
  address: AddressKeeper,
  notices: Notices,
  draw: () => void,
): FileActions {
  const name = (end: string): string => `wayfield-${session.entry.id}.${end}`;
  const info = (text: string): void => notices.add({ kind: 'info', text });

  async function take(given: File): Promise<void> {
    // wait for a scene that is being made
    await session.idle();
    const { entry: opened, scene, kind } = session;
    const ends = [...(scene?.open ? kind.files : []), '.json'];
    const takes = (fileName: string): boolean =>
      ends.some((end) => fileName.toLowerCase().endsWith(end));
    const file = await unzipped(given, takes);
    if (file.name.toLowerCase().endsWith('.json')) {
      const { entry, settings, work } = readWork(await file.text(), SCENES);
      await session.choose(entry, settings, work);
      address.changed();
    } else if (scene?.open && takes(file.name)) {
      await scene.open(file);
      // a scene that was chosen meanwhile keeps its work
      if (session.entry === opened) await session.start();
    } else throw new Error(`this scene takes files of these kinds: ${ends.join(', ')}`);
  }

  return {
    save: () =>
      download(name('json'), workFile(session.entry.id, session.settings, session.work())),
    async savePicture() {
      draw();
      const picture = await surface.surface.picture();
      const text = session.scene?.credit?.text;
      if (picture) download(name('png'), text ? await withCredit(picture, text) : picture);
    },
    async savePaths(format) {
      const found = await session.scene?.paths?.();
      if (!found || found.paths.length === 0) {
        info('There are no paths to save in this scene now.');
        return;
      }
      const file =
        format === 'csv'
          ? fileOf(toCsv(found), 'text/csv')
          : fileOf(toGeoJson(found), 'application/geo+json');
      download(name(format), await file);
    },
    async copyLink() {
      await address.write();
      try {
        await navigator.clipboard.writeText(location.href);
        info('The link is in the clipboard.');
      } catch {
        info('The address of this page is the link: copy it from there.');
      }
    },
    async open(file) {
      try {
        await take(file);
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        notices.add({ kind: 'error', text: `${file.name} could not be opened: ${text}` });
      }
    },
  };
}
