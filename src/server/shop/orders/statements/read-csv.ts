/** The CSV of banks: each writes other columns, in its language, often below some lines about the account. */
import { parse } from 'csv-parse/sync';
import { NUMBER_FORMATS, readNumber } from '../../../../contract/read-number.ts';
import { createIssuesError } from '../../../platform/errors.ts';
import type { BankLine } from './bank-line.ts';

type Column = 'date' | 'amount' | 'credit' | 'debit' | 'sign' | 'currency' | 'payer' | 'text' | 'reference';

/** How banks call them, in lower case, in order of preference. */
const NAMES: Record<Column, RegExp> = {
  date: /^(buchungstag|buchungsdatum|buchung|booking ?date|date|datum|data|fecha|fecha operación|transaction date|valuta ?datum|wertstellung|value date|completed date.*|date d'opération)$/,
  amount: /^(betrag.*|umsatz|amount.*|montant.*|importe.*|importo.*|bedrag.*|summe|value|sum)$/,
  credit: /^(haben|gutschrift.*|credit.*|paid in|money in|crédit.*|abono.*|entrate|bij)$/,
  debit: /^(soll|lastschrift.*|belastung.*|debit.*|paid out|money out|débit.*|cargo.*|uscite|af)$/,
  sign: /^(soll\/haben|s\/h|af bij|debit\/credit|cr\/dr|kz)$/,
  currency: /^(währung|waehrung|currency|devise|moneda|divisa|valuta|munt.*|payment currency)$/,
  payer:
    /^(auftraggeber.*|beguenstigter.*|begünstigter.*|name.*|zahlungspflichtige.*|payer.*|payee.*|counterparty.*|partner.*|tegenpartij.*|nom.*|ordenante.*|ordinante.*|sender.*)$/,
  text: /^(verwendungszweck.*|zahlungsreferenz|buchungstext|description.*|details?|memo|narrative.*|reference.*|payment reference|libellé.*|concepto.*|causale.*|descrizione.*|omschrijving.*|mededelingen.*|message.*|text|remittance.*)$/,
  reference: /^(referenz|kundenreferenz.*|transaction id|id|ref|bankreferenz|transactiereferentie)$/,
};

const DAY_FIRST = /^(\d{1,2})[./-](\d{1,2})[./-](\d{2}|\d{4})$/;
const YEAR_FIRST = /^(\d{4})[./-]?(\d{2})[./-]?(\d{2})/;

/** Days come first, as banks outside of the United States write them; null: it is no date. */
function readDay(text: string): string | null {
  const [, year, month, day] = YEAR_FIRST.exec(text.trim()) ?? [];
  const [, first, second, shortYear] = DAY_FIRST.exec(text.trim()) ?? [];
  const parts = year ? [year, month, day] : [shortYear?.padStart(4, '20'), second, first];
  if (parts.some((it) => it === undefined)) return null;
  const [y = '', m = '', d = ''] = parts.map((it) => (it ?? '').padStart(2, '0'));
  const [at, written] = Number(m) > 12 ? [`${y}-${d}-${m}`, Number(d)] : [`${y}-${m}-${d}`, Number(m)];
  return written >= 1 && written <= 12 && !Number.isNaN(Date.parse(at)) ? at : null;
}

type Columns = Partial<Record<Column, number>>;

function findColumns(cells: string[]): Columns | null {
  const columns: Columns = {};
  const words = cells.map((it) => it.trim().toLowerCase());
  for (const [column, names] of Object.entries(NAMES) as [Column, RegExp][]) {
    const taken = new Set(Object.values(columns));
    const at = words.findIndex((word, index) => !taken.has(index) && names.test(word));
    if (at >= 0) columns[column] = at;
  }
  const hasAmount = columns.amount !== undefined || columns.credit !== undefined;
  return hasAmount && columns.date !== undefined && (columns.text ?? columns.payer) !== undefined ? columns : null;
}

/** The separator of most cells; a bank's lines about the account come first, and may have none. */
function findDelimiter(text: string): string {
  const head = text.slice(0, 5000);
  const count = (it: string) => head.split(it).length;
  return [';', ',', '\t'].reduce((best, it) => (count(it) > count(best) ? it : best));
}

/** Which sign begins decimals, as most amounts of the file say. */
function findFormat(amounts: string[]) {
  const commas = amounts.filter((it) => /,\d{2}\D*$/.test(it)).length;
  return commas * 2 >= amounts.length ? NUMBER_FORMATS.comma : NUMBER_FORMATS.point;
}

export function readCsv(text: string): { lines: BankLine[]; unread: number[] } {
  const options = { delimiter: findDelimiter(text), bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
  const rows: string[][] = parse(text, options);
  const at = rows.slice(0, 40).findIndex((row) => findColumns(row) !== null);
  const columns = rows[at] && findColumns(rows[at]);
  if (!columns)
    throw createIssuesError([
      {
        path: 'file',
        code: 'invalid_format',
        message: 'No columns for date, amount and text were found. Is this a bank statement with its headings?',
      },
    ]);
  const body = rows.slice(at + 1);
  const cell = (row: string[], column: Column) => (columns[column] === undefined ? '' : (row[columns[column]] ?? '').trim());
  const format = findFormat(body.map((row) => cell(row, 'amount') || cell(row, 'credit') || cell(row, 'debit')).filter(Boolean));
  const read = (written: string) => {
    const reading = readNumber(written.replace(/^\+/, '').replace(/\s*[A-Z]{3}$/, ''), format);
    return 'number' in reading ? Math.round(reading.number * 100) : null;
  };
  const readCents = (row: string[]): number | null => {
    if (columns.amount === undefined) return cell(row, 'credit') ? read(cell(row, 'credit')) : negate(read(cell(row, 'debit')));
    const cents = read(cell(row, 'amount'));
    return cents !== null && /^(s|d|af|debit|dr|soll)$/i.test(cell(row, 'sign')) ? -Math.abs(cents) : cents;
  };
  const lines: BankLine[] = [];
  const unread: number[] = [];
  for (const [index, row] of body.entries()) {
    const [date, amountCents] = [readDay(cell(row, 'date')), readCents(row)];
    // Sums and balances at the end have no date.
    if (date === null && amountCents === null) continue;
    if (date === null || amountCents === null) {
      unread.push(at + index + 2);
      continue;
    }
    const currency = cell(row, 'currency').toLowerCase();
    const bankReference = cell(row, 'reference');
    lines.push({
      date,
      amountCents,
      currency: /^[a-z]{3}$/.test(currency) ? currency : '',
      payer: cell(row, 'payer'),
      text: cell(row, 'text'),
      bankReference,
    });
  }
  return { lines, unread };
}

const negate = (cents: number | null) => cents && -Math.abs(cents);
