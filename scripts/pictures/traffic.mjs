// Vehicles that queue: the fundamental diagram of a ring road beside the formula of the IDM, and a
// queue that spills back from a slow lane, as a space-time diagram.
import { createTraffic, equilibriumFlow } from '@wayfield/osm/traffic';
import { BLUE, createSheet, FAINT, INK, mix, ORANGE, SOFT } from './svg.mjs';

const DESIRED = 50 / 3.6;
const RING = 1000;

export function draw() {
  const sheet = createSheet(760, 400, 'Flow over density, and a queue that spills back');
  drawDiagram(sheet);
  drawQueue(sheet);
  return sheet;
}

function lanesOf(lengths, speeds) {
  return {
    count: lengths.length,
    length: Float64Array.from(lengths),
    speed: Float64Array.from(speeds),
  };
}

function oneRoute(count) {
  return {
    count: 1,
    first: Uint32Array.of(0, count),
    lane: Uint32Array.from({ length: count }, (_, i) => i),
  };
}

/** Vehicles an hour on the ring, in the mean over 100 seconds after 750. */
function flowOf(vehicles) {
  const lanes = lanesOf(Array(5).fill(RING / 5), Array(5).fill(DESIRED));
  const along = (v) => (v + 0.5) / vehicles;
  const traffic = createTraffic(lanes, oneRoute(5), { vehicles, arrival: 'loop', along });
  for (let i = 0; i < 3000; i++) traffic.step(0.25);
  let sum = 0;
  for (let i = 0; i < 400; i++) {
    traffic.step(0.25);
    for (const speed of traffic.vehicles.speed) sum += speed;
  }
  return (3600 * sum) / 400 / RING;
}

function drawDiagram(sheet) {
  sheet.text(20, 30, 'Ring road of 1 km, 50 km/h', { weight: 600 });
  const panel = sheet.panel([64, 56, 290, 240], [0, 0, 143, 1600], { stretch: true });
  const grid = [];
  for (let flow = 0; flow <= 1600; flow += 400) grid.push([0, flow, 143, flow]);
  panel.lines(grid, { stroke: FAINT });
  for (let flow = 0; flow <= 1600; flow += 400) {
    panel.text(0, flow, String(flow), { dx: -8, anchor: 'end', fill: SOFT });
  }
  for (let density = 0; density <= 140; density += 20) {
    panel.text(density, 0, String(density), { dy: 18, fill: SOFT });
  }
  const curve = [0, 0];
  for (let density = 0.5; density <= 142.5; density += 0.5) {
    curve.push(density, 3600 * equilibriumFlow(density / 1000, DESIRED));
  }
  panel.line(curve, { stroke: BLUE, width: 2 });
  const counts = [2, 8, 15, 22, 30, 38, 45, 52, 60, 70, 80, 90, 100, 110, 120, 130, 138];
  panel.dots(
    counts.map((vehicles) => [(1000 * vehicles) / RING, flowOf(vehicles)]),
    3.5,
    { fill: ORANGE },
  );
  sheet.text(209, 334, 'vehicles per kilometre', { anchor: 'middle', size: 12 });
  sheet.text(20, 48, 'vehicles per hour', { size: 12 });
  sheet.legend(20, 366, [
    [{ stroke: BLUE, width: 2 }, 'formula of the IDM'],
    [{ fill: ORANGE }, 'simulated vehicles'],
  ]);
}

/** Positions of all vehicles over time on a road whose last 200 m allow 2 m/s. */
function drawQueue(sheet) {
  const [road, seconds] = [800, 600];
  sheet.text(400, 30, 'A slow stretch: the queue spills back over lanes', { weight: 600 });
  const panel = sheet.panel([452, 56, 288, 240], [0, 0, seconds, road], { stretch: true });
  panel.lines(
    [200, 400, 600].map((y) => [0, y, seconds, y]),
    { stroke: FAINT, width: 1 },
  );
  for (let y = 0; y <= road; y += 200) {
    panel.text(0, y, String(y), { dx: -8, anchor: 'end', fill: SOFT });
  }
  for (let x = 0; x <= seconds; x += 100) panel.text(x, 0, String(x), { dy: 18, fill: SOFT });
  const lanes = lanesOf([200, 200, 200, 200], [DESIRED, DESIRED, DESIRED, 2]);
  const vehicles = 150;
  const traffic = createTraffic(lanes, oneRoute(4), { vehicles, departure: (v) => 4 * v });
  const colours = ['#b3262f', '#e8843a', '#f3c94b', '#58a868', '#2563c9'];
  /** Short lines by colour: 8 s of every third vehicle. */
  const pieces = new Map();
  const before = new Float64Array(vehicles).fill(-1);
  for (let tick = 0; tick <= 2 * seconds; tick++) {
    if (tick % 16 === 0) {
      for (let v = 0; v < vehicles; v += 3) {
        const { status, lane, metres, speed } = traffic.vehicles;
        const at = status[v] === 2 ? 200 * lane[v] + metres[v] : -1;
        if (at >= 0 && before[v] >= 0) {
          const colour = mix(colours, Math.round((8 * speed[v]) / DESIRED) / 8);
          const line = [tick / 2 - 8, before[v], tick / 2, at];
          pieces.set(colour, [...(pieces.get(colour) ?? []), line]);
        }
        before[v] = at;
      }
    }
    traffic.step(0.5);
  }
  for (const [colour, lines] of [...pieces].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    panel.lines(lines, { stroke: colour, width: 1 });
  }
  panel.text(seconds, 700, '2 m/s', { dx: -4, anchor: 'end', fill: INK, weight: 600 });
  sheet.text(596, 334, 'seconds', { anchor: 'middle', size: 12 });
  sheet.text(400, 48, 'metres', { size: 12 });
  sheet.legend(400, 366, [
    [{ stroke: colours[4], width: 2 }, '50 km/h'],
    [{ stroke: colours[2], width: 2 }, '25 km/h'],
    [{ stroke: colours[0], width: 2 }, 'slow or standing'],
  ]);
}
