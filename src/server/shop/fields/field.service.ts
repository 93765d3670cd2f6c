/** Defining the merchant's fields: names, keys, types and choices, their order, and what becomes of values when a field or a choice goes. */
import { randomUUID } from 'node:crypto';
import type { FieldType } from '../../../contract/custom-field-values.ts';
import {
  type CustomField,
  canBecome,
  canFilter,
  canHave,
  type createCustomField,
  type FieldOwner,
  type updateCustomField,
} from '../../../contract/custom-fields.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { CUSTOM_FIELDS_MAX, MAX_TOTAL } from '../../../contract/limits.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { findUniqueViolation } from '../../platform/database/pg-errors.ts';
import { AppError, createVersionConflict } from '../../platform/errors.ts';
import * as repository from './field.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

const createNotFound = () => new AppError('not_found', 'This field no longer exists');

const createIssue = (path: string, code: 'taken' | 'required' | 'not_allowed' | 'invalid_choice', message: string) =>
  new AppError('invalid_request', message, { issues: [{ path, code, message }] });

/** All fields, memoized until a definition or the catalog changes: what lists and pages of products show asks nothing else. */
export const readFields = ({ db, memoize }: Pick<Deps, 'db' | 'memoize'>): Promise<CustomField[]> =>
  memoize('custom-fields', () => repository.listFields(db));

/** Each choice once; two that differ in case alone would be one in files. Throws `invalid_request`. */
function tidyChoices(type: FieldType, choices: readonly string[]): string[] {
  if (type !== 'choice') return [];
  const byText = Map.groupBy(
    choices.map((it) => it.trim().replace(/\s+/g, ' ')),
    (it) => it.toLowerCase(),
  );
  const tidied = [...byText].map(([, [first = '']]) => first);
  if (!tidied.length) throw createIssue('choices', 'required', 'A choice needs at least one value to choose from');
  return tidied;
}

type Definition = Pick<repository.FieldRow, 'owner' | 'type' | 'isVisible' | 'isFilter'>;

/** Throws `invalid_request`. */
function requireShowable({ owner, type, isVisible, isFilter }: Definition): void {
  if (isVisible && owner === 'customer')
    throw createIssue('isVisible', 'not_allowed', 'Fields of customers are for the team: no page shows them to customers');
  if (!canHave(owner, type))
    throw createIssue('type', 'not_allowed', 'Customers and orders have no files: whoever knows a file’s address can open it');
  if (!isFilter) return;
  if (!canFilter(owner, type)) {
    const message = 'Only texts, numbers, yes/no, choices and colors of products and variants can be filters';
    throw createIssue('isFilter', 'not_allowed', message);
  }
  if (!isVisible) throw createIssue('isFilter', 'not_allowed', 'A filter shows the values to customers, so they have to see the field');
}

/** Throws `key_taken`, `too_many_fields` and `invalid_request`. */
export async function addField({ db, now }: Context, input: BodyOf<typeof createCustomField>): Promise<CustomField> {
  const { owner, key, name, help = '', type = 'text', choices = [], isVisible = false, isFilter = false } = input;
  requireShowable({ owner, type, isVisible, isFilter });
  const row = { owner, key, name: name.trim(), help: help.trim(), type, choices: tidyChoices(type, choices), isVisible, isFilter };
  try {
    return await db.transaction(async (tx) => {
      await repository.lockDefinitions(tx);
      const { fields, last } = await repository.countFields(tx, owner);
      if (fields >= CUSTOM_FIELDS_MAX)
        throw new AppError('too_many_fields', `There are up to ${CUSTOM_FIELDS_MAX} fields of a kind. Delete one to add another`);
      return repository.createField(tx, { id: randomUUID(), ...row, position: last + 1, createdAt: now() });
    });
  } catch (error) {
    if (findUniqueViolation(error) !== 'custom_fields_key') throw error;
    const message = `The key ${key} is taken, or its field was just deleted. Choose another key, or try again in a minute`;
    throw new AppError('key_taken', message, { issues: [{ path: 'key', code: 'taken', message: 'is taken' }] });
  }
}

/** Throws `field_in_use` if the field has values that the other type wouldn't have. */
async function requirePossibleType(tx: Database, row: repository.FieldRow, type: FieldType): Promise<void> {
  if (canBecome(row.type, type) || !(await repository.countValues(tx, row, 1))) return;
  const message = 'This field has values that another type can’t have. Define a new field, or delete the values first';
  throw new AppError('field_in_use', message, { issues: [{ path: 'type', code: 'not_allowed', message: 'can’t be changed' }] });
}

/** Throws `not_found`, `version_conflict`, `field_in_use` and `invalid_request`. */
export async function changeField(
  { db }: Pick<Context, 'db'>,
  id: string,
  { version, name, help, choices, type: wanted, isVisible, isFilter }: BodyOf<typeof updateCustomField>,
): Promise<CustomField> {
  return db.transaction(async (tx) => {
    const row = await repository.lockField(tx, id);
    if (!row) throw createNotFound();
    const type = wanted ?? row.type;
    const next = {
      name: name?.trim() ?? row.name,
      help: help?.trim() ?? row.help,
      type,
      choices: tidyChoices(type, choices ?? row.choices),
      isVisible: isVisible ?? row.isVisible,
      isFilter: isFilter ?? row.isFilter,
    };
    requireShowable({ owner: row.owner, ...next });
    const isSame = Object.entries(next).every(
      ([column, value]) => JSON.stringify(value) === JSON.stringify(row[column as keyof typeof next]),
    );
    if (isSame) return repository.toField(row);
    if (version !== undefined && version !== row.version) throw createVersionConflict({ field: repository.toField(row) });
    await requirePossibleType(tx, row, type);
    const isUntidy = row.isUntidy || (type === 'choice' && row.choices.some((it) => !next.choices.includes(it)));
    return repository.updateField(tx, id, { ...next, isUntidy });
  });
}

/** Those that aren't named come behind the others. Ids of other fields count for nothing. */
export async function orderFields({ db }: Pick<Context, 'db'>, owner: FieldOwner, ids: readonly string[]): Promise<CustomField[]> {
  return db.transaction(async (tx) => {
    await repository.lockDefinitions(tx);
    const fields = await repository.listFields(tx, owner);
    const known = new Set(fields.map(({ _id }) => _id));
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => known.has(id));
    await repository.orderFields(tx, [...wanted, ...[...known].filter((id) => !wanted.includes(id))]);
    return repository.listFields(tx, owner);
  });
}

/** Nobody sees it from now on; tidyFields removes its values and then its row. Throws `not_found`. */
export async function removeField({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await repository.lockField(tx, id))) throw createNotFound();
    await repository.updateField(tx, id, { isDeleted: true, isUntidy: true });
  });
}

const NAMING_COLLECTIONS_SHOWN = 20;

/** Throws `not_found`. */
export async function readUsage(db: Database, id: string) {
  const row = await repository.findField(db, id);
  if (!row) throw createNotFound();
  const choices = row.type === 'choice' ? await repository.countChoices(db, row, MAX_TOTAL) : [];
  const collections = await repository.listNamingCollections(db, row, NAMING_COLLECTIONS_SHOWN);
  return { values: await repository.countValues(db, row, MAX_TOTAL), choices, ...(collections.length && { collections }) };
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const BATCH = 200;

/**
 * Removes the values of deleted fields and of removed choices, a few rows in a transaction, so that nobody waits for them. If it is interrupted, the next
 * run begins again with what is left.
 */
export async function tidyFields({ db }: Pick<Context, 'db'>, signal: AbortSignal): Promise<void> {
  for (const field of await repository.listUntidy(db)) {
    let after: string | null = FIRST_ID;
    while (after && !signal.aborted) {
      const from: string = after;
      after = await db.transaction((tx) => repository.removeValues(tx, field, from, BATCH));
    }
    if (signal.aborted) return;
    await db.transaction((tx) => repository.finishField(tx, field));
  }
}
