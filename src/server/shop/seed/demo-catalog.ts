/** The products of catalog.csv: some get further images, and some shoes get sizes and colors. */

import { createHash } from 'node:crypto';
import { assetPath } from '../../platform/process/asset-path.ts';
import type { CsvRow } from '../catalog/import/formats/format.ts';
import { listImageNames } from '../catalog/import/images/row-images.ts';
import { openImportFile } from '../catalog/import/rows/import-products.ts';

/**
 * Further images of some of the demo's products, drawn from the same render. Only of some, because images take most of a product's time.
 */

export type ImageView = 'whole' | 'mirrored' | 'close';

/** Positions in the catalog, from 0. */
const ROWS_WITH_VIEWS = new Set([8, 12, 25, 40, 60]);
const VIEWS = [
  { view: 'mirrored', alt: 'From the other side' },
  { view: 'close', alt: 'Up close' },
] as const;

const formatName = (view: ImageView, file: string) => `${view}:${file}`;

/** The same object in another color: its hue is rotated by this many degrees. */
export const formatHue = (hue: number, file: string) => (hue ? `hue${hue}:${file}` : file);

/** Without a view in the file name, all of the object is shown, in the render's colors. */
export function parseName(name: string): { view: ImageView; hue: number; file: string } {
  const view = VIEWS.find((it) => name.startsWith(formatName(it.view, '')))?.view;
  if (view) return { view, hue: 0, file: name.slice(formatName(view, '').length) };
  const [prefix = '', hue] = /^hue(\d+):/.exec(name) ?? [];
  return { view: 'whole', hue: Number(hue ?? 0), file: name.slice(prefix.length) };
}

/** The rows of the catalog, some with additional images. */
export async function* addViews(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  let index = 0;
  for await (const row of rows) {
    const { image } = row.cells;
    if (image && ROWS_WITH_VIEWS.has(index)) {
      const images = [image, ...VIEWS.map(({ view }) => formatName(view, image))];
      const alts = ['', ...VIEWS.map(({ alt }) => alt)];
      yield { ...row, cells: { ...row.cells, image: images.join('|'), image_alt: alts.join('|') } };
    } else yield row;
    index += 1;
  }
}

/**
 * Sizes and colors of some of the demo's shoes. Their stock adds up to the quantity in their catalog row, and the lowest price is the
 * row's.
 */

interface Shoe {
  /** For each color, by how many degrees the image's hue is rotated. Empty: only the size can be chosen. */
  colours: Record<string, number>;
  /** The stock in each color, in their order, and the surcharge of a size. */
  sizes: Record<string, { stock: number[]; surcharge?: number }>;
}

/** By the name in the catalog. */
const SHOES: Record<string, Shoe> = {
  'Bluebell Ballet Flat': {
    colours: { Cornflower: 0, Poppy: 120, Fern: 240 },
    sizes: {
      36: { stock: [3, 2, 1] },
      37: { stock: [4, 2, 2] },
      38: { stock: [4, 2, 1] },
      39: { stock: [3, 0, 1] },
      40: { stock: [1, 1, 0] },
      41: { stock: [0, 1, 0], surcharge: 6 },
    },
  },
  'Copperline Hiking Boot': {
    colours: {},
    sizes: {
      40: { stock: [0] },
      41: { stock: [4] },
      42: { stock: [6] },
      43: { stock: [5] },
      44: { stock: [3] },
      45: { stock: [1], surcharge: 15 },
    },
  },
  'Cardinal Ankle Boot': {
    colours: {},
    sizes: { 36: { stock: [2] }, 37: { stock: [3] }, 38: { stock: [4] }, 39: { stock: [3] }, 40: { stock: [0] } },
  },
};

function addShoe(cells: CsvRow['cells'], { colours, sizes }: Shoe): CsvRow['cells'] {
  const { image = '', price = '', sku } = cells;
  const names = Object.keys(colours);
  const variants = Object.entries(sizes).flatMap(([size, { stock, surcharge = 0 }]) =>
    stock.map((quantity, index) => {
      const values = names[index] ? `${size} / ${names[index]}` : size;
      const ownSku = [sku, size, names[index]?.slice(0, 1)].filter(Boolean).join('-');
      return `${values}: ${Number(price) + surcharge}, ${quantity}, ${ownSku}, ${index + 1}`;
    }),
  );
  const options = [`Size: ${Object.keys(sizes).join(', ')}`, ...(names.length ? [`Color: ${names.join(', ')}`] : [])];
  const images = names.length ? Object.values(colours).map((hue) => formatHue(hue, image)) : [image];
  return { ...cells, options: options.join('; '), variants: variants.join('; '), image: images.join('|'), image_alt: names.join('|') };
}

async function* addShoeVariants(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  for await (const row of rows) {
    const shoe = SHOES[row.cells.name ?? ''];
    yield shoe ? { ...row, cells: addShoe(row.cells, shoe) } : row;
  }
}

export async function openDemoCatalog() {
  const source = await openImportFile(assetPath('shop/seed/catalog.csv'));
  return { ...source, rows: addShoeVariants(addViews(source.rows)) };
}

export interface DemoImage {
  imageId: string;
  /** As the row names it. */
  name: string;
  /** The row's position in the catalog, from 0. */
  index: number;
}

/** Follows from the name, so that a process knows by the id which image to make. */
export function toDemoImage(name: string, index: number): DemoImage {
  const imageId = createHash('sha256').update(`demo image ${index} ${name}`).digest('hex').slice(0, 32);
  return { imageId, name, index };
}

/** Those of the first products first. */
export async function listDemoImages(): Promise<DemoImage[]> {
  const images: DemoImage[] = [];
  let index = 0;
  for await (const { cells } of (await openDemoCatalog()).rows) {
    images.push(...listImageNames(cells.image).map((name) => toDemoImage(name, index)));
    index += 1;
  }
  return images;
}
