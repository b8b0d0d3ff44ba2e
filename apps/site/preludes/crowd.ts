import { readFileSync, writeFileSync } from 'node:fs';
import { createCrowd } from '@wayfield/crowd';
import { openReplay, playReplay, recordCrowd } from '@wayfield/crowd/replay';
import { wallsOfPolygons } from '@wayfield/crowd/walls';
import { requestDevice } from '@wayfield/gpu-core/node';
import { buildGrid } from '@wayfield/graph';
import { createNavMesh, createPolyanya } from '@wayfield/navmesh';
// a hall of 20 by 10 m with a block in it
const obstacles = [[4, 2, 8, 2, 8, 8, 4, 8]];
const mesh = createNavMesh({ boundary: [0, 0, 20, 0, 20, 10, 0, 10], obstacles });
const polyanya = createPolyanya(mesh);
const walls = wallsOfPolygons([[0, 0, 20, 0, 20, 10, 0, 10]]);
const crowd = createCrowd({ walls }, { capacity: 300 });
// the hall in cells of 0.5 m
const [width, height] = [40, 20];
const terrain = new Float32Array(width * height).fill(1);
const map = { width, height, neighbours: 8, terrain } as const;
const blocked = new Uint8Array(64 * 64).fill(1, 128, 160);
const grid = buildGrid({ width: 64, height: 64, blocked });
const ground = grid;
const upstairs = buildGrid({ width: 64, height: 64 });
const device = await requestDevice();
const encoder = device.createCommandEncoder();
