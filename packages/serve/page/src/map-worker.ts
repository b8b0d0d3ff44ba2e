// The worker of a page without a routing server: reads a map and answers requests. `fileServices`
// in ask.ts starts the worker.
import { loadGeoJson, readOsm, readRoadNetwork, type RoadNetwork } from '@wayfield/osm';
import { buildRouting, readRouting, type RoutingNetwork } from '@wayfield/routing';
import { createOsrmService, type OsrmService } from '../../src/osrm/service.ts';
import { aboutNetwork } from '../../src/server/about.ts';
import type { FromWorker, ToWorker } from './messages.ts';

const OPTIONS = { profile: 'car', weight: 'seconds', uTurns: false } as const;
let service: OsrmService | undefined;
const send = (message: FromWorker, transfer: Transferable[] = []): void =>
  postMessage(message, { transfer });

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'open') {
    try {
      const routing = await read(data.file);
      service = createOsrmService(routing);
      send({ kind: 'ready', about: aboutNetwork(routing) });
    } catch (error) {
      send({ kind: 'failed', message: (error as Error).message });
    }
    return;
  }
  const body = answerTo(data.target);
  send({ kind: 'answer', id: data.id, body }, typeof body === 'string' ? [] : [body]);
};

/** The body of an answer. A defect of a service is told as servers tell it. */
function answerTo(target: string): string | ArrayBuffer {
  try {
    const { body } = service!.answer(target);
    return typeof body === 'string' ? body : body.slice().buffer;
  } catch (error) {
    const message = `This request met a defect: ${(error as Error).message}`;
    return JSON.stringify({ code: 'InternalError', message });
  }
}

async function read(file: File): Promise<RoutingNetwork> {
  send({ kind: 'progress', what: 'reading' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  if (start.startsWith('WAYN')) return readRouting(bytes);
  let network: RoadNetwork;
  if (start.startsWith('WAYR')) network = readRoadNetwork(bytes);
  else if (/^(\u00EF\u00BB\u00BF)?\s*\{/.test(start))
    network = loadGeoJson(await file.text(), OPTIONS);
  else network = await readOsm(bytes, { ...OPTIONS, turnRestrictions: true });
  if (network.roads.count === 0) throw new RangeError('the map has no roads for cars');
  return buildRouting(network, {
    onProgress: (done, count) =>
      send({ kind: 'progress', what: `preparing ${Math.round((100 * done) / count)} %` }),
  });
}
