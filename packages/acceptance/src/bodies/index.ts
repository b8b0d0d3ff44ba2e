import { choosePeers, COLLISION_PEERS } from '@wayfield/bench/internal/bodies/peers/peers';
import type { Area } from '../run/area.ts';
import { cpuSpeed } from './cpu-speed.ts';
import { deviceTimes } from './device-times.ts';
import { directTests } from './direct-tests.ts';
import { pedestrians } from './pedestrians.ts';
import { race } from './race.ts';
import { scenesAndSoak } from './soak.ts';

/** The area 'bodies'. */
export const bodies: Area = {
  name: 'bodies',
  title: 'the collision solvers',
  targets: [directTests, deviceTimes, race, cpuSpeed, pedestrians, scenesAndSoak],
  packages: (peers) => [
    '@wayfield/collision',
    'kdbush',
    ...choosePeers(peers).peers.flatMap((peer) => peer.packages),
  ],
  gpu: 'some',
  peers: COLLISION_PEERS.map(({ name }) => name),
};
