/** A letter from its parts: the same content once as plain text and once as HTML that every mail program can show. */
import { type Html, html, render, trusted } from '../http/html.ts';

export const EMAIL_KINDS = ['order paid', 'order shipped', 'order refunded', 'password changed'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

export interface EmailMessage {
  kind: EmailKind;
  /** One e-mail address. */
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

/** A paragraph; a table whose last row counts; words of somebody's own, line by line; a way to a page. */
export type EmailBlock =
  | string
  | { rows: readonly (readonly [name: string, value: string])[] }
  | { title: string; lines: string }
  | { link: string; url: string };

interface EmailDraft {
  kind: EmailKind;
  recipient: string;
  subject: string;
  greeting: string;
  blocks: readonly (EmailBlock | null)[];
}

const FOOTER = 'You get this letter because you have an account in our shop.';

/** Nothing that ends a line, moves a cursor or turns the direction of reading: what is left fits on one line of a head. */
export function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

/** As `oneLine`, but line by line. */
function toLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map(toSingleLine)
    .filter(Boolean);
}

function toText(block: EmailBlock): string {
  if (typeof block === 'string') return block;
  if ('rows' in block) return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  if ('lines' in block) return [block.title, ...toLines(block.lines)].join('\n');
  return `${block.link}:\n${block.url}`;
}

// Mail programs drop style sheets, so each element bears its own style.
const PARAGRAPH = trusted('margin:0 0 16px');
const CELL = trusted('padding:6px 0;border-bottom:1px solid #e4e4e7;vertical-align:top');
const BUTTON = trusted(
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#18181b;color:#ffffff;text-decoration:none;font-weight:600',
);

function toHtml(block: EmailBlock): Html {
  if (typeof block === 'string') return html`<p style="${PARAGRAPH}">${block}</p>`;
  if ('rows' in block) {
    const last = block.rows.length - 1;
    const rows = block.rows.map(([name, value], index) => {
      const weight = trusted(index === last ? ';font-weight:600' : '');
      return html`<tr><td style="${CELL}${weight}">${name}</td><td align="right" style="${CELL};padding-left:16px;white-space:nowrap${weight}">${value}</td></tr>`;
    });
    return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${rows}</table>`;
  }
  if ('lines' in block) {
    return html`<p style="${PARAGRAPH}"><strong>${block.title}</strong>${toLines(block.lines).map((line) => html`<br>${line}`)}</p>`;
  }
  return html`<p style="${PARAGRAPH}"><a href="${block.url}" style="${BUTTON}">${block.link}</a></p>`;
}

export function renderEmail({ kind, recipient, subject, greeting, blocks }: EmailDraft): EmailMessage {
  const visibleBlocks = blocks.filter((block) => block !== null);
  const greetingLine = toSingleLine(greeting);
  const markup = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;background:#f4f4f5;color:#18181b">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px"><tr><td style="padding:28px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${subject}</h1>
${[greetingLine, ...visibleBlocks].map(toHtml)}
<p style="margin:24px 0 0;color:#71717a;font-size:13px">${FOOTER}</p>
</td></tr></table></td></tr></table></body></html>
`;
  const text = `${[greetingLine, ...visibleBlocks.map(toText)].join('\n\n')}\n\n--\n${FOOTER}\n`;
  return { kind, recipient: toSingleLine(recipient), subject: toSingleLine(subject), text, html: render(markup) };
}
