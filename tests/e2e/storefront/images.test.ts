/** Images: files no larger than shown, lazy loading, placeholders for missing ones. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { IMAGE_WIDTHS } from '../../../src/contract/limits.ts';
import { listProducts, type Product } from '../../../src/contract/product.ts';
import { takeFirst, takeTurn } from '../../support/projects.ts';
import { call, first, isSimple } from '../support/api-client.ts';
import { goTo, NARROW, prepareVisits, WIDE, waitForFonts } from '../support/visitor.ts';
import { deleteProductsOfTests, getWorkerOrigin } from '../support/worker-shop.ts';
import { fetchDemoCategories, productCards } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let product: Product;
let pages: string[];

beforeAll(async () => {
  // Those of other tests may have several images.
  await deleteProductsOfTests(origin);
  product = first((await call(origin, listProducts)).products.filter(isSimple));
  const { slug } = first(await fetchDemoCategories());
  pages = ['/', `/product/${product.slug}`, `/category/${slug}`, '/categories', '/searched/products?keyword=a'];
});

interface ImageState {
  src: string;
  /** Rendered width in pixels. */
  renderedWidth: number;
  /** Width in pixels that its `sizes` attribute declares. */
  sizesWidth: number;
  isInViewport: boolean;
  isLoaded: boolean;
  isEager: boolean;
  isHighPriority: boolean;
  hasDimensions: boolean;
  /** Has a `srcset`. */
  hasSrcset: boolean;
}

function readImages(page: Page): Promise<ImageState[]> {
  return page.evaluate(() => {
    const ruler = document.createElement('div');
    document.body.append(ruler);
    const measure = (sizes: string): number => {
      for (const part of sizes.split(',').map((it) => it.trim())) {
        const match = /^(\([^)]*\)) (.*)$/.exec(part);
        if (match?.[1] && !matchMedia(match[1]).matches) continue;
        ruler.style.width = match?.[2] ?? part;
        return ruler.getBoundingClientRect().width;
      }
      return 0;
    };
    const images = [...document.querySelectorAll<HTMLImageElement>('main img')].map((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      return {
        src: it.currentSrc,
        renderedWidth: it.offsetWidth,
        sizesWidth: measure(it.sizes),
        isInViewport: bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth,
        isLoaded: it.complete && it.naturalWidth > 0,
        isEager: it.loading !== 'lazy',
        isHighPriority: it.fetchPriority === 'high',
        hasSrcset: it.srcset !== '',
        hasDimensions: it.width > 0 && it.hasAttribute('width') && it.hasAttribute('height'),
      };
    });
    ruler.remove();
    return images;
  });
}

const WIDTH_SUFFIX = /-(\d+)\.webp$/;
const parseWidth = (src: string) => Number(WIDTH_SUFFIX.exec(src)?.[1]);

const pickImageWidth = (pixels: number) => IMAGE_WIDTHS.find((width) => width >= pixels) ?? Math.max(...IMAGE_WIDTHS);

describe('images', () => {
  test('[HOME-3] [PROD-1] [PICT-1] images tell the browser how wide they are shown, at every screen width', {
    tags: ['full'],
    timeout: 120_000,
  }, async () => {
    const { page } = await visit({ hasTouch: true, isMobile: true });
    const findMismatches = async () => {
      const images = await readImages(page);
      return images.filter(({ src, renderedWidth, sizesWidth, hasDimensions, hasSrcset }) => {
        const isCorrect = hasSrcset
          ? Math.abs(sizesWidth - renderedWidth) <= 2
          : parseWidth(src) === IMAGE_WIDTHS[0] && renderedWidth <= 56;
        return !hasDimensions || !isCorrect;
      });
    };
    // Each run takes another side of each breakpoint.
    const widths = [320, 639, 640, 390, 832, 831, 1023, 1024, 1280, 1175, 1440, 1920];
    for (const url of pages) {
      await goTo(page, url);
      for (const width of takeTurn(widths, pages.indexOf(url), 2)) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(findMismatches, { message: `${url} at ${width}` }).toEqual([]);
      }
    }
  });

  // Each page in two of the four views by turns; in all of them in a full run.
  const screens = [
    ['a wide screen', WIDE, 1, 0],
    ['a phone', NARROW, 2, 1],
    ['a wide, dense screen', WIDE, 2, 1],
    ['a narrow screen', NARROW, 1, 0],
  ] as const;
  test.each(takeFirst(screens, 2))(
    '[HOME-3] [PROD-1] [PICT-1] %s fetches the smallest file that covers each',
    async (_what, viewport, density, turn) => {
      for (const url of takeTurn(pages, turn, 2)) {
        // A new context each time: Chromium reuses a cached larger file.
        const { page } = await visit({ viewport, deviceScaleFactor: density, hasTouch: true, isMobile: true });
        await goTo(page, url);
        let shownImages: ImageState[] = [];
        const areLoaded = async () => {
          shownImages = (await readImages(page)).filter((it) => it.isInViewport);
          return shownImages.length > 0 && shownImages.every((it) => it.isLoaded);
        };
        await expect.poll(areLoaded).toBe(true);
        const expectedUrls = shownImages.map(({ src, renderedWidth }) =>
          src.replace(WIDTH_SUFFIX, `-${pickImageWidth(renderedWidth * density)}.webp`),
        );
        // An image shown small and large is fetched once, in the large file.
        const isSharedFile = (src: string) => shownImages.some((it, index) => expectedUrls[index] === src && it.src === src);
        const mismatches = shownImages.filter(
          ({ src }, index) =>
            src !== expectedUrls[index] && !(isSharedFile(src) && parseWidth(src) > parseWidth(expectedUrls[index] ?? '')),
        );
        expect([url, mismatches]).toEqual([url, []]);
      }
    },
  );

  test('[HOME-3] [PICT-1] on a phone only images in view load with priority', { tags: ['full'] }, async () => {
    const { page } = await visit({ viewport: NARROW, hasTouch: true, isMobile: true });
    for (const url of pages) {
      await goTo(page, url);
      const readHurry = async () => {
        const images = await readImages(page);
        const hurried = images.filter((it) => it.isHighPriority);
        return {
          areOneOrTwo: hurried.length === 1 || hurried.length === 2,
          areInSight: hurried.every((it) => it.isInViewport),
          areFewEager: images.filter((it) => it.isEager).length <= 4,
        };
      };
      await expect.poll(readHurry, { message: url }).toEqual({ areOneOrTwo: true, areInSight: true, areFewEager: true });
    }
  });

  test('[HOME-3] [PROD-1] [PICT-2] an image that fails to load leaves a placeholder of the same size', async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/Failed to load resource/);
    await goTo(page, '/');
    await productCards(page).first().locator('img').waitFor();
    await waitForFonts(page);
    const before = await productCards(page).first().boundingBox();
    await page.route('**/uploads/**', (route) => route.abort());
    await goTo(page, '/');
    await expect.poll(() => productCards(page).first().locator('img').count()).toBe(0);
    await expect.poll(() => productCards(page).first().boundingBox()).toEqual(before);
    await goTo(page, `/product/${product.slug}`);
    const placeholder = page.locator('main').getByRole('img', { name: product.name });
    await expect.poll(() => placeholder.evaluate((it) => it.tagName)).toBe('SPAN');
    const isSquare = async () => {
      const box = await placeholder.boundingBox();
      return box !== null && Math.round(box.width) === Math.round(box.height);
    };
    await expect.poll(isSquare).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Enlarge image' }).count()).toBe(0);
  });
});
