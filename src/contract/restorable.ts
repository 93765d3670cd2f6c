/** Of which entries of the audit log the version before can be restored. */
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

/** Before a thing was created there was none; what a part of it was created in, there was. */
export function isRestorable({ kind, action, object, part }: Entry): boolean {
  const isChange = action === 'updated' || action === 'deleted' || (action === 'created' && part !== null);
  return kind === 'change' && isChange && isRestorableType(object.type) && (object.type !== 'setting' || isRestorableSetting(object._id));
}
