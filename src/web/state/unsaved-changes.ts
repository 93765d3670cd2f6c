/** Which forms hold something that isn't saved yet. A form is watched from when it is first marked. */

const savedContents = new WeakMap<HTMLFormElement, string>();

/** No file is an empty one without a name, of any time. */
const serializeValue = (it: File | string) => (typeof it === 'string' ? it : it.name && `${it.name} ${it.size} ${it.lastModified}`);

/** What stands in a form, as one text. Of rows that bear a number only the order counts. */
function serializeForm(values: FormData): string {
  return JSON.stringify([...values].map(([name, it]) => [name.replace(/-\d+$/, ''), serializeValue(it)]));
}

/** What stands in this form is saved: that which was sent, or all of it. */
export function markSaved(form: HTMLFormElement | null, values?: FormData): void {
  if (form) savedContents.set(form, serializeForm(values ?? new FormData(form)));
}

function isChanged(form: HTMLFormElement): boolean {
  const savedContent = savedContents.get(form);
  return savedContent !== undefined && savedContent !== serializeForm(new FormData(form));
}

/** Is there a watched form on this page whose content isn't what was saved? */
export function hasUnsavedChanges(): boolean {
  return [...document.forms].some(isChanged);
}
