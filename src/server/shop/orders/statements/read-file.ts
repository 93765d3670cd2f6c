/** A bank statement's file: its encoding and its lines, whichever bank wrote it. Nothing is known of orders here. */
import { createHash } from 'node:crypto';
import { STATEMENT_BYTES_MAX, STATEMENT_LINES_MAX } from '../../../../contract/order-payment.ts';
import { createIssuesError } from '../../../platform/errors.ts';
import type { BankLine } from './bank-line.ts';
import { readCamt } from './read-camt.ts';
import { readCsv } from './read-csv.ts';

export interface BankStatement {
  format: 'camt' | 'csv';
  encoding: string;
  lines: (BankLine & { key: string })[];
  unread: number[];
}

const createFileError = (message: string) => createIssuesError([{ path: 'file', code: 'invalid_format', message }]);

/** Files of banks say it in a mark at their beginning, or they are UTF-8, or what Windows in Western countries writes. */
function decode(bytes: Buffer): { text: string; encoding: string } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  // Anything else with zero bytes is no text: a PDF, a spreadsheet, a ZIP of statements.
  if (bytes.includes(0))
    throw createFileError('This is no text file. Download the statement as CSV or CAMT.053, and unpack it if it is zipped.');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}

/** Equal lines of one statement, such as two payments of the same sum on a day, are told apart by how often they have come. */
function toKeyed(lines: BankLine[]): BankStatement['lines'] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const { date, amountCents, currency, payer, text, bankReference } = line;
    const parts = bankReference ? [bankReference, date, amountCents, currency] : [date, amountCents, currency, payer, text];
    const content = JSON.stringify(parts);
    const count = seen.get(content) ?? 0;
    seen.set(content, count + 1);
    return { ...line, key: `line:${createHash('sha256').update(`${content} ${count}`).digest('hex')}` };
  });
}

/** Throws `invalid_request`: too large, too many lines, no text, or no statement. */
export function readBankStatement(bytes: Buffer): BankStatement {
  if (bytes.length > STATEMENT_BYTES_MAX) throw createFileError('This file is too large. Download a shorter period.');
  const { text, encoding } = decode(bytes);
  const isXml = /^\s*(<\?xml|<Document)/.test(text.slice(0, 200).replace(/^\uFEFF/, ''));
  const { lines, unread } = isXml ? { lines: readCamt(text), unread: [] } : readCsv(text);
  if (!lines.length && !unread.length)
    throw createFileError(isXml ? 'This XML is no CAMT.053 statement' : 'No line of a statement was found');
  if (lines.length > STATEMENT_LINES_MAX)
    throw createFileError(
      `This statement has ${lines.length} lines, and ${STATEMENT_LINES_MAX} are read at once. Download a shorter period.`,
    );
  return { format: isXml ? 'camt' : 'csv', encoding, lines: toKeyed(lines), unread };
}
