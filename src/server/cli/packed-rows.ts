/**
 * The rows of an import as lines of JSON, each with its image: whoever runs the command reads the files, which a running shop may not see
 * (another container, a service without the home directories), and the shop writes.
 */
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { CsvRow } from '../catalog/import/csv.ts';
import type { ImportSource } from '../catalog/import/import-products.ts';
import { AppError } from '../errors.ts';

const PackedRow = Type.Object({
  row: Type.Integer(),
  cells: Type.Record(Type.String(), Type.String()),
  error: Type.Union([Type.String(), Type.Null()]),
  fraction: Type.Number(),
  /** Base64. */
  image: Type.Optional(Type.String()),
  /** Why there is none. */
  imageError: Type.Optional(Type.String()),
});
type PackedRow = Type.Static<typeof PackedRow>;

async function packImage(row: CsvRow, index: number, readImage: ImportSource['readImage']): Promise<PackedRow> {
  if (!row.cells.image) return row;
  try {
    return { ...row, image: (await readImage(row.cells.image, index)).toString('base64') };
  } catch (error) {
    if (error instanceof AppError) return { ...row, imageError: error.message };
    throw error;
  }
}

/** Rows with a name of `existing` go without their image, as the shop skips them. */
export async function* packRows({ rows, readImage }: ImportSource, existing: ReadonlySet<string>): AsyncGenerator<PackedRow> {
  let index = 0;
  for await (const row of rows) {
    yield existing.has(row.cells.name ?? '') ? row : await packImage(row, index, readImage);
    index += 1;
  }
}

/** A row's image is asked for when its import begins; that of a refused row never is, and must not stay in memory. */
const MAX_UNREAD_IMAGES = 10;

export function unpackRows(lines: AsyncIterable<unknown>): ImportSource {
  const images = new Map<number, PackedRow>();
  async function* readRows(): AsyncGenerator<CsvRow> {
    let index = 0;
    for await (const line of lines) {
      if (!Check(PackedRow, line)) throw new Error('The import holds a line that is no row');
      const { row, cells, error, fraction } = line;
      images.set(index, line);
      index += 1;
      yield { row, cells, error, fraction };
      images.delete(index - MAX_UNREAD_IMAGES);
    }
  }
  return {
    rows: readRows(),
    readImage: async (image, index) => {
      const { image: bytes, imageError = `image ${image} isn't there` } = images.get(index) ?? {};
      images.delete(index);
      if (bytes === undefined) throw new AppError('invalid_request', imageError);
      return Buffer.from(bytes, 'base64');
    },
  };
}
