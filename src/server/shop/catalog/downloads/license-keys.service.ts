/** Licence keys on their way in and out: pasted or read from a file, given to orders, and all of a list as a file. They are stored encrypted. */
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import type { addLicenseKeys } from '../../../../contract/downloads.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import { LICENSE_KEY_MAX_LENGTH, LICENSE_KEYS_AT_ONCE } from '../../../../contract/limits.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError, createIssuesError } from '../../../platform/errors.ts';
import { readCsvCell, writeCsvRow } from '../../../platform/http/csv.ts';
import { createSecurityEvent } from '../../integrity/audit/audit.repository.ts';
import { loadSealer } from '../../settings/sealed-text.ts';
import * as repository from './key-list.repository.ts';
import { createNotFoundError } from './key-list.service.ts';

const SEALED = 'licence key';
const COLUMNS = ['key', 'status', 'order', 'given_at'];

function findKeyIssue(key: string, line: number) {
  if ([...key].length > LICENSE_KEY_MAX_LENGTH) {
    const message = `Line ${line} is longer than ${LICENSE_KEY_MAX_LENGTH} characters: is each key on a line of its own?`;
    return { path: 'keys', code: 'too_long' as const, message, limit: LICENSE_KEY_MAX_LENGTH };
  }
  if (!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(key)) return null;
  return { path: 'keys', code: 'invalid_format' as const, message: `Line ${line} has a character that no key can have, such as a tab` };
}

interface Line {
  key: string;
  line: number;
}

const readLines = (text: string): Line[] => text.split(/\r\n|\r|\n/).map((key, index) => ({ key: key.trim(), line: index + 1 }));

/** A table whose first column is called `key`, as exported here; in any spreadsheet's dialect. */
const TABLE = /^"?key"?[ ]*(?<delimiter>[,;\t])/i;

/** Of a table the keys that weren't sold yet: another list must not sell them again. Throws `invalid_request`. */
function readTable(text: string, delimiter: string): Line[] {
  try {
    const rows = parse(text, { delimiter, relax_column_count: true, info: true, skip_empty_lines: true }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    const [header, ...others] = rows;
    const status = header?.record.findIndex((it) => it.trim().toLowerCase() === 'status') ?? -1;
    const isSold = (record: string[]) => record[status]?.trim().toLowerCase() === 'sold';
    return others.flatMap(({ record: [key = '', ...rest], info }) =>
      isSold([key, ...rest]) ? [] : [{ key: readCsvCell(key).trim(), line: info.lines }],
    );
  } catch (error) {
    const message = 'This table can’t be read: save it as CSV again, or give the keys alone, one a line';
    throw new AppError('invalid_request', message, { issues: [{ path: 'keys', code: 'invalid_format', message }], cause: error });
  }
}

/** The keys of a list, pasted or of a file, each once. Throws `invalid_request` with the number of the line. */
export function parseKeys(sent: string): string[] {
  const text = sent.replace(/^\uFEFF/, '');
  const { delimiter } = TABLE.exec(text)?.groups ?? {};
  const keys = new Set<string>();
  for (const { key, line } of delimiter ? readTable(text, delimiter) : readLines(text)) {
    if (!key) continue;
    const issue = findKeyIssue(key, line);
    if (issue) throw createIssuesError([issue]);
    keys.add(key);
  }
  if (!keys.size) throw createIssuesError([{ path: 'keys', code: 'blank', message: 'Paste at least one licence key' }]);
  if (keys.size <= LICENSE_KEYS_AT_ONCE) return [...keys];
  const message = `Add ${LICENSE_KEYS_AT_ONCE} licence keys at most at once; these are ${keys.size}`;
  throw createIssuesError([{ path: 'keys', code: 'too_many', message, limit: LICENSE_KEYS_AT_ONCE }]);
}

/** How many were added, and how many the list has or had already. Throws `not_found` and `invalid_request`. */
export async function addKeys(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { keys: text }: BodyOf<typeof addLicenseKeys>,
): Promise<{ added: number; known: number }> {
  const keys = parseKeys(text);
  const sealer = await loadSealer(db, SEALED);
  const rows = keys.map((key) => {
    const keyId = randomUUID();
    return { id: keyId, listId: id, sealed: sealer.seal(keyId, key), digest: sealer.digest(`${id}\n${key}`) };
  });
  const added = await retryTransaction(db, async (tx) => {
    if (!(await repository.lockKeyList(tx, id))) throw createNotFoundError();
    return repository.addKeys(tx, id, rows);
  });
  return { added, known: keys.length - added };
}

/** The keys that orders were given, by order and line, in the order in which they were given. */
export async function openKeys(db: Database, orderIds: readonly string[]): Promise<{ order: string; line: number; keys: string[] }[]> {
  const rows = orderIds.length ? await repository.listOrderKeys(db, orderIds) : [];
  if (!rows.length) return [];
  const sealer = await loadSealer(db, SEALED);
  return [...Map.groupBy(rows, ({ order, line }) => `${order} ${line}`).values()].flatMap((of) =>
    of.slice(0, 1).map(({ order, line }) => ({ order, line, keys: of.map(({ id, sealed }) => sealer.open(id, sealed)) })),
  );
}

/** Those of one order, by line. */
export const openOrderKeys = async (db: Database, orderId: string): Promise<Map<number, string[]>> =>
  new Map((await openKeys(db, [orderId])).map(({ line, keys }) => [line, keys]));

const BATCH = 1000;

/** All of a list, free ones too, read and sent batch by batch. The activity log says so before the first is sent. Throws `not_found`. */
export async function* exportKeys(db: Database, id: string): AsyncGenerator<string> {
  const list = await repository.findKeyList(db, id);
  if (!list) throw createNotFoundError();
  await createSecurityEvent(db, { action: 'license_keys_exported', objectType: 'product', objectId: list.productId ?? id });
  const sealer = await loadSealer(db, SEALED);
  yield writeCsvRow(COLUMNS);
  for (let after = 0; ; ) {
    const rows = await repository.listKeys(db, id, after, BATCH);
    yield rows
      .map(({ id: keyId, sealed, order, givenAt }) =>
        writeCsvRow([sealer.open(keyId, sealed), order ? 'sold' : 'free', order ?? '', givenAt?.toISOString() ?? '']),
      )
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.position;
  }
}
