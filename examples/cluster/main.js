// A cluster of HTTP servers that answer from one routing file. The parent writes it once, and each
// child reads it without building anything.
import cluster from 'node:cluster';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadGeoJson, readRoadNetwork, writeRoadNetwork } from '@wayfield/osm';
import {
  buildRouting,
  createRoadIndex,
  createRouter,
  readRouting,
  writeRouting,
} from '@wayfield/routing';

if (cluster.isPrimary) await parent();
else child();

async function parent() {
  const steps = [...Array(12).keys()];
  const lines = steps.flatMap((i) => [
    steps.map((x) => [13 + x / 460, 52 + i / 740]),
    steps.map((y) => [13 + i / 460, 52 + y / 740]),
  ]);
  const network = loadGeoJson(
    { type: 'MultiLineString', coordinates: lines },
    { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
  );
  writeFileSync('town.network', writeRoadNetwork(network));
  writeFileSync('town.routing', writeRouting(buildRouting(network)));
  const ports = await Promise.all(
    [cluster.fork(), cluster.fork()].map(
      (worker) => new Promise((ready) => worker.once('message', ready)),
    ),
  );
  // both listen on the same port: the system shares out the requests
  const url = `http://127.0.0.1:${ports[0]}/13.001,52.001/13.015,52.010`;
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => (await fetch(url)).json()),
  );
  console.log(answers[0].seconds, 'seconds'); // 232 seconds
  const isSame = answers.every(({ seconds }) => seconds === answers[0].seconds);
  console.log('all 8 answers are the same:', isSame); // all 8 answers are the same: true
  const processes = new Set(answers.map((answer) => answer.process));
  console.log(`answered by ${processes.size} processes`);
  for (const worker of Object.values(cluster.workers)) worker.kill();
  for (const file of ['town.network', 'town.routing']) rmSync(file);
}

function child() {
  const network = readRoadNetwork(readFileSync('town.network'));
  const routing = readRouting(readFileSync('town.routing'), network);
  const [index, router] = [createRoadIndex(routing), createRouter(routing)];
  const server = createServer((request, response) => {
    const stops = request.url
      .slice(1)
      .split('/')
      .map((place) => index.snap(...place.split(',').map(Number)));
    const route = router.route(stops);
    response.end(JSON.stringify({ seconds: Math.round(route.seconds), process: process.pid }));
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}
