/**
 * Renders formatted text that the server made from Markdown. No HTML is parsed: elements are created by name, and only allowed
 * names.
 */
import { createElement, type ReactNode } from 'react';
import { RICH_TEXT_TAGS, type RichTextElement, type RichTextNode } from '../../contract/rich-text.ts';
import { classNames } from '../kit/class-names.ts';

const VOID_TAGS = ['br', 'hr', 'img'];

export type HeadingLevel = 2 | 3;

function render(nodes: readonly RichTextNode[], level: HeadingLevel): ReactNode[] {
  return nodes.map((node, index) => (typeof node === 'string' ? node : renderElement(node, index, level)));
}

/** Below a heading of the page they are of a lower rank. */
const toHeading = (tag: string, level: HeadingLevel): string =>
  tag.replace(/^h([2-6])$/, (_tag, rank: string) => `h${Math.min(6, Number(rank) + level - 2)}`);

function renderElement({ tag, children = [], align, ...attributes }: RichTextElement, key: number, level: HeadingLevel): ReactNode {
  // From a later version of the shop.
  if (!RICH_TEXT_TAGS.includes(tag)) return render(children, level);
  const properties = {
    key,
    ...attributes,
    ...(align && { style: { textAlign: align } }),
    ...(tag === 'img' && { loading: 'lazy' as const }),
  };
  return createElement(toHeading(tag, level), properties, ...(VOID_TAGS.includes(tag) ? [] : [render(children, level)]));
}

interface RichTextProps {
  content: readonly RichTextNode[];
  /** Of its first headings. 3: it is a part of a page, in the size of the text there. */
  level?: HeadingLevel;
  className?: string;
}

export function RichText({ content, level = 2, className }: RichTextProps) {
  return <div className={classNames('rich-text', level === 3 && 'text-base', className)}>{render(content, level)}</div>;
}

const hasWords = (text: string) => text.trim() !== '';

/** Empty lines separate paragraphs; everything else is shown as typed. */
export function PlainText({ text, className }: { text: string; className?: string }) {
  const paragraphs = text.split(/\r?\n\s*\n/).filter(hasWords);
  return (
    <div className={classNames('grid gap-3 text-soft', className)}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no id and never change places
        <p key={index} dir="auto" className="min-w-0 max-w-text whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  );
}
