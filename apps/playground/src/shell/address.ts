// Keeps the address of the page up to date: settings, view, and work if it is short.
import type { Camera } from '../draw/camera.ts';
import type { Session } from './session.ts';
import { writeAddress } from '../common/settings.ts';
import { MOST_PACKED, packWork } from './work-file.ts';

/** Milliseconds after the last change until the address is written: browsers limit the rate. */
const REST = 250;

export interface AddressKeeper {
  /** Something in the address may have changed. */
  changed(): void;
  /** Writes it now. */
  write(): Promise<void>;
}

/** `tooLong` is called once per scene, when its work becomes too long for a link. */
export function keepAddress(
  session: Session,
  camera: Camera,
  isViewMoved: () => boolean,
  tooLong: () => void,
): AddressKeeper {
  let timer = 0;
  let writes = 0;
  let toldOf: unknown;

  async function packed(): Promise<string> {
    const { scene } = session;
    const work = session.work();
    // work on a dropped map makes no sense without the map, which a link cannot hold
    if (!work || work.file !== undefined) return '';
    const text = await packWork(work.work);
    if (text.length <= MOST_PACKED) return text;
    if (toldOf !== scene) tooLong();
    toldOf = scene;
    return '';
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    const count = ++writes;
    const work = await packed();
    if (count !== writes) return;
    const more: Record<string, string> = {};
    if (isViewMoved()) {
      more['x'] = camera.x.toFixed(1);
      more['y'] = camera.y.toFixed(1);
      more['z'] = camera.scale.toPrecision(4);
    }
    if (work !== '') more['work'] = work;
    const { entry, kind, settings } = session;
    history.replaceState(null, '', writeAddress(entry.id, kind.controls, settings, more));
  }

  return {
    changed() {
      clearTimeout(timer);
      timer = window.setTimeout(() => void write(), REST);
    },
    write,
  };
}
