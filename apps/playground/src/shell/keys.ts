/** Keys of the whole page, except keys that the control with the focus uses. */
export function listenToKeys(actions: {
  toggle(): void;
  step(): unknown;
  undo(): void;
  redo(): void;
  again(): unknown;
  help(): void;
  /** Chooses what the pointer does, by number from 0. */
  tool(which: number): void;
}): void {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) actions.redo();
      else actions.undo();
      return;
    }
    if (event.altKey) return;
    if (target.matches('input, select, textarea')) return;
    if (event.key === '?') actions.help();
    if (target.matches('button, a') || target.closest('dialog')) return;
    if (event.key === ' ') {
      event.preventDefault();
      actions.toggle();
    } else if (event.key === '.') actions.step();
    else if (event.key === 'r') actions.again();
    else if (/^[1-9]$/.test(event.key)) actions.tool(Number(event.key) - 1);
  });
}
