/** Where the focus goes when what held it is gone for good. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
