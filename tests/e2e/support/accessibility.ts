/** Checks the accessibility of a page: axe-core, target sizes, horizontal scrolling. */
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isFullRun, takeTurn } from '../../support/projects.ts';
import { heading } from './steps.ts';
import { hasNoHorizontalScroll, NARROW, WIDE } from './visitor.ts';

export async function waitUntilSettled(page: Page): Promise<void> {
  await expect.poll(() => heading(page).count()).toBe(1);
  await expect.poll(() => page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
  await page.evaluate(() => document.fonts.ready);
  await waitForAnimations(page);
}

/**
 * A fading colour in a parent starts fades in its children, so this waits until no animation runs for three frames. Animations that have
 * ended and keep their last state, like a toast's, are listed as long as it is shown.
 */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let idleFrames = 0; idleFrames < 3; idleFrames += 1) {
      await nextFrame();
      const isRunning = (it: Animation) => it.playState === 'running' && it.effect?.getTiming().iterations !== Infinity;
      if (document.getAnimations().some(isRunning)) idleFrames = 0;
    }
  });
}

/** Violations that axe-core finds, each with rule, element and how to fix it. */
export async function findA11yViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // axe-core has half a megabyte: load it only once for each page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // A reloading list is dimmed, and while something fades in its contrast is too low.
  await expect.poll(() => page.locator('[aria-busy=true].opacity-55').count()).toBe(0);
  await waitForAnimations(page);
  // Only the rules about audio and video need preloading, and the shop has neither.
  const options: RunOptions = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: [...rules] }) };
  return page.evaluate(async (runOptions) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, runOptions);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help} – ${node.target.join(' ')} – ${node.failureSummary}`),
    );
  }, options);
}

/** Controls smaller than 24 pixels (WCAG 2.5.8), except links within a sentence. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, summary, select, input:not([type="hidden"])')]
      .filter((it) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !it.closest('p') && !it.closest('label'))
      .map((it) => ({ it, box: it.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < 24 || box.height < 23.5))
      .map(({ it, box }) => `${it.tagName} ${it.textContent?.trim().slice(0, 40)} ${Math.round(box.width)}×${Math.round(box.height)}`),
  );
}

/** Zoomed to 200 % a window has half its width; 320 pixels is the narrowest that WCAG requires (1.4.10). */
const WIDTHS = [WIDE.width, WIDE.width / 2, NARROW.width, 320];

/**
 * All problems of one screen in this view: all rules in its colour scheme, and whether it scrolls sideways in two widths,
 * in turn. In a full run also contrast in the other scheme, and every width.
 */
export async function auditScreen(
  page: Page,
  name: string,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
  turn = 0,
): Promise<string[]> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await waitUntilSettled(page);
  const violations = [...(await findA11yViolations(page)), ...(await findSmallTargets(page))];
  if (isFullRun) {
    await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' });
    violations.push(...(await findA11yViolations(page, ['color-contrast'])));
  }
  for (const width of takeTurn(WIDTHS, turn, 2)) {
    await page.setViewportSize({ width, height: viewport.height });
    if (!(await hasNoHorizontalScroll(page))) violations.push(`scrolls sideways at ${width} pixels`);
  }
  return violations.map((violation) => `${name}: ${violation}`);
}
