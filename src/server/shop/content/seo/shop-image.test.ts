import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/settings.ts';
import { removeLogo, replaceLogo, updateShopDetails } from '../../settings/shop-details.service.ts';
import { drawTouchIcon } from './draw-shop.ts';

const shop = await openShop();
const { logo: _logo, ...defaults } = DEFAULT_SHOP_DETAILS;
const read = async (url: string) => {
  const answer = await shop.app.inject({ url });
  return { status: answer.statusCode, type: String(answer.headers['content-type']), bytes: answer.rawPayload };
};
/** Makes a change, and waits until the response cache has heard of it. */
async function change(make: () => Promise<unknown>): Promise<void> {
  const catalogVersion = shop.responseCache.getCatalogVersion();
  await make();
  await expect.poll(shop.responseCache.getCatalogVersion).not.toBe(catalogVersion);
}
const setShop = (details: Partial<typeof defaults>) => change(() => updateShopDetails(shop.deps, { ...defaults, ...details }));
const setLogo = (width: number, height: number, background: string) =>
  change(async () =>
    replaceLogo(
      shop.deps,
      await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );

async function readPixels(png: Buffer) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colorAt = (x: number, y: number) => `#${data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex')}`;
  const colors = Array.from({ length: info.width }, (_, x) => Array.from({ length: info.height }, (_it, y) => colorAt(x, y))).flat();
  return {
    size: `${info.width}×${info.height}`,
    colorAt,
    share: (color: string) => colors.filter((it) => it === color).length / colors.length,
  };
}

test('[ICON-1] without a logo the icons show the initial on the accent color, in white or black, whichever is readable', async () => {
  await setShop({ name: 'Ökoladen', accentColor: '#0a5c36' });
  const svg = await read('/favicon.svg');
  expect(svg).toMatchObject({ status: 200, type: expect.stringContaining('image/svg+xml') });
  expect(svg.bytes.toString()).toMatch(/fill="#0a5c36".*fill="#ffffff".*>Ö<\/text>/);
  for (const path of ['/apple-touch-icon.png', '/favicon.ico']) {
    const { status, type, bytes } = await read(path);
    expect([status, type]).toEqual([200, 'image/png']);
    const { size, colorAt, share } = await readPixels(bytes);
    expect([size, colorAt(0, 0), colorAt(179, 179)]).toEqual(['180×180', '#0a5c36', '#0a5c36']);
    expect(share('#ffffff')).toBeGreaterThan(0.04);
  }
  await setShop({ name: 'x', accentColor: '#ffe066' });
  expect((await read('/favicon.svg')).bytes.toString()).toMatch(/fill="#ffe066".*fill="#191713".*>x<\/text>/);
  await setShop({ name: '<b>&' });
  expect((await read('/favicon.svg')).bytes.toString()).toContain('>&#60;</text>');
});

test('[ICON-1] a letter that the font lacks is text in the browser’s icon, and a symbol where letters must be drawn', async () => {
  await setShop({ name: '北京', accentColor: '#112233' });
  expect((await read('/favicon.svg')).bytes.toString()).toContain('>北</text>');
  const { colorAt } = await readPixels((await read('/apple-touch-icon.png')).bytes);
  expect([colorAt(90, 90), colorAt(48, 48), colorAt(2, 2)]).toEqual(['#ffffff', '#112233', '#112233']);
  for (const name of ['🛍️', '  ', '\u200b', '&'])
    expect((await drawTouchIcon({ name, accentColor: '', logo: null })).length).toBeGreaterThan(100);
});

test('[ICON-1] with a logo the icons show it, unless it is too wide for a square', async () => {
  await setShop({ name: 'Shop', accentColor: '#112233' });
  await setLogo(300, 200, '#cc2200');
  const svg = (await read('/favicon.svg')).bytes.toString();
  expect(svg).toContain('data:image/png;base64,');
  const { colorAt } = await readPixels((await read('/apple-touch-icon.png')).bytes);
  expect(colorAt(90, 90)).toMatch(/^#c/);
  expect(colorAt(2, 2)).toBe('#ffffff');
  await setLogo(800, 100, '#cc2200');
  expect((await read('/favicon.svg')).bytes.toString()).toContain('>S</text>');
  await change(() => removeLogo(shop.deps));
  expect((await read('/favicon.svg')).bytes.toString()).toContain('>S</text>');
});

test('[SEO-4] a shared link to the shop shows its name on the accent color, or its logo, 1200 × 630', async () => {
  await setShop({ name: 'Bücher & Mehr <3', accentColor: '#0a5c36' });
  const { size, colorAt, share } = await readPixels((await read('/share.png')).bytes);
  expect([size, colorAt(5, 5)]).toEqual(['1200×630', '#0a5c36']);
  expect(share('#ffffff')).toBeGreaterThan(0.02);
  await setLogo(800, 100, '#cc2200');
  const withLogo = await readPixels((await read('/share.png')).bytes);
  expect(withLogo.colorAt(5, 5)).toBe('#ffffff');
  expect(withLogo.colorAt(600, 315)).toMatch(/^#c/);
});
