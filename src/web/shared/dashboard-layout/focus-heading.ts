/** Moves the focus to the page's heading, for use when the focused element was removed. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
