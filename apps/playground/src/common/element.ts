type Attributes = Readonly<Record<string, string | number | boolean | EventListener | undefined>>;

/**
 * An element with attributes, listeners (`onclick`) and children. `true` sets an attribute to '';
 * `false` and undefined leave it out.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}
