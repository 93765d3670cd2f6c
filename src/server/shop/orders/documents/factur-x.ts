/**
 * The same document for programs: EN 16931 as UN/CEFACT Cross Industry Invoice, which Factur-X and ZUGFeRD attach to the PDF. Terms are named by
 * their numbers in the standard (BT, BG).
 */
import { toDollars } from '../../../../contract/money.ts';
import type { Charge, DocumentContent, DocumentLine, Taxed, TaxSum } from '../../database/schema/document-content.ts';
import type { DocumentRow } from './document.repository.ts';
import { sum } from './order-taxes.ts';

const NAMESPACES = [
  'xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"',
  'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"',
  'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"',
  'xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100"',
].join(' ');

/** BT-3: an invoice, a credit note. */
const TYPE_CODES = { invoice: '380', credit_note: '381' } as const;
/** BT-105 by UNTDID 7161: freight. */
const FREIGHT = 'FC';
/** BT-130 by UN/ECE Recommendation 20: pieces. */
const PIECE = 'C62';

/** What XML 1.0 can't hold is left out. */
export const escapeXml = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '').replace(/[<>&'"]/g, (it) => `&#${it.charCodeAt(0)};`);

/** An element; nothing where it would be empty. */
const element = (name: string, content: string, attributes = ''): string =>
  content ? `<${name}${attributes && ` ${attributes}`}>${content}</${name}>` : '';
const ram = (name: string, ...content: string[]): string => element(`ram:${name}`, content.join(''));
const text = (name: string, value: string): string => ram(name, escapeXml(value.trim()));
const amount = (name: string, cents: number): string => ram(name, toDollars(cents).toFixed(2));

const toDate = (day: string) => day.replaceAll('-', '');
const toRate = (ratePpm: number) => String(ratePpm / 10_000);

/** BG-23, BG-30: which tax. */
function writeTax({ category, ratePpm }: Pick<Taxed, 'category' | 'ratePpm'>): string {
  return text('CategoryCode', category) + (category === 'O' ? '' : ram('RateApplicablePercent', toRate(ratePpm)));
}

/** BG-25. The price is that of all pieces, by the number of pieces that it is for (BT-149), so that it has no rounding of its own. */
function writeLine(line: DocumentLine, index: number): string {
  return ram(
    'IncludedSupplyChainTradeLineItem',
    ram('AssociatedDocumentLineDocument', ram('LineID', String(index + 1))),
    ram('SpecifiedTradeProduct', text('SellerAssignedID', line.sku), text('Name', line.name || '-'), text('Description', line.details)),
    ram(
      'SpecifiedLineTradeAgreement',
      ram(
        'NetPriceProductTradePrice',
        amount('ChargeAmount', line.netCents),
        element('ram:BasisQuantity', String(line.quantity), `unitCode="${PIECE}"`),
      ),
    ),
    ram('SpecifiedLineTradeDelivery', element('ram:BilledQuantity', String(line.quantity), `unitCode="${PIECE}"`)),
    ram(
      'SpecifiedLineTradeSettlement',
      ram('ApplicableTradeTax', ram('TypeCode', 'VAT'), writeTax(line)),
      ram('SpecifiedTradeSettlementLineMonetarySummation', amount('LineTotalAmount', line.netCents)),
    ),
  );
}

const writeEmail = (email: string) => ram('URIUniversalCommunication', element('ram:URIID', escapeXml(email.trim()), 'schemeID="EM"'));

const writeRegistration = (id: string, scheme: 'VA' | 'FC') =>
  ram('SpecifiedTaxRegistration', element('ram:ID', escapeXml(id.trim()), `schemeID="${scheme}"`));

/** A text of any number of lines in the three that an address has (BT-35 to BT-162). */
function writeLines(address: string): string {
  const lines = address
    .split('\n')
    .map((it) => it.trim())
    .filter(Boolean);
  const [one = '', two = ''] = lines;
  return text('LineOne', one) + text('LineTwo', two) + text('LineThree', lines.slice(2).join(', '));
}

/** BG-4. */
function writeSeller({ name, address, country, email, vatId, taxNumber }: DocumentContent['seller']): string {
  return ram(
    'SellerTradeParty',
    text('Name', name),
    ram('PostalTradeAddress', writeLines(address), text('CountryID', country)),
    writeEmail(email),
    writeRegistration(vatId, 'VA'),
    writeRegistration(taxNumber, 'FC'),
  );
}

/** Stands for a buyer whose name the law no longer asks for. */
export const ERASED_BUYER = 'Erased customer';

/** BG-7. */
function writeBuyer(country: string, personal: DocumentRow['personal']): string {
  const fields = personal?.fields;
  const address = fields
    ? text('PostcodeCode', fields.postcode) + writeLines(fields.street) + text('CityName', fields.city)
    : writeLines(personal?.address ?? '');
  return ram(
    'BuyerTradeParty',
    text('Name', personal ? personal.company || personal.name : ERASED_BUYER),
    ram('DefinedTradeContact', text('PersonName', personal?.company ? personal.name : '')),
    ram('PostalTradeAddress', address, text('CountryID', country), text('CountrySubDivisionName', fields?.region ?? '')),
    writeEmail(personal?.email ?? ''),
    writeRegistration(personal?.vatId ?? '', 'VA'),
  );
}

/** BG-23. */
const writeTaxSum = (it: TaxSum): string =>
  ram(
    'ApplicableTradeTax',
    amount('CalculatedAmount', it.taxCents),
    ram('TypeCode', 'VAT'),
    text('ExemptionReason', it.reason),
    amount('BasisAmount', it.netCents),
    writeTax(it),
  );

/** BG-21. */
const writeCharge = (charge: Charge): string =>
  ram(
    'SpecifiedTradeAllowanceCharge',
    ram('ChargeIndicator', '<udt:Indicator>true</udt:Indicator>'),
    amount('ActualAmount', charge.netCents),
    ram('ReasonCode', FREIGHT),
    text('Reason', charge.name || 'Shipping'),
    ram('CategoryTradeTax', ram('TypeCode', 'VAT'), writeTax(charge)),
  );

/** BG-22. */
function writeSums({ lines, charges, taxes, paidCents }: DocumentContent, currency: string): string {
  const [net, tax] = [sum(taxes, 'netCents'), sum(taxes, 'taxCents')];
  return ram(
    'SpecifiedTradeSettlementHeaderMonetarySummation',
    amount('LineTotalAmount', sum(lines, 'netCents')),
    amount('ChargeTotalAmount', sum(charges, 'netCents')),
    amount('AllowanceTotalAmount', 0),
    amount('TaxBasisTotalAmount', net),
    element('ram:TaxTotalAmount', toDollars(tax).toFixed(2), `currencyID="${currency}"`),
    amount('GrandTotalAmount', net + tax),
    amount('TotalPrepaidAmount', paidCents),
    amount('DuePayableAmount', net + tax - paidCents),
  );
}

const writeDay = (day: string) => `<udt:DateTimeString format="102">${toDate(day)}</udt:DateTimeString>`;

/** BG-13, of what has to say where it was sent: BT-80, and BT-72 as the day of the document. Never absent. */
const writeDelivery = ({ sentTo }: DocumentContent, day: string): string =>
  sentTo
    ? ram(
        'ApplicableHeaderTradeDelivery',
        ram('ShipToTradeParty', ram('PostalTradeAddress', text('CountryID', sentTo))),
        ram('ActualDeliverySupplyChainEvent', ram('OccurrenceDateTime', writeDay(day))),
      )
    : '<ram:ApplicableHeaderTradeDelivery/>';

/** BG-16, with the account of a transfer (BG-17). */
const writeMeans = ({ payment, paymentCode, transfer }: DocumentContent): string =>
  payment &&
  ram(
    'SpecifiedTradeSettlementPaymentMeans',
    ram('TypeCode', paymentCode),
    text('Information', payment),
    transfer ? ram('PayeePartyCreditorFinancialAccount', text('IBANID', transfer.iban), text('AccountName', transfer.holder)) : '',
    transfer?.bic ? ram('PayeeSpecifiedCreditorFinancialInstitution', text('BICID', transfer.bic)) : '',
  );

/** BT-9. */
const writeTerms = (dueDay: string | null): string =>
  dueDay === null ? '' : ram('SpecifiedTradePaymentTerms', ram('DueDateDateTime', writeDay(dueDay)));

/** BG-3. */
const writeCorrected = (corrected: DocumentContent['corrected']): string =>
  corrected
    ? ram(
        'InvoiceReferencedDocument',
        text('IssuerAssignedID', corrected.number),
        ram('FormattedIssueDateTime', `<qdt:DateTimeString format="102">${toDate(corrected.day)}</qdt:DateTimeString>`),
      )
    : '';

type Document = Pick<DocumentRow, 'kind' | 'number' | 'day' | 'currency' | 'content' | 'personal'>;

/** Null where the order doesn't say in which country its buyer is, which the standard requires (BT-55). */
export function writeCrossIndustryInvoice({ kind, number, day, currency, content, personal }: Document): string | null {
  if (content.country === null || !content.seller.country) return null;
  const code = currency.toUpperCase();
  const transaction = [
    ...content.lines.map(writeLine),
    ram(
      'ApplicableHeaderTradeAgreement',
      writeSeller(content.seller),
      writeBuyer(content.country, personal),
      ram('SellerOrderReferencedDocument', ram('IssuerAssignedID', String(content.order.number))),
    ),
    writeDelivery(content, day),
    ram(
      'ApplicableHeaderTradeSettlement',
      text('PaymentReference', content.transfer?.reference ?? ''),
      ram('InvoiceCurrencyCode', code),
      writeMeans(content),
      ...content.taxes.map(writeTaxSum),
      ...content.charges.map(writeCharge),
      writeTerms(content.dueDay),
      writeSums(content, code),
      writeCorrected(content.corrected),
    ),
  ];
  const head = element(
    'rsm:ExchangedDocumentContext',
    ram('GuidelineSpecifiedDocumentContextParameter', ram('ID', 'urn:cen.eu:en16931:2017')),
  );
  const about = element(
    'rsm:ExchangedDocument',
    [
      text('ID', number),
      ram('TypeCode', TYPE_CODES[kind]),
      ram('IssueDateTime', writeDay(day)),
      ...[content.note, content.seller.legalDetails].map((it) => ram('IncludedNote', text('Content', it))),
    ].join(''),
  );
  const body = element('rsm:SupplyChainTradeTransaction', transaction.join(''));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('rsm:CrossIndustryInvoice', head + about + body, NAMESPACES)}\n`;
}
