/** Lists of licence keys: which keys a product sells, one a piece. Keys are stored encrypted; how they come in and out: license-keys.service.ts. */
import { randomUUID } from 'node:crypto';
import type { createKeyList as createContract, LicenseKeyList, updateKeyList as updateContract } from '../../../../contract/downloads.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import { LICENSE_KEY_LISTS_MAX } from '../../../../contract/limits.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError, createIssuesError, createVersionConflict } from '../../../platform/errors.ts';
import { requireOwnVariants, requireProduct } from './download.service.ts';
import * as repository from './key-list.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

const DEFAULT_LOW_AT = 10;

export const createNotFoundError = () =>
  new AppError('not_found', 'There is no such list of licence keys. It may have been deleted: reload the page.');

const toKeyList = ({ id, variantIds, free, sold, owed, lowAt, version }: repository.CountedList): LicenseKeyList => ({
  _id: id,
  variants: variantIds,
  free,
  sold,
  owed,
  lowAt,
  version,
});

/** Throws `not_found`. */
export async function readKeyList(db: Database, id: string): Promise<LicenseKeyList> {
  const row = await repository.findKeyList(db, id);
  if (!row) throw createNotFoundError();
  return toKeyList(row);
}

export const listKeyLists = async (db: Database, productId: string): Promise<LicenseKeyList[]> =>
  (await repository.listKeyLists(db, productId)).map(toKeyList);

/** Throws `product_not_found` and `invalid_request`. */
export async function createKeyList(
  { db, now }: Context,
  productId: string,
  input: BodyOf<typeof createContract>,
): Promise<LicenseKeyList> {
  const id = randomUUID();
  const { variants = [], lowAt = DEFAULT_LOW_AT } = input;
  await retryTransaction(db, async (tx) => {
    await requireProduct(tx, productId);
    await requireOwnVariants(tx, productId, variants);
    if ((await repository.listKeyLists(tx, productId)).length >= LICENSE_KEY_LISTS_MAX) {
      const message = `A product has ${LICENSE_KEY_LISTS_MAX} lists at most`;
      throw createIssuesError([{ path: 'variants', code: 'too_many', message, limit: LICENSE_KEY_LISTS_MAX }]);
    }
    await repository.createKeyList(tx, { id, productId, variantIds: variants, lowAt, createdAt: now() });
  });
  return readKeyList(db, id);
}

/** Throws `not_found`, `invalid_request` and `version_conflict`. */
export async function updateKeyList({ db }: Context, id: string, change: BodyOf<typeof updateContract>): Promise<LicenseKeyList> {
  const { variants, lowAt, version } = change;
  await retryTransaction(db, async (tx) => {
    const row = await repository.lockKeyList(tx, id);
    if (!row) throw createNotFoundError();
    if (version !== undefined && version !== row.version)
      throw createVersionConflict({ success: true, keyList: await readKeyList(tx, id) });
    await requireOwnVariants(tx, row.productId, variants);
    const fields = { ...(variants && { variantIds: variants }), ...(lowAt !== undefined && { lowAt, lowToldAt: null }) };
    if (Object.keys(fields).length) await repository.updateKeyList(tx, id, fields);
  });
  return readKeyList(db, id);
}

/** Throws `not_found`, and `invalid_request` while keys of it are owed: nobody could hand them over any more. */
export async function deleteKeyList({ db, now }: Context, id: string): Promise<void> {
  await retryTransaction(db, async (tx) => {
    if (!(await repository.lockKeyList(tx, id))) throw createNotFoundError();
    const { owed } = await readKeyList(tx, id);
    if (owed)
      throw new AppError('invalid_request', `${owed} keys are owed to customers. Add them, or refund these orders, then delete the list.`);
    await repository.discardKeys(tx, [id]);
    await repository.updateKeyList(tx, id, { removedAt: now() });
  });
}
