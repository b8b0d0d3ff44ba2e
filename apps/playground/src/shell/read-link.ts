// Reads the state of the page from a link: scene, settings, work, view.
import { readAddress } from '../common/settings.ts';
import { sceneEntry } from '../scenes/list.ts';
import type { Page } from './page.ts';
import type { Work } from './session.ts';
import { unpackWork } from './work-file.ts';

export async function readLink(page: Page, hash: string): Promise<void> {
  const { player, session, notices, camera, view } = page;
  const { scene: id, values } = readAddress(hash);
  if (values.get('paused') === '1') player.playing = false;
  let work: Work | undefined;
  let problem: unknown;
  const packed = values.get('work');
  if (packed !== undefined) {
    try {
      work = { work: await unpackWork(packed), file: undefined };
    } catch (error) {
      problem = error;
    }
  }
  await session.choose(sceneEntry(id), values, work);
  if (problem instanceof Error) {
    notices.add({
      kind: 'warning',
      text: `What was painted could not be read: ${problem.message}.`,
    });
  }
  const [x, y, z] = ['x', 'y', 'z'].map((name) => Number(values.get(name) || NaN));
  if ([x, y, z].every(Number.isFinite) && z > 0) {
    Object.assign(camera, { x, y, scale: z });
    // to where gestures could bring it: a damaged link may name a view without the scene
    camera.zoomAt(camera.width / 2, camera.height / 2, 1);
    camera.panBy(0, 0);
    view.moved();
  }
}
