// Determinism: a crowd is recorded, its file is played again, and every tick has the same hash.
import { createCrowd } from '@wayfield/crowd';
import { openReplay, playReplay, recordCrowd } from '@wayfield/crowd/replay';
import { wallsOfPolygons } from '@wayfield/crowd/walls';

const world = {
  walls: wallsOfPolygons([
    [0, 0, 30, 0, 30, 20, 0, 20],
    [14, 0, 16, 0, 16, 9, 14, 9],
  ]),
};
const options = { capacity: 100, seed: 7 };
const { crowd, file } = recordCrowd(createCrowd(world, options), { world, options });
for (let k = 0; k < 80; k++) {
  const left = k % 2 === 0;
  crowd.add({ x: left ? 2 : 28, y: 1.5 + 0.2 * k, preferredX: left ? 1.3 : -1.3 });
}
for (let tick = 0; tick < 600; tick++) {
  // somebody joins in while it runs
  if (tick === 200) crowd.add({ x: 15, y: 15, preferredY: -1 });
  crowd.step(1 / 60);
}
const bytes = file();
console.log(`${crowd.count} agents, ${bytes.length} bytes, hash ${crowd.hash().toString(16)}`);

const replay = openReplay(bytes);
const again = createCrowd(replay.world, replay.options);
const { firstTick } = playReplay(replay, again);
console.log('first tick that differs:', firstTick); // first tick that differs: -1
console.log('the same hash:', again.hash() === crowd.hash()); // the same hash: true
