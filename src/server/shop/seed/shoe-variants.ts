/**
 * Sizes and colors of some of the demo's shoes. Their stock adds up to the quantity in their catalog row, and the lowest price is the
 * row's.
 */
import type { CsvRow } from '../catalog/import/formats/format.ts';
import { formatHue } from './image-views.ts';

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

export async function* addShoeVariants(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  for await (const row of rows) {
    const shoe = SHOES[row.cells.name ?? ''];
    yield shoe ? { ...row, cells: addShoe(row.cells, shoe) } : row;
  }
}
