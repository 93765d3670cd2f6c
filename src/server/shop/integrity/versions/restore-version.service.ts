/** Restores the version that something had before an entry of the audit log. */
import { isRestorable, isRestorableType, type RestorableType, type VersionPreview } from '../../../../contract/audit.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { addUnattachedImages } from '../../content/media/image.repository.ts';
import { planBrand, planCategory, planCollection, planPage, planSetting } from './restore-content.ts';
import { planProduct } from './restore-product.ts';
import { type AuditRow, addRestoredEntry, findEntry, listStepsSince, type Parts, readParts } from './version.repository.ts';
import { type Context, createNotRestorable, rewind, type VersionPlan } from './version-plan.ts';

const PLANS: Record<Exclude<RestorableType, 'product'>, typeof planCategory> = {
  category: planCategory,
  collection: planCollection,
  brand: planBrand,
  page: planPage,
  setting: planSetting,
};

function createPlan(context: Context, type: RestorableType, id: string, current: Parts, parts: Parts): Promise<VersionPlan> {
  if (type === 'product') return planProduct(context, id, current, parts);
  const before = parts.get('');
  if (!before) throw createNotRestorable('There was nothing before this entry');
  return PLANS[type](context, id, current.get(''), before);
}

async function planVersion(context: Context, entryId: string): Promise<{ entry: AuditRow; plan: VersionPlan }> {
  const { db } = context;
  const entry = await findEntry(db, entryId);
  if (!entry) throw new AppError('not_found', 'There is no such entry');
  const { kind, action, part, objectType, objectId } = entry;
  if (!isRestorableType(objectType) || !isRestorable({ kind, action, part, object: { type: objectType, _id: objectId } }))
    throw createNotRestorable('Of this entry no version can be restored');
  const current = await readParts(db, objectType, objectId);
  const parts = rewind(current, await listStepsSince(db, entry));
  return { entry, plan: await createPlan(context, objectType, objectId, current, parts) };
}

const toPreview = ({ version, changes, kept }: VersionPlan): VersionPreview => ({ version, changes, kept });

/** Throws `not_found`, and `invalid_request` if it can't be restored. */
export async function previewVersion(context: Context, entryId: string): Promise<VersionPreview> {
  return toPreview((await planVersion(context, entryId)).plan);
}

/**
 * Writes nothing if nothing would change. Throws what previewVersion and the service of its form throw, and `version_conflict` if it was
 * changed after the preview.
 */
export async function restoreVersion(context: Context, entryId: string, version: number | null): Promise<VersionPreview> {
  const { plan } = await planVersion(context, entryId);
  // Before its files are checked again, because from now on the cleanup job doesn't delete them.
  if (plan.changes.length) await addUnattachedImages(context.db, plan.imageIds, context.now());
  return context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx };
    const found = await planVersion(inside, entryId);
    if (found.plan.version !== null && !found.plan.changes.length) return toPreview(found.plan);
    if (found.plan.version !== version) throw createVersionConflict({ preview: toPreview(found.plan) });
    await found.plan.write(inside);
    await addRestoredEntry(tx, found.entry);
    return toPreview((await planVersion(inside, entryId)).plan);
  });
}
