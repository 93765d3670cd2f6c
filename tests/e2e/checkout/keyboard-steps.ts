/** Steps of somebody who has no mouse. Each of them fails where the focus can't be seen. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface FocusedElement {
  label: string;
  isVisible: boolean;
}

/** Accessible name of the focused element, and whether its focus is visible. */
export const readFocusedElement = (page: Page): Promise<FocusedElement> =>
  page.evaluate(() => {
    const it = document.activeElement as HTMLElement;
    const accessibleName = it.getAttribute('aria-label') ?? (it as HTMLInputElement).labels?.[0]?.textContent ?? it.textContent ?? '';
    const style = getComputedStyle(it);
    const box = it.getBoundingClientRect();
    const hasFocusRing = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
    return { label: `${it.tagName} ${accessibleName.trim()}`, isVisible: hasFocusRing && box.width > 0 && box.height > 0 };
  });

export async function tabTo(page: Page, label: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const visitedLabels: string[] = [];
  for (let pressCount = 0; pressCount < 120; pressCount += 1) {
    await page.keyboard.press(key);
    const focused = await readFocusedElement(page);
    visitedLabels.push(focused.label);
    if (!focused.label.startsWith('BODY')) expect(focused, 'the focus can be seen').toMatchObject({ isVisible: true });
    if (label.test(focused.label)) return;
  }
  throw new Error(`${label} is not reached:\n${visitedLabels.join('\n')}`);
}

/** After a navigation the heading of the new page has the focus. */
export async function waitForPage(page: Page, url: string): Promise<void> {
  await page.waitForURL(url);
  await expect.poll(async () => (await readFocusedElement(page)).label).toMatch(/^H1 /);
}

export const typeText = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.insertText(text);
};
