// Words over the scene. They move with the camera.
import type { Camera } from '../draw/camera.ts';
import type { Label } from '../scenes/scene.ts';
import { element } from '../common/element.ts';

export interface Labels {
  show(labels: readonly Label[], camera: Camera): void;
}

export function createLabels(stage: HTMLElement): Labels {
  const root = element('div', { class: 'labels', 'aria-hidden': 'true' });
  stage.append(root);
  const spans: HTMLElement[] = [];
  return {
    show(labels, camera) {
      while (spans.length < labels.length) {
        const span = element('span');
        spans.push(span);
        root.append(span);
      }
      for (const [i, span] of spans.entries()) {
        const label = labels[i];
        span.hidden = label === undefined;
        if (!label) continue;
        if (span.textContent !== label.text) span.textContent = label.text;
        span.classList.toggle('boxed', label.isBoxed === true);
        span.style.maxWidth = `${(label.width * camera.scale).toFixed(0)}px`;
        const x = camera.width / 2 + (label.x - camera.x) * camera.scale;
        const y = camera.height / 2 + (label.y - camera.y) * camera.scale;
        span.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translateY(-100%)`;
      }
    },
  };
}
