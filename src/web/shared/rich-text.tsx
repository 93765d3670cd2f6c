/**
 * Renders formatted text that the server made from Markdown. No HTML is parsed: elements are created by name, and only allowed
 * names.
 */
import { createElement, type ReactNode } from 'react';
import { RICH_TEXT_TAGS, type RichTextElement, type RichTextNode } from '../../contract/rich-text.ts';

const VOID_TAGS = ['br', 'hr', 'img'];

function render(nodes: readonly RichTextNode[]): ReactNode[] {
  return nodes.map((node, index) => (typeof node === 'string' ? node : renderElement(node, index)));
}

function renderElement({ tag, children = [], align, ...attributes }: RichTextElement, key: number): ReactNode {
  // From a later version of the shop.
  if (!RICH_TEXT_TAGS.includes(tag)) return render(children);
  const properties = {
    key,
    ...attributes,
    ...(align && { style: { textAlign: align } }),
    ...(tag === 'img' && { loading: 'lazy' as const }),
  };
  return createElement(tag, properties, ...(VOID_TAGS.includes(tag) ? [] : [render(children)]));
}

export function RichText({ content }: { content: readonly RichTextNode[] }) {
  return <div className="rich-text">{render(content)}</div>;
}
