/** Products that consist of files and licence keys. */
import { eq } from 'drizzle-orm';
import { addLicenseKeys, createDownload, createKeyList, DOWNLOAD_PIECE_BYTES, uploadDownloadPiece } from '../../src/contract/downloads.ts';
import { products } from '../../src/server/shop/database/schema/catalog.ts';
import { type ShopWithPayments, seedProducts } from './checkout.ts';

/** Bytes that tell where they are. */
export const makeBytes = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) & 255));

export const uploadPiece = (shop: Pick<ShopWithPayments, 'call'>, token: string, id: string, piece: number, bytes: Buffer) =>
  shop.call(uploadDownloadPiece, { token, params: { id, piece }, headers: { 'content-type': 'application/octet-stream' }, body: bytes });

/** Adds a file to a product, with all of its pieces. */
export async function addFile(
  shop: Pick<ShopWithPayments, 'call'>,
  token: string,
  product: string,
  { name = 'Guide.pdf', bytes = makeBytes(1000), variants }: { name?: string; bytes?: Buffer; variants?: string[] } = {},
): Promise<string> {
  const body = { name, bytes: bytes.length, ...(variants && { variants }) };
  const { status, body: created } = await shop.call(createDownload, { token, params: { product }, body });
  if (status !== 200) throw new Error(`${status} ${created.message}`);
  for (let at = 0, piece = 0; at < bytes.length; at += DOWNLOAD_PIECE_BYTES, piece += 1) {
    const sent = await uploadPiece(shop, token, created.file._id, piece, bytes.subarray(at, at + DOWNLOAD_PIECE_BYTES));
    if (sent.status !== 200) throw new Error(`${sent.status} ${sent.body.message}`);
  }
  return created.file._id;
}

/** Sells licence keys with a product. */
export async function addKeyList(
  shop: Pick<ShopWithPayments, 'call'>,
  token: string,
  product: string,
  keys: string[],
  lowAt = 0,
): Promise<string> {
  const { body } = await shop.call(createKeyList, { token, params: { product }, body: { lowAt } });
  const id = body.keyList._id;
  if (keys.length) await shop.call(addLicenseKeys, { token, params: { id }, body: { keys: keys.join('\n') } });
  return id;
}

/** Products that nobody ships. */
export async function seedUnshipped(shop: ShopWithPayments, rows: { name: string; quantity?: number }[]): Promise<string[]> {
  const ids = await seedProducts(
    shop,
    rows.map(({ name, quantity = 1000 }) => ({ name, priceCents: 900, quantity })),
  );
  for (const id of ids) await shop.deps.db.update(products).set({ shipping: 0 }).where(eq(products.id, id));
  return ids;
}
