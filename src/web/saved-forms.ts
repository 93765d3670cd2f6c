/** Which forms hold something that isn't saved yet. A form is watched from when it is first marked. */

const saved = new WeakMap<HTMLFormElement, string>();

/** No file is an empty one without a name, of any time. */
const asText = (it: File | string) => (typeof it === 'string' ? it : it.name && `${it.name} ${it.size} ${it.lastModified}`);

/** What stands in a form, as one text. Of rows that bear a number only the order counts. */
function contentOf(values: FormData): string {
  return JSON.stringify([...values].map(([name, it]) => [name.replace(/-\d+$/, ''), asText(it)]));
}

/** What stands in this form is saved: that which was sent, or all of it. */
export function markSaved(form: HTMLFormElement | null, values?: FormData): void {
  if (form) saved.set(form, contentOf(values ?? new FormData(form)));
}

function isChanged(form: HTMLFormElement): boolean {
  const before = saved.get(form);
  return before !== undefined && before !== contentOf(new FormData(form));
}

/** Is there a watched form on this page whose content isn't what was saved? */
export function hasUnsaved(): boolean {
  return [...document.forms].some(isChanged);
}
