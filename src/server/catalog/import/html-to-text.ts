/** Converts HTML to plain text with paragraphs and lists, so that no markup of another shop is stored. */
import { Parser } from 'htmlparser2';

const SKIPPED = new Set(['script', 'style', 'head', 'title', 'noscript', 'template', 'iframe', 'object', 'svg', 'select', 'textarea']);
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'pre', 'section', 'article', 'hr']);
const LINES = new Set(['div', 'li', 'tr', 'dt', 'dd', 'figure', 'figcaption', 'br']);
const TAG = /<[a-z!/]/i;

export function htmlToText(html: string): string {
  // If there is no markup, WordPress keeps line breaks; WooCommerce's export writes them as \n.
  const keepsLines = !TAG.test(html);
  let text = '';
  let skippedDepth = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (SKIPPED.has(name)) skippedDepth += 1;
      else if (PARAGRAPHS.has(name)) text += '\n\n';
      else if (LINES.has(name)) text += '\n';
      else if (name === 'td' || name === 'th') text += ' ';
      if (name === 'li') text += '• ';
    },
    ontext: (piece) => {
      if (!skippedDepth) text += keepsLines ? piece : piece.replace(/\s+/g, ' ');
    },
    onclosetag: (name) => {
      if (SKIPPED.has(name)) skippedDepth = Math.max(0, skippedDepth - 1);
      else if (PARAGRAPHS.has(name)) text += '\n\n';
      else if (name === 'div') text += '\n';
    },
  });
  parser.end(html.replaceAll('\\n', '\n'));
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/•\s*\n+/g, '• ')
    .trim();
}
