/** Products with several images of different shapes and colours. */
import type { DetailedProduct } from '../../../src/contract/product.ts';
import { updateProduct, uploadImage } from '../../../src/contract/product-admin.ts';
import { type ImageOptions, makeImage } from '../../support/images.ts';
import { call, makeCategory, makeProduct } from './api-client.ts';

const WIDE_IMAGE = { width: 800, height: 300, colour: 'rgb(200, 30, 30)' };
const TALL_IMAGE = { width: 300, height: 800, colour: 'rgb(30, 30, 200)' };
const SQUARE_IMAGE = { width: 600, height: 600, colour: 'rgb(30, 140, 30)' };

async function upload(origin: string, token: string, options: ImageOptions): Promise<string> {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(await makeImage('png', options))], { type: 'image/png' }), 'picture.png');
  return (await call(origin, uploadImage, { token, form })).image;
}

/** Its images: the first (with the product's name as alternative text), then a wide, a tall and a square one. */
export async function makeGallery(origin: string, token: string): Promise<DetailedProduct> {
  const category = await makeCategory(origin, token);
  const product = await makeProduct(origin, token, category._id);
  const images = [{ url: product.image, alt: '' }];
  for (const [alt, options] of [
    ['From the side', WIDE_IMAGE],
    ['From above', TALL_IMAGE],
    ['In its box', SQUARE_IMAGE],
  ] as const)
    images.push({ url: await upload(origin, token, options), alt });
  return (await call(origin, updateProduct, { token, params: { id: product._id }, body: { images } })).product;
}
