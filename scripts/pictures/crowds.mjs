// Agents that make way: tracks of a circle that crosses itself, and of two streams between walls.
import { createCrowd } from '@wayfield/crowd';
import { wallsOfPolygons } from '@wayfield/crowd/walls';
import { BLUE, createSheet, FAINT, GREEN, ORANGE, RED, VIOLET, WALL } from './svg.mjs';

const COLOURS = [BLUE, ORANGE, GREEN, RED, VIOLET];
const [AGENTS, RADIUS, SPEED] = [14, 0.28, 1.3];

export function draw() {
  const sheet = createSheet(760, 362, 'Tracks of agents that make way for each other');
  sheet.text(20, 30, '14 agents on a circle change sides', { weight: 600 });
  drawCircle(sheet.panel([20, 46, 280, 280], [-7, -7, 7, 7]));
  sheet.text(330, 30, 'Two streams in a passage with a narrow part', { weight: 600 });
  drawPassage(sheet.panel([330, 46, 410, 280], [0, 0, 26, 17]));
  sheet.text(20, 346, 'Tracks of 16 seconds. Discs: agents at the ends of their tracks', {
    size: 12,
  });
  return sheet;
}

/** Runs a crowd; gives the track of each agent, a point every tenth tick. */
function tracksOf(crowd, ticks, wish) {
  const tracks = Array.from({ length: crowd.count }, () => []);
  for (let tick = 0; tick <= ticks; tick++) {
    if (tick % 10 === 0) tracks.forEach((track, slot) => track.push(crowd.x[slot], crowd.y[slot]));
    for (let slot = 0; slot < crowd.count; slot++)
      [crowd.preferredX[slot], crowd.preferredY[slot]] = wish(crowd.x[slot], crowd.y[slot], slot);
    crowd.step(1 / 60);
  }
  return tracks;
}

function towards(x, y, goalX, goalY) {
  const far = Math.hypot(goalX - x, goalY - y);
  const speed = Math.min(SPEED, far);
  return far === 0 ? [0, 0] : [(speed * (goalX - x)) / far, (speed * (goalY - y)) / far];
}

function drawTracks(panel, tracks, colourOf) {
  tracks.forEach((track, k) => panel.line(track, { stroke: colourOf(k), width: 1.6 }));
  tracks.forEach((track, k) => {
    panel.circles([[track.at(-2), track.at(-1), RADIUS]], { fill: colourOf(k) });
  });
}

function drawCircle(panel) {
  const crowd = createCrowd({}, { capacity: AGENTS, defaults: { radius: RADIUS, maxSpeed: 1.6 } });
  const goals = Array.from({ length: AGENTS }, (_, k) => {
    const angle = (2 * Math.PI * (k + 0.3 * ((k * 7) % 5))) / AGENTS;
    crowd.add({ x: 6 * Math.cos(angle), y: 6 * Math.sin(angle) });
    return [-6 * Math.cos(angle), -6 * Math.sin(angle)];
  });
  panel.circles([[0, 0, 6]], { stroke: FAINT });
  const tracks = tracksOf(crowd, 60 * 16, (x, y, k) => towards(x, y, ...goals[k]));
  drawTracks(panel, tracks, (k) => COLOURS[k % COLOURS.length]);
  crowd.destroy();
}

function drawPassage(panel) {
  const rings = [
    [-9, -1, 35, -1, 35, 3, 17, 3, 15, 6, 11, 6, 9, 3, -9, 3],
    [-9, 14, 9, 14, 11, 11, 15, 11, 17, 14, 35, 14, 35, 18, -9, 18],
  ];
  const walls = wallsOfPolygons(rings);
  const crowd = createCrowd(
    { walls },
    { capacity: 28, defaults: { radius: RADIUS, maxSpeed: 1.6 } },
  );
  for (let k = 0; k < 28; k++) {
    const [row, column] = [(k >> 1) % 7, Math.floor(k / 14)];
    const x = 1 + 1.6 * column;
    crowd.add({ x: k % 2 === 0 ? x : 26 - x, y: 5.5 + row });
  }
  const tracks = tracksOf(crowd, 60 * 16, (x, y, k) => {
    const side = k % 2 === 0 ? 1 : -1;
    const inside = side * (x - 13) < -2;
    return inside ? towards(x, y, 13 - 2 * side, 8.5 + (y - 8.5) / 3) : [SPEED * side, 0];
  });
  drawTracks(panel, tracks, (k) => (k % 2 === 0 ? BLUE : ORANGE));
  panel.polygons(
    [
      [0, 0, 26, 0, 26, 3, 17, 3, 15, 6, 11, 6, 9, 3, 0, 3],
      [0, 14, 9, 14, 11, 11, 15, 11, 17, 14, 26, 14, 26, 17, 0, 17],
    ],
    { fill: WALL },
  );
  crowd.destroy();
}
