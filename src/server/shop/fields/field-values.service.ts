/** Values of the merchant's fields on their way in, and what customers see of them. */
import { isDeepStrictEqual } from 'node:util';
import type {
  CustomFields,
  CustomFieldsInput,
  CustomValue,
  LinkedFile,
  LinkedProduct,
  ShownField,
  ValuesInput,
} from '../../../contract/custom-field-values.ts';
import type { CustomField, FieldOwner } from '../../../contract/custom-fields.ts';
import type { Issue } from '../../../contract/errors.ts';
import { isUuid } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createIssuesError, createVersionConflict } from '../../platform/errors.ts';
import { findValues, listFields, listNamedProducts, lockFields, lockValues, writeValues } from './field.repository.ts';
import { readFields } from './field.service.ts';
import { listFiles } from './field-file.repository.ts';
import { findFiles } from './field-file.service.ts';
import { applyPatch, isEmptyValue, parseValue, pickValues } from './field-values.ts';

/** Null clears a value. */
export type ValuesPatch = Record<string, CustomValue | null>;

export interface SentValues {
  sent: CustomFieldsInput | undefined;
  /** What is stored: values that are sent back as they are aren't checked again, so that a form can be saved whose choice or product is gone. */
  current: CustomFields | null;
  /** Of the field that has them, for errors: `customFields`, `variants.0.customFields`. */
  path: string;
}

const MAX_ISSUES = 8;
const NO_PRODUCT = 'is a product that no longer exists: choose another';
const NO_FILE = 'is no file of this shop: upload it first, then give its address or its name';

/** What values name by its id, address or name, of what exists. */
export interface Named {
  products: ReadonlySet<string>;
  /** The addresses of files, by what was sent. */
  files: ReadonlyMap<string, string>;
}

interface Known extends Named {
  /** Those of the owner. */
  fields: readonly CustomField[];
  /** The values come from a file, as texts. */
  isText?: boolean;
}

/** As it is stored; null: what it names is gone. */
export function toStored({ type }: CustomField, value: CustomValue, { products, files }: Named): CustomValue | null {
  if (type === 'file') return files.get(String(value)) ?? null;
  return type !== 'product' || products.has(String(value)) ? value : null;
}

const isUnchanged = (current: CustomFields | null, key: string, value: CustomValue) =>
  current !== null && Object.hasOwn(current, key) && isDeepStrictEqual(current[key], value);

/** Of each, what is to be written. Throws `invalid_request` with the path of each value that is wrong. */
export function checkValues({ fields, isText = false, ...named }: Known, all: readonly SentValues[]): ValuesPatch[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const issues: Issue[] = [];
  const patches = all.map(({ sent = {}, current, path }) => {
    const patch: [string, CustomValue | null][] = [];
    for (const [key, value] of Object.entries(sent)) {
      const field = byKey.get(key);
      if (!field) issues.push({ path: `${path}.${key}`, code: 'unknown', message: 'is no field: define it in the settings first' });
      else if (value === null || isEmptyValue(value)) patch.push([key, null]);
      else if (!isUnchanged(current, key, value)) {
        const parsed = parseValue(field, value, isText);
        const stored = 'value' in parsed ? toStored(field, parsed.value, named) : null;
        if (!('value' in parsed)) issues.push({ path: `${path}.${key}`, ...parsed });
        else if (stored === null)
          issues.push({ path: `${path}.${key}`, code: 'unknown', message: field.type === 'file' ? NO_FILE : NO_PRODUCT });
        else patch.push([key, stored]);
      }
    }
    return Object.fromEntries(patch);
  });
  if (issues.length) throw createIssuesError(issues.slice(0, MAX_ISSUES));
  return patches;
}

/** Of what these values name, what exists. Nothing is asked if nothing is named. `isLocked`: no file of it is deleted until the transaction ends. */
export async function findNamed(
  db: Database,
  fields: readonly CustomField[],
  all: readonly (object | undefined)[],
  isLocked = false,
): Promise<Named> {
  const listTexts = (wanted: CustomField['type']) =>
    fields.flatMap(({ type, key }) =>
      type === wanted
        ? all.flatMap((sent = {}) => (Object.hasOwn(sent, key) ? String(sent[key as keyof typeof sent] ?? '').trim() : []))
        : [],
    );
  const ids = [...new Set(listTexts('product').map((id) => id.toLowerCase()))].filter(isUuid);
  const products = ids.length ? (await listNamedProducts(db, ids)).map(({ _id }) => _id) : [];
  return { products: new Set(products), files: await findFiles(db, listTexts('file'), isLocked) };
}

/** Checks what is sent for several things of one kind; without any, nothing is asked. Their fields stay as they are until the transaction ends. */
export async function parseSentValues(tx: Database, owner: FieldOwner, all: readonly SentValues[]): Promise<ValuesPatch[]> {
  if (all.every(({ sent }) => !sent || !Object.keys(sent).length)) return all.map(() => ({}));
  const fields = await lockFields(tx, owner);
  const sent = all.map((it) => it.sent);
  return checkValues({ fields, ...(await findNamed(tx, fields, sent, true)) }, all);
}

/** The values of one thing after what was sent; absent: nothing was. */
export async function applySentValues(
  tx: Database,
  owner: FieldOwner,
  sent: CustomFieldsInput | undefined,
  current: CustomFields | null,
): Promise<{ custom?: CustomFields | null }> {
  if (!sent) return {};
  const [patch = {}] = await parseSentValues(tx, owner, [{ sent, current, path: 'customFields' }]);
  return { custom: applyPatch(current, patch) };
}

/**
 * Saves values of what has no version of its own, a customer or an order. Whoever sends what their form showed isn't let overwrite what somebody else
 * has written since. False: there is no such row. Throws `invalid_request` and `version_conflict`.
 */
export function saveValues(db: Database, owner: 'customer' | 'order', id: string, { customFields, shown }: ValuesInput): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await lockValues(tx, owner, id);
    if (!row) return false;
    const { custom = null } = await applySentValues(tx, owner, customFields, row.custom);
    const of = (values: CustomFields | null, key: string) => (values && Object.hasOwn(values, key) ? values[key] : undefined);
    const isOvertaken = (key: string) => of(row.custom, key) !== of(shown ?? null, key) && of(custom, key) !== of(row.custom, key);
    if (shown && Object.keys(customFields).some(isOvertaken)) throw createVersionConflict({ customFields: row.custom ?? {} });
    if (!isDeepStrictEqual(custom, row.custom)) await writeValues(tx, owner, id, custom);
    return true;
  });
}

/** Of an earlier version, what can be restored: values of fields that are still there and have them. `sent` clears what it didn't have. */
export async function planValues(db: Database, owner: FieldOwner, before: CustomFields | null, current: CustomFields | null) {
  if (!before && !current) return { next: null, sent: undefined, isCut: false };
  const fields = await listFields(db, owner);
  const named = await findNamed(db, fields, [before ?? {}]);
  const isGone = (field: CustomField) => before?.[field.key] !== undefined && toStored(field, before[field.key] ?? '', named) === null;
  const next =
    pickValues(
      fields.filter((it) => !isGone(it)),
      before,
    ) ?? null;
  const known = (pickValues(fields, current) ?? {}) as CustomFields;
  const cleared = Object.fromEntries(Object.keys(known).map((key) => [key, null]));
  return { next, sent: { ...cleared, ...next }, isCut: Object.keys(next ?? {}).length < Object.keys(before ?? {}).length };
}

interface Shown {
  customFields?: CustomFields;
  shownFields?: ShownField[];
  linkedProducts?: LinkedProduct[];
  linkedFiles?: LinkedFile[];
}

type ShownOwner = ShownField['owner'];

/** What customers see of the values of some things that are shown together, such as a product and its variants. */
export async function showValues(
  context: Pick<Deps, 'db' | 'memoize'>,
  things: readonly { owner: ShownOwner; stored: CustomFields | null | undefined }[],
): Promise<{ values: (CustomFields | undefined)[] } & Omit<Shown, 'customFields'>> {
  if (!things.some(({ stored }) => stored)) return { values: [] };
  const fields = (await readFields(context)).filter(({ isVisible }) => isVisible);
  const values = things.map(({ owner, stored }) =>
    pickValues(
      fields.filter((field) => field.owner === owner),
      stored,
    ),
  );
  const listValues = ({ owner, key }: CustomField) =>
    values.flatMap((it, index) => (things[index]?.owner === owner && it && Object.hasOwn(it, key) ? [it[key]] : []));
  const shown = fields.filter((field) => listValues(field).length);
  const listLinked = (type: CustomField['type']) => [
    ...new Set(shown.flatMap((field) => (field.type === type ? listValues(field).map(String) : []))),
  ];
  const [products, files] = [listLinked('product'), listLinked('file')];
  return {
    values,
    ...(shown.length && {
      shownFields: shown.flatMap(({ owner, key, name, type }) => (owner === 'customer' ? [] : [{ owner, key, name, type }])),
    }),
    ...(products.length && { linkedProducts: await listNamedProducts(context.db, products, true) }),
    ...(files.length && { linkedFiles: await listFiles(context.db, files) }),
  };
}

/** The same of something that is shown by itself; nothing is read unless a field of its kind is visible. */
export async function findShownValues(context: Pick<Deps, 'db' | 'memoize'>, owner: ShownOwner, id: string): Promise<Shown> {
  if (!(await readFields(context)).some((field) => field.owner === owner && field.isVisible)) return {};
  const { values, ...shown } = await showValues(context, [{ owner, stored: await findValues(context.db, owner, id) }]);
  const [customFields] = values;
  return { ...(customFields && { customFields }), ...shown };
}
