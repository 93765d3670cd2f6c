import type { Static } from 'typebox';
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import { PRODUCT_IMAGES_MAX } from '../../contract/limits.ts';
import { IMPORT_NOTICES, IMPORT_NUMBERS } from '../../contract/product-import-fields.ts';
import { MEGABYTE } from '../../contract/values.ts';
import { AppError } from '../platform/errors.ts';
import type { CsvRow, RowNotice } from '../shop/catalog/import/formats/format.ts';
import { listImageNames } from '../shop/catalog/import/formats/own-format.ts';
import type { ImportSource } from '../shop/catalog/import/rows/import-products.ts';

/**
 * The rows of an import as lines of JSON, each with its images. The process that runs the command reads the files, which a running shop may
 * not be able to see (another container, a service without access to home directories), and the shop writes them.
 */
const PackedImage = Type.Object({
  /** Name of the image in the row. */
  name: Type.String(),
  /** Base64. */
  bytes: Type.Optional(Type.String()),
  /** Why the image couldn't be read. */
  error: Type.Optional(Type.String()),
});

const PackedNotice = Type.Object({
  kind: Type.Enum(IMPORT_NOTICES),
  reason: Type.String(),
  column: Type.Optional(Type.String()),
  row: Type.Optional(Type.Integer()),
  isOfNew: Type.Optional(Type.Literal(true)),
});

const PackedRow = Type.Object({
  row: Type.Integer(),
  cells: Type.Record(Type.String(), Type.String()),
  error: Type.Union([Type.String(), Type.Null()]),
  fraction: Type.Number(),
  defaults: Type.Optional(Type.Record(Type.String(), Type.String())),
  columns: Type.Optional(Type.Record(Type.String(), Type.String())),
  rows: Type.Optional(Type.Array(Type.Integer())),
  variantRows: Type.Optional(Type.Array(Type.Integer())),
  notices: Type.Optional(Type.Array(PackedNotice)),
  isUncounted: Type.Optional(Type.Boolean()),
  source: Type.Optional(Type.String()),
  numbers: Type.Optional(Type.Enum(IMPORT_NUMBERS)),
  images: Type.Optional(Type.Array(PackedImage)),
});
type PackedRow = Type.Static<typeof PackedRow>;

async function packImage(name: string, index: number, readImage: ImportSource['readImage']): Promise<Static<typeof PackedImage>> {
  try {
    return { name, bytes: (await readImage(name, index)).toString('base64') };
  } catch (error) {
    if (error instanceof AppError) return { name, error: error.message };
    throw error;
  }
}

/** In base64: a row is one line, which must fit into memory several times. */
const MAX_IMAGE_BYTES = 133 * MEGABYTE;

/** At most as many as a product may have: a row with more is refused anyway. */
async function packImages(row: CsvRow, index: number, readImage: ImportSource['readImage']): Promise<PackedRow> {
  const names = [...new Set(listImageNames(row.cells.image))];
  if (names.length > PRODUCT_IMAGES_MAX) return row;
  const images: Static<typeof PackedImage>[] = [];
  let left = MAX_IMAGE_BYTES;
  for (const name of names) {
    const image = await packImage(name, index, readImage);
    left -= image.bytes?.length ?? 0;
    images.push(left >= 0 ? image : { name, error: `image ${name} is left out: those of one product may have 100 MB together` });
  }
  return { ...row, images };
}

/** Rows whose name is in `existing` get no images, because the shop skips them. */
export async function* packRows({ rows, readImage }: ImportSource, existing: ReadonlySet<string>): AsyncGenerator<PackedRow> {
  let index = 0;
  for await (const row of rows) {
    yield existing.has(row.cells.name ?? '') ? row : await packImages(row, index, readImage);
    index += 1;
  }
}

/** Optional parts that are absent stay absent. */
const toCsvRow = ({
  defaults,
  columns,
  rows,
  variantRows,
  notices,
  isUncounted,
  source,
  numbers,
  ...row
}: Omit<PackedRow, 'images'>): CsvRow => ({
  ...row,
  ...(notices && { notices: notices as RowNotice[] }),
  ...(isUncounted && { isUncounted }),
  ...(source && { source }),
  ...(numbers && { numbers }),
  ...(defaults && { defaults }),
  ...(columns && { columns }),
  ...(rows && { rows }),
  ...(variantRows && { variantRows }),
});

export function unpackRows(lines: AsyncIterable<unknown>): ImportSource {
  const images = new Map<number, Map<string, Static<typeof PackedImage>>>();
  async function* readRows(): AsyncGenerator<CsvRow> {
    let index = 0;
    for await (const line of lines) {
      if (!Check(PackedRow, line)) throw new Error("The import contains a line that isn't a row");
      const { images: packed = [], ...row } = line;
      images.set(index, new Map(packed.map((it) => [it.name, it])));
      index += 1;
      yield toCsvRow(row);
    }
  }
  return {
    rows: readRows(),
    release: (index) => images.delete(index),
    readImage: async (image, index) => {
      const { bytes, error = `image ${image} isn't there` } = images.get(index)?.get(image) ?? {};
      if (bytes === undefined) throw new AppError('invalid_request', error);
      return Buffer.from(bytes, 'base64');
    },
  };
}
