/** Pictures at the size they are shown: no larger file than that, none before it is needed, none that leaves a hole. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { IMAGE_WIDTHS, listProducts, type Product } from '../../../src/contract/product.ts';
import { ownOrigin } from '../own.ts';
import { goTo, NARROW, prepareVisits, WIDE } from '../visitor.ts';
import { call, first } from '../wire.ts';
import { cards, findCategories } from './list.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

let product: Product;
let pages: string[];

beforeAll(async () => {
  product = first((await call(origin, listProducts)).products);
  const { slug } = first(await findCategories());
  pages = ['/', `/product/${product.slug}`, `/category/${slug}`, '/categories', '/searched/products?keyword=a'];
});

interface Shown {
  src: string;
  /** Pixels it is shown at. */
  box: number;
  /** Pixels that its `sizes` says. */
  told: number;
  isInSight: boolean;
  isThere: boolean;
  isEager: boolean;
  isFirst: boolean;
  hasPlace: boolean;
  /** There are files of several widths. */
  hasChoice: boolean;
}

function picturesOf(page: Page): Promise<Shown[]> {
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
    const found = [...document.querySelectorAll<HTMLImageElement>('main img')].map((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      return {
        src: it.currentSrc,
        box: it.offsetWidth,
        told: measure(it.sizes),
        isInSight: bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth,
        isThere: it.complete && it.naturalWidth > 0,
        isEager: it.loading !== 'lazy',
        isFirst: it.fetchPriority === 'high',
        hasChoice: it.srcset !== '',
        hasPlace: it.width > 0 && it.hasAttribute('width') && it.hasAttribute('height'),
      };
    });
    ruler.remove();
    return found;
  });
}

const ENDING = /-(\d+)\.webp$/;
const widthOf = (src: string) => Number(ENDING.exec(src)?.[1]);

const smallestFor = (pixels: number) => IMAGE_WIDTHS.find((width) => width >= pixels) ?? Math.max(...IMAGE_WIDTHS);

describe('pictures', () => {
  test('[HOME-3] [PROD-1] [PICT-1] say how wide they are shown, at every width of the screen', { timeout: 120_000 }, async () => {
    const { page } = await visit({ hasTouch: true, isMobile: true });
    const wrong: unknown[] = [];
    for (const address of pages) {
      await goTo(page, address);
      for (const width of [320, 390, 639, 640, 831, 832, 1023, 1024, 1175, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        for (const { src, box, told, hasPlace, hasChoice } of await picturesOf(page)) {
          const isRight = hasChoice ? Math.abs(told - box) <= 2 : widthOf(src) === IMAGE_WIDTHS[0] && box <= 56;
          if (!hasPlace || !isRight) wrong.push({ address, width, src, box, told, hasPlace });
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['a wide screen', WIDE, 1],
    ['a wide, dense screen', WIDE, 2],
    ['a narrow screen', NARROW, 1],
    ['a phone', NARROW, 2],
  ] as const)('[HOME-3] [PROD-1] [PICT-1] %s fetches the smallest file that covers each', async (_what, viewport, density) => {
    for (const address of pages) {
      // A browser of its own for each: what is in its memory already, it would show again, however large.
      const { page } = await visit({ viewport, deviceScaleFactor: density, hasTouch: true, isMobile: true });
      await goTo(page, address);
      const inSight = async () => (await picturesOf(page)).filter((it) => it.isInSight);
      await expect.poll(async () => (await inSight()).every((it) => it.isThere)).toBe(true);
      const shown = await inSight();
      expect(shown.length).toBeGreaterThan(0);
      const needed = shown.map(({ src, box }) => src.replace(ENDING, `-${smallestFor(box * density)}.webp`));
      // The same picture small and large is fetched once, large.
      const shared = (src: string) => shown.some((it, index) => needed[index] === src && it.src === src);
      const wrong = shown.filter(
        ({ src }, index) => src !== needed[index] && !(shared(src) && widthOf(src) > widthOf(needed[index] ?? '')),
      );
      expect([address, wrong]).toEqual([address, []]);
    }
  });

  test('[HOME-3] [PICT-1] on a phone only what is in sight is hurried', async () => {
    const { page } = await visit({ viewport: NARROW, hasTouch: true, isMobile: true });
    for (const address of pages) {
      await goTo(page, address);
      const shown = await picturesOf(page);
      const hurried = shown.filter((it) => it.isFirst);
      expect([address, hurried.length >= 1 && hurried.length <= 2, hurried.every((it) => it.isInSight)]).toEqual([address, true, true]);
      expect(shown.filter((it) => it.isEager).length).toBeLessThanOrEqual(4);
    }
  });

  test('[HOME-3] [PROD-1] [PICT-2] one that fails to load leaves a calm place, as large as it would have been', async () => {
    const { page, expectComplaints } = await visit();
    expectComplaints(/Failed to load resource/);
    await goTo(page, '/');
    await cards(page).first().locator('img').waitFor();
    const before = await cards(page).first().boundingBox();
    await page.route('**/uploads/**', (route) => route.abort());
    await goTo(page, '/');
    await expect.poll(() => cards(page).first().locator('img').count()).toBe(0);
    expect(await cards(page).first().boundingBox()).toEqual(before);
    await goTo(page, `/product/${product.slug}`);
    const place = page.locator('main').getByRole('img', { name: product.name });
    await expect.poll(() => place.evaluate((it) => it.tagName)).toBe('SPAN');
    const box = await place.boundingBox();
    expect(Math.round(box?.width ?? 0)).toBe(Math.round(box?.height ?? 1));
    await expect.poll(() => page.getByRole('button', { name: 'Enlarge the picture' }).count()).toBe(0);
  });
});
