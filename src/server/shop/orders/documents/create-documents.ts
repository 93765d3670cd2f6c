/**
 * Makes what an order still lacks of documents: its invoice, and credit notes for what was refunded since. Called at the end of each transaction that
 * changes an order, because whoever draws the next number waits until it ends. In a shop without invoices it reads nothing.
 */
import { randomUUID } from 'node:crypto';
import { describePart } from '../../../../contract/bundle.ts';
import { toReference } from '../../../../contract/iban.ts';
import { getCurrencyStep, toDollars } from '../../../../contract/money.ts';
import type { ChosenMethod, PaymentMethodKind } from '../../../../contract/payment-method.ts';
import type { ShopDetails } from '../../../../contract/settings.ts';
import { toDay } from '../../../../contract/time-zone.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { formatAddress } from '../../customers/addresses/address.ts';
import type { DocumentContent, DocumentPerson, TaxCategory, TaxSum } from '../../database/schema/document-content.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import { getDueCents } from '../rows/order-method.ts';
import { type CreditedParts, creditParts, subtractTaxes } from './credited-parts.ts';
import type { DocumentRow, DocumentSource } from './document.repository.ts';
import * as repository from './document.repository.ts';
import { type Invoicing, parseInvoicing } from './invoice-settings.service.ts';
import { readOrderTaxes, sum, sumByRate } from './order-taxes.ts';

interface Making {
  source: DocumentSource;
  invoicing: Invoicing;
  shop: ShopDetails;
  at: Date;
}

const SHIPPED = ['shipped', 'delivered'];
const PAID = ['paid', ...SHIPPED];

const PAID_BY_BALANCE = 'Gift card or store credit';

/** By UNTDID 4461: an online payment service, a credit transfer, cash. */
const PAID_ONLINE = '68';
const BY_TRANSFER = '30';
/** A credit transfer names its account (BR-61 of EN 16931); without an IBAN how it is paid isn't defined. */
const UNDEFINED = '1';
const PAYMENT_CODES: Record<PaymentMethodKind, string> = {
  online: PAID_ONLINE,
  bank_transfer: BY_TRANSFER,
  invoice: BY_TRANSFER,
  cash_on_delivery: '10',
  in_shop: '10',
  paypal: PAID_ONLINE,
};

function isInvoiceDue({ order }: DocumentSource, { isOn, madeWhen, since }: Invoicing): boolean {
  // What is sent before it is paid, on invoice or on delivery, goes with its invoice.
  const statuses = madeWhen === 'paid' && order.paidAt !== null ? PAID : SHIPPED;
  const at = order.paidAt ?? order.createdAt;
  return isOn && !order.isTest && statuses.includes(order.status) && at.toISOString() >= since;
}

type Payment = Pick<DocumentContent, 'payment' | 'paymentCode' | 'paidCents' | 'transfer' | 'dueDay'>;

function toMeans(method: ChosenMethod, number: number | null): Pick<Payment, 'paymentCode' | 'transfer'> {
  const paymentCode = PAYMENT_CODES[method.kind];
  if (paymentCode !== BY_TRANSFER) return { paymentCode };
  const { holder = '', iban = '', bic = '' } = method.account ?? {};
  if (!iban) return { paymentCode: UNDEFINED };
  return { paymentCode, transfer: { holder, iban: iban.replaceAll(' ', ''), bic, reference: number === null ? '' : toReference(number) } };
}

function toPayment({ source: { order }, shop }: Making): Payment {
  const method = order.paymentMethod;
  const isPaid = order.paidAt !== null;
  const byBalance = order.balanceCents > 0 ? `${PAID_BY_BALANCE} ${toDollars(order.balanceCents).toFixed(2)}` : '';
  const rest = getDueCents(order) > 0 ? (method?.name ?? 'Paid online') : '';
  const words = [byBalance, rest].filter(Boolean).join(', ');
  return {
    payment: order.totalCents > 0 ? words : '',
    ...(method ? toMeans(method, order.number) : { paymentCode: PAID_ONLINE }),
    paidCents: isPaid ? order.totalCents : order.balanceCents,
    dueDay: isPaid ? null : toDay(order.dueAt ?? order.createdAt, shop.timeZone),
  };
}

/** Who sells and who buys, the order, and what stands at the end, as all of that is now. */
function toFrame({ source: { order }, invoicing, shop }: Making): Omit<DocumentContent, keyof CreditedParts | keyof Payment | 'corrected'> {
  const { name, address, country = '', email, phone, legalDetails, timeZone, priceLocale } = shop;
  return {
    version: 1,
    seller: { name, address, country, email, phone, legalDetails, vatId: invoicing.vatId, taxNumber: invoicing.taxNumber },
    country: order.billing?.address?.country ?? order.country,
    ...(order.taxes?.some(({ reverseCharge }) => reverseCharge) && order.country !== null && { sentTo: order.country }),
    order: { number: order.number ?? 0, day: toDay(order.createdAt, timeZone) },
    isTaxIncluded: order.isTaxIncluded,
    note: invoicing.note,
    paper: invoicing.paper,
    locale: priceLocale,
  };
}

function toPerson({ order, name, email }: DocumentSource): DocumentPerson {
  const { company, vatId, address: apart = null } = order.billing ?? {};
  const buyer = { name, email, ...(company && { company }), ...(vatId && { vatId }) };
  if (apart) {
    const { country: _country, ...fields } = apart;
    return { ...buyer, address: formatAddress(apart), fields };
  }
  const { address, recipient, street, postcode, city, region } = order;
  const fields =
    recipient === null ? null : { recipient, street: street ?? '', postcode: postcode ?? '', city: city ?? '', region: region ?? '' };
  return { ...buyer, address, fields };
}

function toInvoiceContent(making: Making): DocumentContent {
  const { source, invoicing } = making;
  const { order } = source;
  const untaxed: TaxCategory = invoicing.untaxedNote ? 'E' : 'Z';
  const taxes = readOrderTaxes(order, source.lines, untaxed);
  const lines = source.lines.map(({ name, options, sku, quantity, priceCents, discountCents, bundle }, index) => ({
    ...{ name, sku: sku ?? '', quantity, priceCents, discountCents },
    details:
      bundle?.parts.map((part) => describePart({ name: part.name, options: part.options, count: part.count }, quantity)).join(', ') ??
      options,
    ...(taxes.lines[index] ?? { netCents: 0, taxCents: 0, ratePpm: 0, category: untaxed }),
  }));
  const byHand = order.feeCents > 0 ? (order.paymentMethod?.name ?? 'Payment fee') : '';
  const chargeName = [order.shippingName ?? '', byHand].filter(Boolean).join(', ');
  const charges = [...taxes.charges.map((it) => ({ name: chargeName, ...it })), ...taxes.localFees];
  return {
    ...toFrame(making),
    lines,
    charges,
    discount: order.discountCents > 0 ? { code: order.discountCode ?? '', cents: order.discountCents } : null,
    taxes: sumByRate([...taxes.lines, ...charges.map(({ name: _name, ...taxed }) => taxed)], invoicing.untaxedNote),
    ...toPayment(making),
    corrected: null,
  };
}

const SETTLED = { paymentCode: PAID_ONLINE, dueDay: null };

interface Draft {
  kind: DocumentRow['kind'];
  content: DocumentContent;
  corrects: string | null;
  refundId: string | null;
}

async function write(
  tx: Database,
  { source, invoicing, shop, at }: Making,
  { kind, content, corrects, refundId }: Draft,
): Promise<DocumentRow> {
  const id = randomUUID();
  await repository.createDocument(tx, {
    ...{ id, kind, content, corrects, refundId, createdAt: at, orderId: source.order.id },
    prefix: kind === 'invoice' ? invoicing.invoicePrefix : invoicing.creditNotePrefix,
    day: toDay(at, shop.timeZone),
    currency: source.order.currency,
    ...{ netCents: sum(content.taxes, 'netCents'), taxCents: sum(content.taxes, 'taxCents') },
    person: toPerson(source),
  });
  const written = await repository.findDocument(tx, id);
  if (!written) throw new Error('the document was not written');
  return written;
}

const toCorrected = ({ number, day }: DocumentRow) => ({ number, day });

/** Sums of the order's documents: what credit notes took back, less what was charged again. */
const listSigned = (documents: readonly DocumentRow[]): { sign: 1 | -1; taxes: TaxSum[] }[] =>
  documents.map(({ kind, content }) => ({ sign: kind === 'credit_note' ? 1 : -1, taxes: content.taxes }));

async function writeCreditNote(
  tx: Database,
  making: Making,
  invoice: DocumentRow,
  later: DocumentRow[],
  grossCents: number,
): Promise<void> {
  const { source } = making;
  const refund = await repository.findUncreditedRefund(tx, source.order.id, grossCents);
  const refunded = refund ? await repository.sumCreditedPieces(tx, source.order.id) : new Map<number, number>();
  const selection = refund && {
    shippingCents: refund.shippingCents,
    lines: refund.lines.map((it) => ({ ...it, refunded: refunded.get(it.position) ?? 0 })),
  };
  const left = subtractTaxes(invoice.content.taxes, listSigned(later));
  const step = getCurrencyStep(source.order.currency);
  const parts = creditParts({ invoice: invoice.content, left, grossCents, selection, step, name: 'Refund' });
  const content = { ...toFrame(making), ...parts, payment: 'Refunded', ...SETTLED, paidCents: grossCents, corrected: toCorrected(invoice) };
  await write(tx, making, { kind: 'credit_note', content, corrects: invoice.id, refundId: refund?.id ?? null });
}

/** A refund that didn't arrive: the money is with the shop, and so is charged again. */
async function writeChargedAgain(tx: Database, making: Making, later: DocumentRow[], grossCents: number): Promise<void> {
  const undone = new Set(later.map(({ corrects }) => corrects));
  const creditNotes = later.filter(({ kind, id }) => kind === 'credit_note' && !undone.has(id)).reverse();
  const failed = creditNotes.find((it) => it.grossCents === grossCents) ?? creditNotes[0];
  if (!failed) return;
  const left = subtractTaxes(failed.content.taxes, []);
  const step = getCurrencyStep(making.source.order.currency);
  const parts = creditParts({ invoice: failed.content, left, grossCents, selection: null, step, name: 'Refund that failed' });
  const content = {
    ...toFrame(making),
    ...parts,
    payment: 'Paid online',
    ...SETTLED,
    paidCents: grossCents,
    corrected: toCorrected(failed),
  };
  await write(tx, making, { kind: 'invoice', content, corrects: failed.id, refundId: null });
}

async function balance(tx: Database, making: Making, documents: DocumentRow[]): Promise<void> {
  const invoice = documents.find(({ kind, corrects }) => kind === 'invoice' && corrects === null);
  if (!invoice) return;
  const later = documents.filter((it) => it !== invoice);
  const credited = later.reduce((all, { kind, grossCents }) => all + (kind === 'credit_note' ? grossCents : -grossCents), 0);
  const missing = making.source.order.refundedCents - credited;
  if (missing > 0) await writeCreditNote(tx, making, invoice, later, missing);
  if (missing < 0) await writeChargedAgain(tx, making, later, -missing);
}

async function startMaking(tx: Database, orderId: string, invoicing: Invoicing, at: Date): Promise<Making | null> {
  const source = await repository.findDocumentSource(tx, orderId);
  return source && { source, invoicing, shop: await readShopDetails(tx), at };
}

const writeInvoice = (tx: Database, making: Making) =>
  write(tx, making, { kind: 'invoice', content: toInvoiceContent(making), corrects: null, refundId: null });

/** `order`: as it was locked; what it has become is read. */
export async function createDueDocuments(tx: Database, order: LockedOrder, at: Date): Promise<void> {
  const invoicing = parseInvoicing(order.invoicing);
  if (!invoicing || order.isTest || (!invoicing.isOn && !order.hasDocuments)) return;
  const making = await startMaking(tx, order.id, invoicing, at);
  if (!making || making.source.order.number === null) return;
  const documents = order.hasDocuments ? await repository.listDocumentsOf(tx, order.id) : [];
  if (!documents.length && isInvoiceDue(making.source, invoicing)) documents.push(await writeInvoice(tx, making));
  await balance(tx, making, documents);
}

/** By the merchant's wish, of an order that was paid before invoices were on. The order is locked, and has none. */
export async function createMissingInvoice(tx: Database, order: LockedOrder, invoicing: Invoicing, at: Date): Promise<void> {
  const making = await startMaking(tx, order.id, invoicing, at);
  if (making) await balance(tx, making, [await writeInvoice(tx, making)]);
}
