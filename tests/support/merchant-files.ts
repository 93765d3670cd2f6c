/** Product files as other shops export them, with the columns of those exports and rows that a test writes. */
import { writeCsvRow } from '../../src/server/platform/http/csv.ts';

type Cells = Record<string, string | number>;

const SHOPIFY = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Type', 'Tags', 'Published', 'Option1 Name', 'Option1 Value'],
  ...['Option2 Name', 'Option2 Value', 'Option3 Name', 'Option3 Value', 'Variant SKU', 'Variant Grams', 'Variant Inventory Tracker'],
  ...['Variant Inventory Qty', 'Variant Inventory Policy', 'Variant Fulfillment Service', 'Variant Price', 'Variant Compare At Price'],
  ...['Variant Requires Shipping', 'Variant Taxable', 'Variant Barcode', 'Image Src', 'Image Position', 'Image Alt Text', 'Gift Card'],
  ...[
    'Google Shopping / Gender',
    'Google Shopping / Condition',
    'SEO Title',
    'SEO Description',
    'Variant Image',
    'Variant Weight Unit',
    'Cost per item',
    'Status',
  ],
];

const WOOCOMMERCE = [
  ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Is featured?', 'Visibility in catalog', 'Short description', 'Description'],
  ...['Date sale price starts', 'Date sale price ends', 'Tax status', 'Tax class', 'In stock?', 'Stock', 'Low stock amount'],
  ...['Backorders allowed?', 'Sold individually?', 'Weight (kg)', 'Length (cm)', 'Allow customer reviews?', 'Sale price', 'Regular price'],
  ...['Categories', 'Tags', 'Shipping class', 'Images', 'Parent', 'Grouped products', 'Upsells', 'Position'],
  ...['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 1 visible', 'Attribute 1 global', 'Attribute 2 name', 'Attribute 2 value(s)'],
  ...['GTIN, UPC, EAN, or ISBN', 'Meta: _yoast_wpseo_title', 'Meta: _yoast_wpseo_metadesc'],
];

const VARIANT: Cells = {
  ...{ 'Variant Grams': 500, 'Variant Inventory Tracker': 'shopify', 'Variant Inventory Qty': 7, 'Variant Inventory Policy': 'deny' },
  ...{ 'Variant Fulfillment Service': 'manual', 'Variant Price': '20.00', 'Variant Requires Shipping': 'true', 'Variant Taxable': 'true' },
};

/** A row that begins a product without options. */
export const shopifyProduct = (handle: string, cells: Cells = {}): Cells => ({
  ...{ Handle: handle, Title: 'Teapot', 'Body (HTML)': '<p>Round</p>', Vendor: 'Hill', Type: 'Pots', Published: 'true' },
  ...{ 'Option1 Name': 'Title', 'Option1 Value': 'Default Title', ...VARIANT, 'Image Src': 'pot.png', 'Image Position': 1 },
  ...{ 'Gift Card': 'false', Status: 'active', ...cells },
});

export const shopifyVariant = (handle: string, value: string, cells: Cells = {}): Cells => ({
  ...{ Handle: handle, 'Option1 Value': value, ...VARIANT, ...cells },
});

export const wooProduct = (id: number, cells: Cells = {}): Cells => ({
  ...{ ID: id, Type: 'simple', Name: 'Teapot', Published: 1, 'Is featured?': 0, 'Visibility in catalog': 'visible', Description: 'Round' },
  ...{ 'Tax status': 'taxable', 'In stock?': 1, Stock: 7, 'Backorders allowed?': 0, 'Sold individually?': 0, 'Weight (kg)': '0.5' },
  ...{ 'Regular price': '20', Categories: 'Pots', Images: 'pot.png', Position: 0, ...cells },
});

/** `renamed`: titles in another language. */
const write = (columns: string[], rows: Cells[], renamed: Record<string, string> = {}): string =>
  [writeCsvRow(columns.map((it) => renamed[it] ?? it)), ...rows.map((row) => writeCsvRow(columns.map((it) => row[it] ?? '')))].join('');

/** `without`: columns that the file doesn't have. */
export const writeShopify = (rows: Cells[], without: string[] = []): string =>
  write(
    SHOPIFY.filter((it) => !without.includes(it)),
    rows,
  );

export const writeWooCommerce = (rows: Cells[], renamed: Record<string, string> = {}): string => write(WOOCOMMERCE, rows, renamed);
