// One thread of an area pool: a search of its own on the mesh in shared memory. Runs as a web
// worker and as a Node worker thread.
import { serveThread } from '@wayfield/wasm';
import type { AreaSearch } from './areas/area-search.ts';
import { createAreaSearch, searchAreas } from './areas/create-area-search.ts';
import { answerAsk, type AreaReply, type AreaStart, type AreaWork } from './areas/pool-messages.ts';
import { type MeshOfThread, openSharedMesh } from './threads/shared-mesh.ts';

let opened: MeshOfThread | undefined;
let search: AreaSearch | undefined;
/** The spacing that the host has sent last. */
let spacing: number | undefined;

serveThread<AreaStart | AreaWork, AreaReply>((message) => {
  spacing = message.spacing;
  if (message.type === 'start') {
    opened = openSharedMesh(message.mesh);
    search =
      spacing === undefined
        ? createAreaSearch(opened.mesh, message.options)
        : searchAreas(opened.mesh, message.options, { spacing: () => spacing! });
    return { type: 'ready', memoryBytes: search.memoryBytes, routes: undefined };
  }
  if (message.change) opened!.apply(message.change);
  if (message.type === 'ask') {
    const answers = answerAsk(search!, message.ask);
    return { type: 'done', memoryBytes: search!.memoryBytes, routes: undefined, answers };
  }
  const routes = search!.run(message.queries, message.options);
  return { type: 'done', memoryBytes: search!.memoryBytes, routes };
});
