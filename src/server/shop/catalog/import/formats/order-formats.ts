/** Orders of a former shop, as our own export, Shopify's, and the common exports of WooCommerce name their columns: read as one row an order. */
import { type CsvRow, type FormatRow, type ImportFormat, noteOthers, toCells, toJson } from './format.ts';
import { groupRows } from './group-rows.ts';
import { createRowFormats, type RowColumn } from './row-format.ts';

/** More than the lines that an order can have there. */
const MAX_LINES = 1000;

const PARTS = ['name', 'company', 'street', 'street_2', 'postcode', 'city', 'region', 'country'] as const;

const SHOPIFY_PARTS: Record<(typeof PARTS)[number], string[]> = {
  name: ['name'],
  company: ['company'],
  street: ['street', 'address1'],
  street_2: ['address2'],
  postcode: ['zip'],
  city: ['city'],
  region: ['province', 'province name'],
  country: ['country'],
};

const WOO_PARTS: Record<(typeof PARTS)[number], string[]> = {
  name: ['first_name', 'first name'],
  company: ['company'],
  street: ['address_1', 'address 1&2', 'address 1'],
  street_2: ['address_2', 'address 2'],
  postcode: ['postcode'],
  city: ['city'],
  region: ['state', 'state code'],
  country: ['country', 'country code'],
};

const listAddress = (of: 'billing' | 'shipping'): RowColumn[] => [
  ...PARTS.map((part) => ({
    name: `${of}_${part}`,
    shopify: SHOPIFY_PARTS[part].map((title) => `${of} ${title}`),
    woocommerce: WOO_PARTS[part].flatMap((title) => [`${of}_${title}`, `${title} (${of})`]),
  })),
  { name: `${of}_last_name`, woocommerce: [`last name (${of})`] },
];

/** Some exports have a column for each line. */
const LINE_COLUMNS = Array.from({ length: 30 }, (_, index) => `line_item_${index + 1}`);

const COLUMNS: RowColumn[] = [
  { name: 'number', shopify: ['name'], woocommerce: ['order number', 'order_number', 'order #', 'order_id', 'order id'] },
  { name: 'placed', own: ['created at'], woocommerce: ['order date', 'order_date', 'date', 'date created'] },
  { name: 'status', shopify: ['financial status'], woocommerce: ['order status', 'order_status'] },
  { name: 'fulfillment', shopify: ['fulfillment status'] },
  { name: 'cancelled', shopify: ['cancelled at'] },
  { name: 'email', own: ['e-mail'], woocommerce: ['billing_email', 'email (billing)', 'customer_email'] },
  { name: 'customer', woocommerce: ['customer name'] },
  { name: 'phone', woocommerce: ['billing_phone', 'phone (billing)'] },
  { name: 'address' },
  { name: 'billing_address' },
  { name: 'currency', woocommerce: ['order_currency', 'order currency'] },
  { name: 'subtotal', woocommerce: ['order subtotal amount', 'order_subtotal', 'cart_subtotal'], number: 'other' },
  {
    name: 'discount',
    shopify: ['discount amount'],
    woocommerce: ['cart discount amount', 'discount_total', 'cart_discount', 'order_discount'],
    number: 'other',
  },
  { name: 'code', shopify: ['discount code'], woocommerce: ['coupon code', 'coupon(s)', 'coupons', 'coupon_items'] },
  { name: 'shipping', woocommerce: ['order shipping amount', 'shipping_total', 'order_shipping'], number: 'other' },
  { name: 'shipping_rate', shopify: ['shipping method'], woocommerce: ['shipping method title', 'shipping_method'] },
  { name: 'tax', shopify: ['taxes'], woocommerce: ['order total tax amount', 'tax_total', 'total_tax', 'order_tax'], number: 'other' },
  { name: 'tax_included' },
  { name: 'total', woocommerce: ['order total amount', 'order_total', 'n. revenue'], number: 'other' },
  { name: 'refunded', shopify: ['refunded amount'], woocommerce: ['order refund amount', 'refunded_total'], number: 'other' },
  { name: 'provider', shopify: ['payment method'], woocommerce: ['payment method title', 'payment_method_title', 'payment_method'] },
  { name: 'note', shopify: ['notes'], woocommerce: ['customer note', 'customer_note', 'order_comments'] },
  { name: 'tags' },
  { name: 'items', woocommerce: ['product(s)', 'line_items', 'line items', 'products'] },
  { name: 'lines' },
  { name: 'line_name', shopify: ['lineitem name'], woocommerce: ['item name', 'product name'] },
  { name: 'line_sku', shopify: ['lineitem sku'], woocommerce: ['sku'] },
  { name: 'line_quantity', shopify: ['lineitem quantity'], woocommerce: ['quantity', 'item quantity'], number: 'other' },
  { name: 'line_price', shopify: ['lineitem price'], woocommerce: ['item cost', 'item price'], number: 'other' },
  ...listAddress('shipping'),
  ...listAddress('billing'),
  ...LINE_COLUMNS.map((name) => ({ name })),
];

type Cells = CsvRow['cells'];

interface Line {
  name: string;
  sku?: string | undefined;
  quantity?: string | undefined;
  price?: string | undefined;
}

/** `name:Mug|sku:M-1|quantity:2|total:19.00`, as some exports write a line. */
function readParts(text: string): Line | null {
  const parts = new Map(
    text.split('|').map((it) => {
      const [key = '', ...value] = it.split(':');
      return [key.trim().toLowerCase(), value.join(':').trim()] as const;
    }),
  );
  const name = parts.get('name');
  if (!name) return null;
  const [quantity, total] = [parts.get('quantity') ?? parts.get('qty') ?? '1', parts.get('total')];
  const price = total && Number(quantity) > 0 ? String(Math.round((Number(total) / Number(quantity)) * 100) / 100) : parts.get('price');
  return { name, sku: parts.get('sku'), quantity, price };
}

/** `2 × Mug; Cup`, as our own export and WooCommerce's list write what was bought; a line of another form is its name. */
function readItems(text: string): Line[] {
  return text.split(/;\s*|\n/).flatMap((it): Line[] => {
    if (!it.trim()) return [];
    const structured = readParts(it);
    if (structured) return [structured];
    const [, quantity = '1', name = it.trim()] = /^\s*(\d+)\s*[×x]\s*(.+)$/su.exec(it) ?? [];
    return [{ name, quantity }];
  });
}

function listLines(rows: FormatRow[], { items, ...head }: Cells): Line[] {
  const own = rows.flatMap(({ cells }) =>
    cells.line_name ? [{ name: cells.line_name, sku: cells.line_sku, quantity: cells.line_quantity, price: cells.line_price }] : [],
  );
  if (own.length) return own;
  const columns = LINE_COLUMNS.flatMap((name) => head[name] ?? []).flatMap((text) => readParts(text) ?? { name: text });
  return columns.length ? columns : readItems(items ?? '');
}

function printAddress(cells: Cells, of: 'billing' | 'shipping'): string | undefined {
  const at = (part: string) => cells[`${of}_${part}`] ?? '';
  if (!PARTS.some((part) => part !== 'name' && at(part))) return undefined;
  const name = [at('name'), at('last_name')].filter(Boolean).join(' ');
  const town = [at('postcode'), at('city')].filter(Boolean).join(' ');
  return [name, at('company'), at('street'), at('street_2'), town, at('region'), at('country')].filter((line) => line.trim()).join('\n');
}

/** The first row that has a cell says it: further rows of an order have its lines alone. */
function mergeCells(rows: FormatRow[]): Cells {
  const merged: Cells = {};
  for (const { cells } of rows) for (const [name, cell] of Object.entries(cells)) merged[name] ??= cell;
  return merged;
}

function toOrderRow(rows: FormatRow[], fraction: number, format: ImportFormat): CsvRow {
  const cells = mergeCells(rows);
  const notices = [...rows.flatMap((it) => it.notices ?? []), ...noteOthers(rows, format)];
  const name = [cells.billing_name ?? cells.shipping_name, cells.billing_last_name ?? cells.shipping_last_name].filter(Boolean).join(' ');
  return {
    row: rows[0]?.row ?? 0,
    rows: rows.map(({ row }) => row),
    cells: toCells({
      ...Object.fromEntries(Object.entries(cells).filter(([column]) => !/^(line_|billing_|shipping_(?!rate)|items$)/.test(column))),
      status: [cells.cancelled && 'cancelled', cells.status, cells.fulfillment].filter(Boolean).join(', '),
      customer: cells.customer ?? name,
      address: cells.address ?? printAddress(cells, 'shipping'),
      billing_address: cells.billing_address ?? printAddress(cells, 'billing'),
      lines: cells.lines ?? toJson(listLines(rows, cells)),
    }),
    ...(notices.length && { notices }),
    error: null,
    fraction,
  };
}

async function* toRows(open: () => AsyncIterable<FormatRow>, format: ImportFormat): AsyncGenerator<CsvRow> {
  const keyOf = ({ cells }: FormatRow) => cells.number?.toLowerCase() ?? '';
  for await (const group of groupRows(open, { column: 'number', keyOf, maxRows: MAX_LINES }))
    yield 'error' in group ? group : toOrderRow(group.rows, group.fraction, format);
}

export const ORDER_FORMATS = createRowFormats({
  kind: 'orders',
  required: [['number', 'placed', 'total']],
  columns: COLUMNS,
  signatures: {
    shopify: [['name', 'financial status', 'lineitem name']],
    woocommerce: [
      ['order number', 'order status', 'order date'],
      ['order #', 'product(s)', 'status'],
      ['order_id', 'order_date'],
      ['order_number', 'order_date'],
    ],
    products: [
      ['number', 'placed', 'items'],
      ['number', 'placed', 'lines'],
    ],
  },
  ignored:
    /id|guest|paid|net|delivery_(from|to)|carrier|tracking|recipient|street|postcode|city|region|country|tax_(rate|included|by_rate)|accepts marketing|paid at|fulfilled at|lineitem (compare at price|requires shipping|taxable|fulfillment status|discount)|billing (address\d|street)|shipping (address\d|street)|(billing|shipping) province( name)?|customer type|items sold|n\. revenue \(formatted\)|attribution|item #|customer_id|customer_user/,
  toRows,
});
