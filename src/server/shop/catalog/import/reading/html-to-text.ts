/** Converts HTML to plain text with headings, paragraphs, lists and tables as text can have them, so that no markup of another shop is stored. */
import { Parser } from 'htmlparser2';
import { cutText } from '../../../../../contract/values.ts';

const SKIPPED = new Set([
  ...[
    'script',
    'style',
    'head',
    'title',
    'noscript',
    'template',
    'iframe',
    'object',
    'embed',
    'video',
    'audio',
    'svg',
    'select',
    'textarea',
  ],
]);
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'pre', 'section', 'article', 'hr']);
const LINES = new Set(['div', 'li', 'tr', 'dt', 'dd', 'figure', 'figcaption', 'br']);
const TAG = /<[a-z!/]/i;

/** What plain text can't hold, in the order in which it is told. */
const LOST: [string, RegExp][] = [
  ['link', /^a$/],
  ['image', /^img$/],
  ['video', /^(iframe|video|embed|object)$/],
  ['table', /^table$/],
];

/** In characters. An element that is never closed is looked for at each closing tag, so the time grows with the square of the length. */
const MAX_LENGTH = 200_000;

function describeLost(counts: Map<string, number>, isCut: boolean): string[] {
  const lost = LOST.flatMap(([what]) => {
    const count = counts.get(what) ?? 0;
    return count ? [`${count} ${what}${count > 1 ? 's' : ''}`] : [];
  });
  return [
    ...(lost.length ? [`is plain text here, without ${lost.join(', ')} of the file`] : []),
    ...(isCut ? [`is longer than ${MAX_LENGTH.toLocaleString('en')} characters with its markup: the rest is left out`] : []),
  ];
}

/** `tell` is called with what gets lost. */
export function htmlToText(html: string, tell?: (reason: string) => void): string {
  // If there is no markup, WordPress keeps line breaks; WooCommerce's export writes them as \n.
  const keepsLines = !TAG.test(html);
  let text = '';
  let skippedDepth = 0;
  const lists: { next: number }[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, attributes: Record<string, string>) => {
    const [what] = LOST.find(([, pattern]) => pattern.test(name)) ?? [];
    if (what && (what !== 'link' || attributes.href)) counts.set(what, (counts.get(what) ?? 0) + 1);
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      count(name, attributes);
      if (SKIPPED.has(name)) skippedDepth += 1;
      else if (PARAGRAPHS.has(name)) text += '\n\n';
      else if (LINES.has(name)) text += '\n';
      // The first cell of a row begins its line.
      else if ((name === 'td' || name === 'th') && !/\n\s*$/.test(text.slice(-9))) text += ' | ';
      if (name === 'ol' || name === 'ul') lists.push({ next: name === 'ol' ? Number.parseInt(attributes.start ?? '1', 10) || 1 : 0 });
      if (name !== 'li') return;
      const list = lists.at(-1);
      text += list?.next ? `${list.next}. ` : '• ';
      if (list?.next) list.next += 1;
    },
    ontext: (piece) => {
      if (!skippedDepth) text += keepsLines ? piece : piece.replace(/\s+/g, ' ');
    },
    onclosetag: (name) => {
      if (SKIPPED.has(name)) skippedDepth = Math.max(0, skippedDepth - 1);
      else if (PARAGRAPHS.has(name)) text += '\n\n';
      else if (name === 'div') text += '\n';
      if (name === 'ol' || name === 'ul') lists.pop();
    },
  });
  parser.end(cutText(html, MAX_LENGTH).replaceAll('\\n', '\n'));
  for (const reason of describeLost(counts, html.length > MAX_LENGTH)) tell?.(reason);
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/(•|(?<=\n|^)\d+\.)\s*\n+/g, '$1 ')
    .trim();
}
