import { afterEach, expect, test } from 'vitest';
import { createAdminClient } from '../../../../../tests/support/admin.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { allowImagesFrom, buildPagePolicy } from '../../../../web/content-security-policy.ts';
import { imageUrlForWidth } from '../../../../web/shared/products/product-image.tsx';
import { readConfig } from '../../../platform/settings/read-config.ts';
import { absoluteImageUrl, setImageHost } from './image-url.ts';

const shop = await openShop();
afterEach(() => setImageHost(null));

test('[STORAGE-6] with IMAGES_URL the API gives URLs on that host, and other origins may show the shop’s images', async () => {
  setImageHost(readConfig({ IMAGES_URL: 'https://images.example/' }).imagesUrl);
  const { create } = await createAdminClient(shop, await makeImage());
  const { image } = (await create()).body.product;
  expect(image).toMatch(/^https:\/\/images\.example\/uploads\/[0-9a-f]{32}-640\.webp$/);
  expect(imageUrlForWidth(image, 1280)).toBe(image.replace('-640', '-1280'));
  const served = await shop.app.inject({ method: 'GET', url: new URL(image).pathname });
  expect([served.statusCode, served.headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
  const own = await shop.app.inject({ method: 'GET', url: '/api/v1/nothing' });
  expect(own.headers['cross-origin-resource-policy']).toBe('same-origin');
});

test('[STORAGE-6] payment pages get a URL of the images’ host, or of the shop', () => {
  expect(absoluteImageUrl('abc', 'https://shop.example')).toBe('https://shop.example/uploads/abc-640.webp');
  setImageHost('https://images.example');
  expect(absoluteImageUrl('abc', 'https://shop.example')).toBe('https://images.example/uploads/abc-640.webp');
});

test('[STORAGE-6] the pages’ Content-Security-Policy allows the images’ host for images only', async () => {
  expect(await buildPagePolicy([])).toContain("img-src 'self' data: blob:;");
  allowImagesFrom('https://images.example');
  const policy = await buildPagePolicy([]);
  expect(policy).toContain("img-src 'self' data: blob: https://images.example;");
  expect(policy.split('images.example')).toHaveLength(2);
});
