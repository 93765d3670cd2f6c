/** An invoice or a credit note as PDF/A-3, with the same as EN 16931 attached (Factur-X), from its row alone. */
import { formatMoney, toDollars } from '../../../../contract/money.ts';
import type { Charge, DocumentContent, DocumentLine, Taxed } from '../../database/schema/document-content.ts';
import type { DocumentRow } from './document.repository.ts';
import { ERASED_BUYER, writeCrossIndustryInvoice } from './factur-x.ts';
import { FACTUR_X_METADATA } from './factur-x-metadata.ts';
import { finishPdf, getBottom, getWidth, MARGIN, openPdf, type Pdf, setBold, setPlain, setSoft, toPrintable } from './open-pdf.ts';
import { sum } from './order-taxes.ts';

const TITLES = { invoice: 'Invoice', credit_note: 'Credit note' } as const;
const LINE = '#d9d4ca';
const GAP = 8;

type Align = 'left' | 'right';

interface Column {
  title: string;
  width: number;
  align: Align;
}

/** The widths of numbers; what is left is the item's. */
function listColumns(width: number): Column[] {
  const numbers = [44, 84, 54, 90];
  const item = width - numbers.reduce((all, it) => all + it, 0);
  const titles = ['Item', 'Quantity', 'Price', 'Tax', 'Amount'];
  return [item, ...numbers].map((it, index) => ({ title: titles[index] ?? '', width: it, align: index === 0 ? 'left' : 'right' }));
}

const formatRate = ({ ratePpm }: Pick<Taxed, 'ratePpm'>) => `${ratePpm / 10_000}%`;

interface Sheet {
  pdf: Pdf;
  content: DocumentContent;
  money: (cents: number) => string;
}

/** As the shop's prices are: with tax or without. */
const toShown = ({ isTaxIncluded }: DocumentContent, { netCents, taxCents }: Pick<Taxed, 'netCents' | 'taxCents'>) =>
  isTaxIncluded ? netCents + taxCents : netCents;

/** Before its discount, which has a row of its own. */
const toAmount = (content: DocumentContent, line: DocumentLine) => toShown(content, line) + line.discountCents;

function rule({ pdf }: Sheet, y: number): void {
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + getWidth(pdf), y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
}

function writeHead({ pdf, content }: Sheet, { kind, number, day }: DocumentRow): void {
  const half = getWidth(pdf) / 2;
  const { name, address, email, phone } = content.seller;
  const [top, right] = [MARGIN, MARGIN + half];
  setBold(pdf, 20).text(TITLES[kind], right, top, { width: half, align: 'right' });
  setPlain(pdf).text(number, { width: half, align: 'right' });
  setSoft(pdf).text(`Date ${day}`, { width: half, align: 'right' });
  pdf.text(`Order #${content.order.number} of ${content.order.day}`, { width: half, align: 'right' });
  if (content.corrected) pdf.text(`For ${content.corrected.number} of ${content.corrected.day}`, { width: half, align: 'right' });
  const endOfRight = pdf.y;
  setBold(pdf, 13).text(toPrintable(name), MARGIN, top + 3, { width: half - GAP });
  setSoft(pdf).text(toPrintable([address, [email, phone].filter(Boolean).join(' · ')].filter(Boolean).join('\n')), { width: half - GAP });
  pdf.y = Math.max(pdf.y, endOfRight) + 28;
}

function writeBuyer({ pdf }: Sheet, personal: DocumentRow['personal']): void {
  setSoft(pdf).text('Customer', MARGIN, pdf.y);
  const { company = '', vatId = '' } = personal ?? {};
  const lines = personal ? [personal.name, personal.address, personal.email] : [ERASED_BUYER];
  // An address begins with whom it is for, who is mostly the buyer.
  const shown = personal?.address.startsWith(`${personal.name}\n`) ? lines.slice(1) : lines;
  const all = [company, ...shown, vatId && `VAT ID ${vatId}`];
  setPlain(pdf).text(toPrintable(all.filter(Boolean).join('\n')), { width: getWidth(pdf) * 0.6 });
  pdf.y += 22;
}

function writeRow({ pdf }: Sheet, columns: Column[], cells: string[]): void {
  const y = pdf.y;
  let [x, end] = [MARGIN, y];
  for (const [index, { width, align }] of columns.entries()) {
    pdf.text(cells[index] ?? '', x + (align === 'right' ? GAP : 0), y, { width: width - GAP, align });
    end = Math.max(end, pdf.y);
    x += width;
  }
  pdf.x = MARGIN;
  pdf.y = end;
}

function writeTableHead(sheet: Sheet, columns: Column[]): void {
  const { pdf } = sheet;
  setSoft(pdf);
  writeRow(
    sheet,
    columns,
    columns.map(({ title }) => title),
  );
  rule(sheet, pdf.y + 3);
  pdf.y += 8;
}

/** A new page where this much has no room; `onPage` begins it. */
function makeRoom({ pdf }: Sheet, height: number, onPage: () => void = () => undefined): void {
  if (pdf.y + height <= getBottom(pdf)) return;
  pdf.addPage();
  pdf.y = MARGIN;
  onPage();
}

function writeLines(sheet: Sheet): void {
  const { pdf, content, money } = sheet;
  const columns = listColumns(getWidth(pdf));
  const itemWidth = (columns[0]?.width ?? 0) - GAP;
  writeTableHead(sheet, columns);
  for (const line of content.lines) {
    const details = toPrintable([line.details, line.sku && `SKU ${line.sku}`].filter(Boolean).join('\n'));
    const name = toPrintable(line.name);
    const height =
      setPlain(pdf).heightOfString(name, { width: itemWidth }) + (details ? setSoft(pdf).heightOfString(details, { width: itemWidth }) : 0);
    makeRoom(sheet, height + 10, () => writeTableHead(sheet, columns));
    setPlain(pdf);
    writeRow(sheet, columns, [name, String(line.quantity), money(line.priceCents), formatRate(line), money(toAmount(content, line))]);
    if (details) setSoft(pdf).text(details, MARGIN, pdf.y, { width: itemWidth });
    rule(sheet, pdf.y + 3);
    pdf.y += 8;
  }
}

/** Parts of several rates are told apart by their rate. */
const nameCharge = (charge: Charge, isPart: boolean): string =>
  `Shipping${charge.name && `: ${charge.name}`}${isPart ? ` (${formatRate(charge)})` : ''}`;

/** What leads from the lines' sum to the total. */
function listTotals({ content, money }: Sheet): [name: string, value: string][] {
  const { lines, charges, discount, taxes, isTaxIncluded } = content;
  const discountCents = sum(lines, 'discountCents');
  const subtotal = lines.reduce((all, line) => all + toAmount(content, line), 0);
  const rows: [string, string][] = [
    ...(discountCents > 0
      ? [[discount?.code ? `Discount (${discount.code})` : 'Discount', money(-discountCents)] as [string, string]]
      : []),
    ...charges.map((it): [string, string] => [nameCharge(it, charges.length > 1), money(toShown(content, it))]),
    ...(isTaxIncluded
      ? []
      : taxes.filter(({ taxCents }) => taxCents > 0).map((it): [string, string] => [`Tax ${formatRate(it)}`, money(it.taxCents)])),
  ];
  return rows.length ? [['Subtotal', money(subtotal)], ...rows] : [];
}

function writeTotals(sheet: Sheet, kind: DocumentRow['kind']): void {
  const { pdf, content, money } = sheet;
  const half = getWidth(pdf) / 2;
  const columns: Column[] = [
    { title: '', width: half, align: 'left' },
    { title: '', width: half - 110, align: 'left' },
    { title: '', width: 110, align: 'right' },
  ];
  const rows = listTotals(sheet);
  makeRoom(sheet, rows.length * 15 + 60);
  pdf.y += 4;
  setPlain(pdf);
  for (const [name, value] of rows) writeRow(sheet, columns, ['', toPrintable(name), value]);
  pdf.y += 3;
  setBold(pdf, 12);
  const total = sum(content.taxes, 'netCents') + sum(content.taxes, 'taxCents');
  writeRow(sheet, columns, ['', kind === 'invoice' ? 'Total' : 'Credited', money(total)]);
  setSoft(pdf);
  if (content.payment) writeRow(sheet, columns, ['', toPrintable(content.payment), money(content.paidCents)]);
  pdf.y += 20;
}

function writeTaxes(sheet: Sheet): void {
  const { pdf, content, money } = sheet;
  if (!content.taxes.length) return;
  const width = getWidth(pdf);
  const columns: Column[] = ['Tax rate', 'Net', 'Tax', 'Gross'].map((title, index) => ({
    title,
    width: width / 4,
    align: index === 0 ? 'left' : 'right',
  }));
  makeRoom(sheet, content.taxes.length * 26 + 40);
  writeTableHead(sheet, columns);
  for (const it of content.taxes) {
    setPlain(pdf);
    writeRow(sheet, columns, [formatRate(it), money(it.netCents), money(it.taxCents), money(it.netCents + it.taxCents)]);
    if (it.reason) setSoft(pdf).text(toPrintable(it.reason), MARGIN, pdf.y, { width });
    pdf.y += 4;
  }
  pdf.y += 14;
}

/** What is still to be paid, until when and where to. */
function describeDue({ content, money }: Sheet): string {
  const { dueDay, transfer, taxes, paidCents } = content;
  const dueCents = sum(taxes, 'netCents') + sum(taxes, 'taxCents') - paidCents;
  if (dueDay === null || dueCents <= 0) return '';
  const account = transfer && [transfer.holder, `IBAN ${transfer.iban}`, transfer.bic && `BIC ${transfer.bic}`].filter(Boolean).join(', ');
  const reference = transfer?.reference ? `\nReference: ${transfer.reference}` : '';
  return `To pay by ${dueDay}: ${money(dueCents)}${account ? `\nTo ${account}${reference}` : ''}`;
}

function writeNotes(sheet: Sheet): void {
  const { pdf, content } = sheet;
  const { vatId, taxNumber, legalDetails } = content.seller;
  const numbers = [vatId && `VAT ID ${vatId}`, taxNumber && `Tax number ${taxNumber}`].filter(Boolean).join(' · ');
  for (const note of [describeDue(sheet), content.note, [numbers, legalDetails].filter(Boolean).join('\n')].filter(Boolean)) {
    const printable = toPrintable(note);
    makeRoom(sheet, Math.min(200, setSoft(pdf).heightOfString(printable, { width: getWidth(pdf) })));
    setSoft(pdf).text(printable, MARGIN, pdf.y, { width: getWidth(pdf) });
    pdf.y += 8;
  }
}

export function renderDocument(document: DocumentRow): AsyncIterable<Uint8Array> {
  const { kind, number, createdAt, currency, content, personal } = document;
  const title = `${TITLES[kind]} ${number}`;
  const pdf = openPdf({ paper: content.paper, title, at: createdAt });
  const format = { currency: currency.toUpperCase(), locale: content.locale };
  const sheet = { pdf, content, money: (cents: number) => toPrintable(formatMoney(toDollars(cents), format)) };
  writeHead(sheet, document);
  writeBuyer(sheet, personal);
  writeLines(sheet);
  writeTotals(sheet, kind);
  writeTaxes(sheet);
  writeNotes(sheet);
  const xml = writeCrossIndustryInvoice(document);
  if (xml) attachXml(pdf, xml, createdAt);
  return finishPdf(pdf, title);
}

/** The file's name and its metadata are those of Factur-X 1.0 and ZUGFeRD 2. */
function attachXml(pdf: Pdf, xml: string, at: Date): void {
  const options = {
    name: 'factur-x.xml',
    type: 'text/xml',
    relationship: 'Alternative',
    description: 'Factur-X',
    creationDate: at,
    modifiedDate: at,
  };
  pdf.file(Buffer.from(xml), options as never);
  (pdf as unknown as { appendXML: (xml: string) => void }).appendXML(FACTUR_X_METADATA);
}
