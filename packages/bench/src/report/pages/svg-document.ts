// The part of a document that a plotting library needs to build SVG without a browser.
import { escapeHtml } from './html.ts';

const SVG = 'http://www.w3.org/2000/svg';

interface TextNode {
  readonly nodeType: 3;
  readonly data: string;
  parentNode: SvgElement | null;
}

type Child = SvgElement | TextNode;

/** An element with attributes, styles and children; plots use nothing else of the DOM. */
export interface SvgElement {
  readonly nodeType: 1;
  readonly tagName: string;
  parentNode: SvgElement | null;
  readonly childNodes: Child[];
  /** The element as SVG. */
  toText(): string;
}

/** A document for the option `document` of `plot`, whose result then has a `toText`. */
export function createSvgDocument(): Document {
  const owner: Record<string, unknown> = {
    nodeType: 9,
    defaultView: {},
    createElementNS: (uri: string, name: string) => createElement(owner, uri, name),
    createElement: (name: string) => createElement(owner, SVG, name),
    createTextNode: createText,
  };
  owner.documentElement = createElement(owner, SVG, 'svg');
  return owner as unknown as Document;
}

function createText(data: unknown): TextNode {
  return { nodeType: 3, data: String(data), parentNode: null };
}

function createElement(owner: object, namespaceURI: string, name: string): SvgElement {
  const attributes = new Map<string, string>();
  const styles = new Map<string, string>();
  const childNodes: Child[] = [];

  function insertBefore(child: Child, next: Child | null): Child {
    if (child.parentNode) take(child.parentNode.childNodes, child);
    const at = next === null ? -1 : childNodes.indexOf(next);
    childNodes.splice(at < 0 ? childNodes.length : at, 0, child);
    child.parentNode = element;
    return child;
  }
  const element = {
    nodeType: 1,
    tagName: name,
    nodeName: name,
    localName: name,
    namespaceURI,
    ownerDocument: owner,
    parentNode: null as SvgElement | null,
    childNodes,
    style: {
      setProperty: (key: string, value: string) => void styles.set(key, value),
      removeProperty: (key: string) => void styles.delete(key),
      getPropertyValue: (key: string) => styles.get(key) ?? '',
    },
    getAttribute: (key: string) => attributes.get(key) ?? null,
    hasAttribute: (key: string) => attributes.has(key),
    setAttribute: (key: string, value: unknown) => void attributes.set(key, String(value)),
    setAttributeNS: (_: string, key: string, value: unknown) =>
      void attributes.set(key, `${value}`),
    removeAttribute: (key: string) => void attributes.delete(key),
    insertBefore,
    appendChild: (child: Child) => insertBefore(child, null),
    append(...children: unknown[]) {
      for (const child of children) {
        insertBefore(typeof child === 'object' ? (child as Child) : createText(child), null);
      }
    },
    removeChild(child: Child) {
      take(childNodes, child);
      child.parentNode = null;
      return child;
    },
    remove: () => void (element.parentNode && take(element.parentNode.childNodes, element)),
    get children() {
      return childNodes.filter(({ nodeType }) => nodeType === 1);
    },
    get firstChild() {
      return childNodes[0] ?? null;
    },
    get lastChild() {
      return childNodes.at(-1) ?? null;
    },
    set textContent(text: unknown) {
      childNodes.length = 0;
      if (text !== '' && text !== null && text !== undefined) insertBefore(createText(text), null);
    },
    addEventListener() {},
    querySelector: () => null,
    querySelectorAll: () => [],
    toText(): string {
      const css = [...styles].map(([key, value]) => `${key}: ${value}`).join('; ');
      const all = css === '' ? [...attributes] : [...attributes, ['style', css]];
      const inside = childNodes.map((child) => {
        if (child.nodeType === 1) return child.toText();
        return name === 'style' ? child.data : escapeHtml(child.data);
      });
      const text = all.map(([key, value]) => ` ${key}="${escapeHtml(value)}"`).join('');
      return `<${name}${text}>${inside.join('')}</${name}>`;
    },
  } as const;
  return element;
}

function take(from: Child[], child: Child): void {
  const at = from.indexOf(child);
  if (at >= 0) from.splice(at, 1);
}
