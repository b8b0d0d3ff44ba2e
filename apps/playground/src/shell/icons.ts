const PATHS = {
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8 5.5v13M16 5.5v13',
  step: 'M6 5.5v13l8.5-6.5zM18 5.5v13',
  again: 'M19 12a7 7 0 1 1-2.2-5.1M17.5 3v4.2h-4.2',
  undo: 'M8.5 5L4.5 9l4 4M5 9h8.5a5 5 0 0 1 0 10H9',
  redo: 'M15.5 5l4 4-4 4M19 9h-8.5a5 5 0 0 0 0 10H15',
  fit: 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15',
  theme: 'M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z',
  link: 'M10 14a4 4 0 0 0 6 .4l2.5-2.5a4 4 0 0 0-5.7-5.7L11.5 7.5M14 10a4 4 0 0 0-6-.4l-2.5 2.5a4 4 0 0 0 5.7 5.7l1.3-1.3',
  picture: 'M4.5 5.5h15v13h-15zM4.5 15.5l4.5-4.5 3.5 3.5 2.5-2.5 4.5 4.5',
  save: 'M12 4.5v10M8 10.5l4 4 4-4M5 19.5h14',
  open: 'M12 14.5v-10M8 8.5l4-4 4 4M5 19.5h14',
  controls: 'M5 8h8M17 8h2M5 16h2M11 16h8M15 6v4M9 14v4',
  help: 'M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1M12 17.2v.1',
  paths: 'M6 18.5c6 0 0-13 6-13s0 13 6 13M6 18.5h.1M18 18.5h.1',
  table: 'M4.5 6h15v12h-15zM4.5 10h15M4.5 14h15M10 6v12',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
} as const;

export type IconName = keyof typeof PATHS;

const SVG = 'http://www.w3.org/2000/svg';

/** A picture for a button; the label of the button says what it does. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon', `icon-${name}`);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
