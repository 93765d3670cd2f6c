/** A product with options, as opened in an admin's form. */
import { startCheckout } from '../../src/contract/order.ts';
import { readProduct } from '../../src/contract/product.ts';
import { updateProduct } from '../../src/contract/product-admin.ts';
import { createAdminClient } from './admin.ts';
import type { Shop } from './harness.ts';
import { SHOE_OPTIONS, shoe, type VariantInput } from './variants.ts';

const SHOE_VARIANTS = [
  shoe('41', 'Red'),
  shoe('42', 'Red', { quantity: 3 }),
  shoe('42', 'Blue', { price: 120, compareAtPrice: 150, sku: ' S-42-B ' }),
];

export async function openShoeForm(shop: Shop, image: Buffer) {
  const client = await createAdminClient(shop, image);
  const { product } = (await client.create({ name: 'Shoe', quantity: '10' })).body;
  const save = (body: object) => shop.call(updateProduct, { token: client.token, params: { id: product._id }, body });
  const made = await save({ options: SHOE_OPTIONS, variants: SHOE_VARIANTS });
  if (made.status !== 200) throw new Error(`the shoe got no variants: ${made.body.message}`);
  const read = async () => {
    const { body } = await shop.call(readProduct, { params: { slug: product.slug } });
    return { ...body.product[0], version: body.version, variants: body.product[0]?.variants ?? [] };
  };
  const sell = async (variant: string | undefined, count: number) => {
    const { token } = await shop.signUp();
    const { status } = await shop.call(startCheckout, { token, body: { products: [{ _id: product._id, variant, count }] } });
    if (status !== 200) throw new Error(`a shoe couldn't be sold: ${status}`);
  };
  return { ...client, product, save, read, sell };
}

type ShownShoe = Awaited<ReturnType<Awaited<ReturnType<typeof openShoeForm>>['read']>>;

/** What a form sends that was opened with `shown`, with the typed changes. */
export const toSent = (shown: ShownShoe, typed: Partial<VariantInput>[] = []) => ({
  version: shown.version,
  options: shown.options,
  variants: shown.variants.map(({ quantity, ...variant }, index) => ({
    ...variant,
    quantity,
    shownQuantity: quantity,
    ...typed[index],
  })),
});
