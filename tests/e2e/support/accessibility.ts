/** What is wrong with a page as it stands: for eyes, for ears, for fingers. */
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { heading } from './steps.ts';
import { hasNoHorizontalScroll, NARROW } from './visitor.ts';

export async function waitUntilSettled(page: Page): Promise<void> {
  await expect.poll(() => heading(page).count()).toBe(1);
  await expect.poll(() => page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
  await page.evaluate(() => document.fonts.ready);
  await waitForAnimations(page);
}

/** Colours fade from parent to child: it takes a few frames until all have arrived. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let idleFrames = 0; idleFrames < 3; idleFrames += 1) {
      await nextFrame();
      if (document.getAnimations().length) idleFrames = 0;
    }
  });
}

/** What axe finds, said so that somebody can mend it. */
export async function findA11yViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Half a megabyte: once for each page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) };
  return page.evaluate(async (runOptions) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, runOptions);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help} – ${node.target.join(' ')} – ${node.failureSummary}`),
    );
  }, options);
}

/** Controls smaller than a finger needs (24 pixels, WCAG 2.5.8), those within a sentence aside. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, summary, select, input:not([type="hidden"])')]
      .filter((it) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !it.closest('p') && !it.closest('label'))
      .map((it) => ({ it, box: it.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < 24 || box.height < 23.5))
      .map(({ it, box }) => `${it.tagName} ${it.textContent?.trim().slice(0, 40)} ${Math.round(box.width)}×${Math.round(box.height)}`),
  );
}

/** Everything that is wrong with one screen. */
export async function auditScreen(
  page: Page,
  name: string,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<string[]> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await waitUntilSettled(page);
  const violations = [...(await findA11yViolations(page)), ...(await findSmallTargets(page))];
  await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' });
  await waitForAnimations(page);
  violations.push(...(await findA11yViolations(page, ['color-contrast'])));
  // 320 pixels is the least that must do; half the width is what is left at 200 % zoom.
  for (const width of viewport === NARROW ? [NARROW.width, 320] : [viewport.width, viewport.width / 2]) {
    await page.setViewportSize({ width, height: viewport.height });
    if (!(await hasNoHorizontalScroll(page))) violations.push(`scrolls sideways at ${width} pixels`);
  }
  return violations.map((violation) => `${name}: ${violation}`);
}
