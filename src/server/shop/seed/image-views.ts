/**
 * Further images of some of the demo's products, drawn from the same render. Only of some, because images take most of a product's time.
 */
import type { CsvRow } from '../catalog/import/formats/format.ts';

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
