/** Which entries of the audit log offer to restore the version before them. */
export const RESTORABLE_SETTINGS = [
  'shop',
  'shop-details',
  'shipping',
  'tax',
  'synonyms',
  'private:notifications',
  'text:about',
  'text:contact',
  'text:policy',
] as const;
export type RestorableSetting = (typeof RESTORABLE_SETTINGS)[number];

export const RESTORABLE_TYPES = ['product', 'category', 'page', 'setting'] as const;
export type RestorableType = (typeof RESTORABLE_TYPES)[number];

export const isRestorableType = (type: string): type is RestorableType => RESTORABLE_TYPES.some((it) => it === type);
export const isRestorableSetting = (key: string): key is RestorableSetting => RESTORABLE_SETTINGS.some((it) => it === key);

interface Entry {
  kind: string;
  action: string;
  object: { type: string; _id: string };
  part: string | null;
}

/** Before the entry that created a thing there was no version of it; before one that created a part of it, there was. */
export function isRestorable({ kind, action, object, part }: Entry): boolean {
  const isChange = action === 'updated' || action === 'deleted' || (action === 'created' && part !== null);
  return kind === 'change' && isChange && isRestorableType(object.type) && (object.type !== 'setting' || isRestorableSetting(object._id));
}
