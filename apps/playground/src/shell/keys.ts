/** Keys of the whole page; those of a control that has the focus stay its own. */
export function listenToKeys(actions: {
  toggle(): void;
  step(): unknown;
  undo(): void;
  again(): unknown;
}): void {
  window.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if ((event.ctrlKey || event.metaKey) && event.key === 'z') {
      event.preventDefault();
      actions.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches('input, select, textarea, button, a')) return;
    if (event.key === ' ') {
      event.preventDefault();
      actions.toggle();
    } else if (event.key === '.') actions.step();
    else if (event.key === 'r') actions.again();
  });
}
