// One thread of a corridor pool: the corridors of a range of slots, on the mesh in shared memory.
// Runs as a web worker and as a Node worker thread.
import { serveThread } from '@wayfield/wasm';
import type { Corridors } from './corridors/corridors.ts';
import { createCorridors } from './corridors/create-corridors.ts';
import type { Answers, AnyRows } from './corridors/batches.ts';
import type { CorridorReply, CorridorStart, CorridorWork } from './corridors/pool-messages.ts';
import { type MeshOfThread, openSharedMesh } from './threads/shared-mesh.ts';

let opened: MeshOfThread | undefined;
let corridors: Corridors | undefined;

serveThread<CorridorStart | CorridorWork, CorridorReply>((message) => {
  if (message.type === 'start') {
    opened = openSharedMesh(message.mesh);
    corridors = createCorridors(opened.mesh, message.count);
    return { type: 'ready', answers: undefined, corners: undefined };
  }
  const { change, call, rows, corners } = message;
  if (change) opened!.apply(change);
  if (call === 'corners')
    return { type: 'done', answers: undefined, corners: corridors!.cornersAll(corners) };
  const batch = corridors![`${call}All`] as (rows: AnyRows) => Answers | undefined;
  return { type: 'done', answers: batch(rows), corners: undefined };
});
