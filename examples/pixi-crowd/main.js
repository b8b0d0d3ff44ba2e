// 3,000 agents on a circle cross to the other side: PixiJS draws them as particles.
import { Application, Graphics, Particle, ParticleContainer } from 'pixi.js';
import { createCrowd } from '@wayfield/crowd';

const count = 3000;
const app = new Application();
await app.init({
  width: 480,
  height: 320,
  background: '#12202c',
  antialias: true,
  preference: 'webgl',
});
document.getElementById('root').append(app.canvas);

const crowd = createCrowd({}, { capacity: count, defaults: { radius: 0.3, maxSpeed: 2 } });
for (let k = 0; k < count; k++) {
  const [turn, far] = [(2 * Math.PI * (k % 500)) / 500, 62 + 1.2 * Math.floor(k / 500)];
  const [x, y] = [1.4 * far * Math.cos(turn), far * Math.sin(turn)];
  crowd.add({ x, y, preferredX: -1.6 * Math.cos(turn), preferredY: -1.6 * Math.sin(turn) });
}
const texture = app.renderer.generateTexture(new Graphics().circle(0, 0, 4).fill('#ffffff'));
const container = new ParticleContainer({ dynamicProperties: { position: true } });
container.position.set(240, 160);
container.scale.set(2);
const hue = (k) => [0x4cc9f0, 0xf72585, 0xffbe0b, 0x80ed99][Math.floor((4 * (k % 500)) / 500)];
const particles = Array.from({ length: count }, (_, k) =>
  container.addParticle(
    new Particle({ texture, tint: hue(k), anchorX: 0.5, anchorY: 0.5, scaleX: 0.12, scaleY: 0.12 }),
  ),
);
app.stage.addChild(container);
app.ticker.add(() => {
  crowd.step(1 / 30);
  // particles are in the order of slots
  particles.forEach((particle, slot) => {
    particle.x = crowd.x[slot];
    particle.y = crowd.y[slot];
  });
  Object.assign(globalThis, {
    example: { tick: crowd.tick, drawn: container.particleChildren.length },
  });
});
