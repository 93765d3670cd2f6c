/** A page's text as PDF, as an order keeps it. */
import type { RichTextElement, RichTextNode } from '../../../../contract/rich-text.ts';
import { renderMarkdown, toPlainText } from '../../content/pages/markdown.ts';
import { finishPdf, getWidth, MARGIN, openPdf, type Pdf, setBold, setPlain, setSoft, toPrintable } from './open-pdf.ts';
import type { OrderText } from './order-text.repository.ts';

const INDENT = 14;
const HEADINGS: Record<string, number> = { h2: 14, h3: 12, h4: 11 };

const isElement = (node: RichTextNode): node is RichTextElement => typeof node !== 'string';

function write(pdf: Pdf, text: string, indent: number): void {
  const shown = toPrintable(text.trim());
  if (!shown) return;
  pdf.text(shown, MARGIN + indent, pdf.y, { width: getWidth(pdf) - indent });
  pdf.y += 6;
}

/** Lists within lists are indented; what a paper can't show, such as an image, is its words. */
function writeNodes(pdf: Pdf, nodes: readonly RichTextNode[], indent: number): void {
  for (const node of nodes) {
    if (!isElement(node)) write(setPlain(pdf), node, indent);
    else writeElement(pdf, node, indent);
  }
}

function writeElement(pdf: Pdf, { tag, children = [], start = 1 }: RichTextElement, indent: number): void {
  const size = HEADINGS[tag];
  if (size) {
    pdf.y += 8;
    write(setBold(pdf, size), toPlainText(children), indent);
    return;
  }
  if (tag === 'ul' || tag === 'ol') {
    const items = children.filter(isElement);
    for (const [index, item] of items.entries()) {
      const own = (item.children ?? []).filter((it) => !isElement(it) || (it.tag !== 'ul' && it.tag !== 'ol'));
      const inner = (item.children ?? []).filter((it) => isElement(it) && (it.tag === 'ul' || it.tag === 'ol'));
      write(setPlain(pdf), `${tag === 'ul' ? '•' : `${start + index}.`} ${toPlainText(own)}`, indent + INDENT);
      writeNodes(pdf, inner, indent + INDENT);
    }
    return;
  }
  if (tag === 'blockquote') {
    writeNodes(pdf, children, indent + INDENT);
    return;
  }
  if (tag === 'table') {
    for (const row of listRows(children)) write(setPlain(pdf), row.map((cell) => toPlainText([cell])).join(' | '), indent);
    return;
  }
  write(setPlain(pdf), toPlainText(children), indent);
}

const listRows = (nodes: readonly RichTextNode[]): RichTextNode[][] =>
  nodes.filter(isElement).flatMap(({ tag, children = [] }) => (tag === 'tr' ? [children] : listRows(children)));

export function renderText({ title, text, keptAt }: OrderText): AsyncIterable<Uint8Array> {
  const pdf = openPdf({ paper: 'A4', title, at: keptAt });
  write(setBold(pdf, 18), title, 0);
  write(setSoft(pdf), `As of ${keptAt.toISOString().slice(0, 10)}`, 0);
  pdf.y += 8;
  writeNodes(pdf, renderMarkdown(text), 0);
  return finishPdf(pdf, title);
}
