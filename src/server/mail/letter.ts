/** A letter from its parts: the same content once as plain text and once as HTML that every mail program can show. */
import { type Html, html, render, trusted } from '../http/html.ts';

export const LETTER_KINDS = ['order paid', 'order shipped', 'order refunded', 'password changed'] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

export interface Letter {
  kind: LetterKind;
  /** One e-mail address. */
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

/** A paragraph; a table whose last row counts; words of somebody's own, line by line; a way to a page. */
export type Part =
  | string
  | { rows: readonly (readonly [name: string, value: string])[] }
  | { title: string; lines: string }
  | { link: string; to: string };

interface Draft {
  kind: LetterKind;
  recipient: string;
  subject: string;
  greeting: string;
  parts: readonly (Part | null)[];
}

const FOOT = 'You get this letter because you have an account in our shop.';

/** Nothing that ends a line, moves a cursor or turns the direction of reading: what is left fits on one line of a head. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

/** As `oneLine`, but line by line. */
function manyLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map(oneLine)
    .filter(Boolean);
}

function toText(part: Part): string {
  if (typeof part === 'string') return part;
  if ('rows' in part) return part.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  if ('lines' in part) return [part.title, ...manyLines(part.lines)].join('\n');
  return `${part.link}:\n${part.to}`;
}

// Mail programs drop style sheets, so each element bears its own style.
const PARAGRAPH = trusted('margin:0 0 16px');
const CELL = trusted('padding:6px 0;border-bottom:1px solid #e4e4e7;vertical-align:top');
const BUTTON = trusted(
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#18181b;color:#ffffff;text-decoration:none;font-weight:600',
);

function toHtml(part: Part): Html {
  if (typeof part === 'string') return html`<p style="${PARAGRAPH}">${part}</p>`;
  if ('rows' in part) {
    const last = part.rows.length - 1;
    const rows = part.rows.map(([name, value], index) => {
      const weight = trusted(index === last ? ';font-weight:600' : '');
      return html`<tr><td style="${CELL}${weight}">${name}</td><td align="right" style="${CELL};padding-left:16px;white-space:nowrap${weight}">${value}</td></tr>`;
    });
    return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${rows}</table>`;
  }
  if ('lines' in part) {
    return html`<p style="${PARAGRAPH}"><strong>${part.title}</strong>${manyLines(part.lines).map((line) => html`<br>${line}`)}</p>`;
  }
  return html`<p style="${PARAGRAPH}"><a href="${part.to}" style="${BUTTON}">${part.link}</a></p>`;
}

export function writeLetter({ kind, recipient, subject, greeting, parts }: Draft): Letter {
  const told = parts.filter((part) => part !== null);
  const hello = oneLine(greeting);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;background:#f4f4f5;color:#18181b">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px"><tr><td style="padding:28px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${subject}</h1>
${[hello, ...told].map(toHtml)}
<p style="margin:24px 0 0;color:#71717a;font-size:13px">${FOOT}</p>
</td></tr></table></td></tr></table></body></html>
`;
  const text = `${[hello, ...told.map(toText)].join('\n\n')}\n\n--\n${FOOT}\n`;
  return { kind, recipient: oneLine(recipient), subject: oneLine(subject), text, html: render(page) };
}
