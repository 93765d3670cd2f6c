/** Manufacturers and responsible persons, and the makers that products and brands name. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import type { Issue } from '../../../../contract/errors.ts';
import { SAFETY_CONTACTS_MAX } from '../../../../contract/limits.ts';
import type { createSafetyContact, SafetyContact } from '../../../../contract/safety.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findUniqueViolation } from '../../../platform/database/pg-errors.ts';
import { AppError, createIssuesError, createVersionConflict } from '../../../platform/errors.ts';
import { freeSlug, slugify } from '../../database/slug.ts';
import { findFiles } from '../../fields/field-file.service.ts';
import * as repository from './safety.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;
type ContactInput = BodyOf<typeof createSafetyContact>;

const tidyLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .join('\n')
    .trim();

/** Throws `invalid_request` for one that nobody can reach, or a person that is none. */
async function toColumns(tx: Database, { role, name, address, country, ...rest }: ContactInput) {
  const { email = '', website = '', euPerson = null, ukPerson = null } = rest;
  const isMaker = role === 'manufacturer';
  const sent = { euPerson, ukPerson };
  const roles = await repository.listRoles(
    tx,
    Object.values(sent).flatMap((id) => id ?? []),
  );
  const issues: Issue[] = Object.entries(sent).flatMap(([path, id]): Issue[] => {
    if (!id) return [];
    if (!isMaker) return [{ path, code: 'not_allowed', message: 'is of manufacturers only' }];
    return roles.get(id.toLowerCase()) === 'responsible_person' ? [] : [{ path, code: 'unknown', message: 'is no responsible person' }];
  });
  if (!email && !website) issues.push({ path: 'email', code: 'required', message: 'is required, or a web address' });
  if (issues.length) throw createIssuesError(issues);
  return {
    ...{ role, country, email, website },
    name: name.trim().replace(/\s+/g, ' '),
    address: tidyLines(address),
    euPersonId: euPerson,
    ukPersonId: ukPerson,
  };
}

function toContactError(error: unknown, name: string): unknown {
  if (findUniqueViolation(error) !== 'safety_contacts_name_key') return error;
  const issues = [{ path: 'name', code: 'taken' as const, message: 'is taken' }];
  return new AppError('name_taken', `${name} is listed already`, { issues });
}

const createNotFound = () => new AppError('not_found', 'This manufacturer or responsible person no longer exists');

/** Throws `name_taken`, `too_many_contacts` and `invalid_request`. */
export async function addContact({ db, now }: Context, input: ContactInput): Promise<SafetyContact> {
  if ((await repository.countContacts(db)) >= SAFETY_CONTACTS_MAX)
    throw new AppError('too_many_contacts', `There are up to ${SAFETY_CONTACTS_MAX}. Delete one to add another`);
  const base = slugify(input.name, 'maker').replace(/^missing$/, 'missing-1');
  try {
    return await db.transaction(async (tx) => {
      const columns = await toColumns(tx, input);
      const key = freeSlug(base, await repository.listTakenKeys(tx, base));
      return repository.createContact(tx, { id: randomUUID(), key, ...columns, createdAt: now() });
    });
  } catch (error) {
    throw toContactError(error, input.name.trim());
  }
}

const count = (number: number, one: string, many: string) => (number ? [`${number} ${number === 1 ? one : many}`] : []);

/** Throws `contact_in_use` while something names it. */
async function requireUnused(tx: Database, contact: SafetyContact, advice: string): Promise<void> {
  const { products, brands, contacts } = await repository.countUses(tx, contact);
  const uses = [
    ...count(products, 'product', 'products'),
    ...count(brands, 'brand', 'brands'),
    ...count(contacts, 'manufacturer', 'manufacturers'),
  ];
  if (uses.length) throw new AppError('contact_in_use', `${contact.name} is named by ${uses.join(' and ')}. ${advice}`);
}

/** Throws what addContact throws, `not_found`, `contact_in_use`, and `version_conflict` unless it already has the values that were sent. */
export async function changeContact(
  { db }: Context,
  id: string,
  { version, ...input }: ContactInput & { version?: number },
): Promise<SafetyContact> {
  try {
    return await db.transaction(async (tx) => {
      const current = await repository.lockContact(tx, id);
      if (!current) throw createNotFound();
      const { euPersonId, ukPersonId, ...rest } = await toColumns(tx, input);
      if (isDeepStrictEqual({ ...current, ...rest, euPerson: euPersonId, ukPerson: ukPersonId }, current)) return current;
      if (version !== undefined && version !== current.version) throw createVersionConflict({ contact: current });
      if (rest.role !== current.role) await requireUnused(tx, current, 'Its role can be changed once nothing names it.');
      return repository.updateContact(tx, id, { ...rest, euPersonId, ukPersonId });
    });
  } catch (error) {
    throw toContactError(error, input.name.trim());
  }
}

/** Throws `contact_in_use`. */
export async function removeContact({ db }: Context, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const contact = await repository.lockContact(tx, id);
    if (!contact) throw createNotFound();
    await requireUnused(tx, contact, 'Give them another one, or none, first.');
    await repository.deleteContact(tx, id);
  });
}

interface Named {
  /** A key, or null: none. */
  maker?: string | null;
  guaranteeLabel?: string | null;
}

/**
 * Products or brands as they name makers and labels that there are, which stay until the transaction ends. Nothing is asked unless one names some. Throws
 * `invalid_request`.
 */
export async function withKnownSafety<T extends Named>(tx: Database, rows: readonly T[]): Promise<T[]> {
  const asked = [...new Set(rows.flatMap(({ maker }) => maker || []))];
  const labels = rows.flatMap(({ guaranteeLabel }) => guaranteeLabel || []);
  if (!asked.length && !labels.length) return [...rows];
  const makers = asked.length ? await repository.findMakers(tx, asked, true) : new Map<string, string>();
  const files = await findFiles(tx, labels, true);
  return rows.map((row) => {
    const { maker, guaranteeLabel: label } = row;
    const issues: Issue[] = [
      ...(maker && !makers.has(maker) ? [{ path: 'maker', code: 'unknown' as const, message: 'is no manufacturer of the list' }] : []),
      ...(label && !files.has(label.trim())
        ? [{ path: 'guaranteeLabel', code: 'unknown' as const, message: 'is no uploaded file: please upload it again' }]
        : []),
    ];
    if (issues.length) throw createIssuesError(issues);
    return {
      ...row,
      ...(maker && { maker: makers.get(maker) ?? maker }),
      ...(label && { guaranteeLabel: files.get(label.trim()) ?? label }),
    };
  });
}
