/**
 * A person's right to a copy of their data (https://gdpr-info.eu/art-15-gdpr/) and to erasure (https://gdpr-info.eu/art-17-gdpr/), and the deletion
 * of personal data that is no longer needed.
 */
import type { GuestData } from '../../../../contract/customer.ts';
import type { Order } from '../../../../contract/order-fields.ts';
import type { PersonalData } from '../../../../contract/privacy.ts';
import { HOUR } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { openKeys } from '../../catalog/downloads/license-keys.service.ts';
import { deleteOldImports } from '../../catalog/import/runs/product-import.repository.ts';
import { findValues } from '../../fields/field.repository.ts';
import { deleteEntriesBefore, forgetPerson, hidePersonalValues } from '../../integrity/audit/audit.repository.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueEmail } from '../../messages/emails/outbox.ts';
import { redactOrderEvents } from '../../messages/webhooks/redact-events.ts';
import { cancelOwnOrder } from '../../orders/checkout/end-checkout.service.ts';
import { listGuestOrdersOf, listOrdersOf } from '../../orders/rows/order.repository.ts';
import { countCustomer } from '../../orders/rows/order-write.repository.ts';
import { deleteTestOrders } from '../../orders/rows/test-order.repository.ts';
import { requireAttempt } from '../../team/login/rate-limits.ts';
import { findAccountEmail, findUser, lockUser } from '../../team/login/user.repository.ts';
import { listSessionsOf } from '../../team/sessions/session.service.ts';
import { findListedUser, listAddresses } from '../accounts/account.repository.ts';
import {
  anonymizeImportedOrders,
  findFormerEmail,
  listImportedOrdersOf,
  releaseImportedOrders,
} from '../accounts/imported-order.repository.ts';
import { findSavedBilling } from '../companies/billing.repository.ts';
import { findCustomer } from '../list/customer-list.repository.ts';
import { findBalances } from './balance-privacy.repository.ts';
import * as repository from './privacy.repository.ts';
import {
  anonymizeOrders,
  deleteMessagesTo,
  deleteOldCheckouts,
  deleteOldEmails,
  deleteOldEvents,
  listEmailsOf,
  listInvitationsTo,
} from './privacy.repository.ts';

type ExportContext = Pick<Deps, 'db' | 'now'>;

/** Each export reads everything that is stored about a person. */
const EXPORT_LIMIT = { name: 'export-data', maxAttempts: 10, windowMs: HOUR };

/** Throws `too_many_attempts`. */
export async function requireExportAttempt(context: ExportContext, { id }: Pick<Caller, 'id'>): Promise<void> {
  await requireAttempt(context, EXPORT_LIMIT, id);
}

const listKeysOf = async (db: Database, orders: readonly Order[]) => {
  const ids = orders.flatMap(({ hasDownloads, _id }) => (hasDownloads ? [_id] : []));
  const licenseKeys = await openKeys(db, ids);
  return licenseKeys.length ? { licenseKeys } : {};
};

/** Without password and answer, which are only stored as hashes, and without the team's notes. Throws `user_not_found`. */
export async function exportPersonalData({ db, now }: ExportContext, id: string): Promise<PersonalData> {
  const found = await findUser(db, id);
  const listed = await findListedUser(db, id);
  const person = await findAccountEmail(db, id);
  if (!found || !listed || !person) throw new AppError('user_not_found', 'There is no such account');
  const sessions = await listSessionsOf({ db, now }, id);
  const billing = await findSavedBilling(db, id);
  const orders = await listOrdersOf(db, id);
  return {
    exportedAt: now().toISOString(),
    account: { ...found.user, pendingEmail: person.pendingEmail, createdAt: listed.createdAt },
    ...(await repository.findCustomerChoices(db, id)),
    addresses: await listAddresses(db, id),
    ...(billing && { billing }),
    sessions: sessions.map(({ isCurrent: _isCurrent, ...session }) => session),
    orders,
    ...(await listKeysOf(db, orders)),
    ...(await findBalances(db, person)),
    importedOrders: await listFormerOrders(db, await findFormerEmail(db, id)),
    emails: await listEmailsOf(db, person),
    invitations: await listInvitationsTo(db, person),
  };
}

const listFormerOrders = async (db: Database, email: string | null) => (email === null ? [] : listImportedOrdersOf(db, email));

/** Small, so that customers' queries run in between and locks are held only for a moment. */
const PAGE = 500;

type DeletePage = (db: Database, before: Date, limit: number) => Promise<number>;

const anonymizeOldOrders: DeletePage = (db, before, limit) =>
  db.transaction(async (tx) => {
    const ids = await anonymizeOrders(tx, before, limit);
    await redactOrderEvents(tx, ids);
    return ids.length;
  });

async function deleteAll(deletePage: (limit: number) => Promise<number>, signal?: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal?.aborted) {
    const deleted = await deletePage(PAGE);
    count += deleted;
    if (deleted < PAGE) break;
  }
  return count;
}

/** The job `apply-retention`: returns how many rows of each kind were deleted or anonymized. Several processes may run it at once. */
export async function applyRetention({ db, now, retention }: Pick<Deps, 'db' | 'now' | 'retention'>, signal?: AbortSignal) {
  const time = now().getTime();
  const apply = (deletePage: DeletePage, age: number) => deleteAll((limit) => deletePage(db, new Date(time - age), limit), signal);
  return {
    emails: await apply(deleteOldEmails, retention.emails),
    events: await apply(deleteOldEvents, retention.events),
    checkouts: await apply(deleteOldCheckouts, retention.checkouts),
    orders: (await apply(anonymizeOldOrders, retention.orders)) + (await apply(anonymizeImportedOrders, retention.orders)),
    imports: await apply(deleteOldImports, retention.imports),
    audit: await apply(deleteEntriesBefore, retention.audit),
  };
}

/** For orders that are old enough to be anonymized; the job `apply-retention` does the rest. */
const MAX_OLD_ORDERS = 500;

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl' | 'retention'>;

/**
 * Before an account is erased, because otherwise its checkouts could still be paid. Those whose payment the bank is processing, or whose provider
 * doesn't answer, stay, and become orders once they are paid.
 */
export async function cancelCheckouts(deps: Deps, userId: string): Promise<void> {
  const found = await findUser(deps.db, userId);
  if (!found || found.user.role === 1) return;
  for (const orderId of await repository.listPendingOrderIds(deps.db, userId))
    await cancelOwnOrder(deps, { userId }, found.user.name, orderId).catch(() => undefined);
}

/** Those of a former shop are books as well: they name their buyer for as long as the law wants. */
async function eraseFormerOrders(tx: Database, email: string, before: Date): Promise<void> {
  await anonymizeImportedOrders(tx, before, MAX_OLD_ORDERS, email);
  await releaseImportedOrders(tx, email);
}

/**
 * Deletes the account and everything that belongs to it: its checkouts that were never paid, emails about it and to it (except
 * the one about the deletion), invitations to it, and its data in webhook events. Its orders stay without an account and name their buyer for as
 * long as the law requires; older ones are anonymized. Throws `user_not_found`, and `team_member` for team members: they have to leave the team
 * first, so that a shop never loses its last owner.
 */
export async function eraseAccount({ db, now, publicUrl, retention }: Context, id: string): Promise<void> {
  const { renderAccountErasedEmail } = await import('../../messages/emails/templates/account-emails.ts');
  await retryTransaction(db, async (tx) => {
    const locked = await lockUser(tx, id);
    const person = await findAccountEmail(tx, id);
    if (!locked || !person) throw new AppError('user_not_found', 'There is no such account');
    const { user } = locked;
    if (user.role === 1) throw new AppError('team_member', 'This account belongs to a member of the team');
    const time = now();
    const formerEmail = await findFormerEmail(tx, id);
    await hidePersonalValues(tx);
    await forgetPerson(tx, id);
    await deleteTestOrders(tx, { userId: id });
    await repository.deleteCheckoutsOf(tx, { userId: id });
    const released = await repository.releaseOrders(tx, user);
    // Those that they placed as a guest count for the account while its address is confirmed.
    if (person.emailConfirmedAt) released.push(...(await repository.releaseGuestOrders(tx, user.email)));
    await repository.deleteUser(tx, id);
    if (formerEmail !== null) await eraseFormerOrders(tx, formerEmail, new Date(time.getTime() - retention.orders));
    const old = await repository.anonymizeOrdersOf(tx, user.email, new Date(time.getTime() - retention.orders), MAX_OLD_ORDERS);
    await redactOrderEvents(tx, [...released, ...old]);
    await deleteMessagesTo(tx, person);
    await queueEmail(tx, renderAccountErasedEmail({ recipient: user.email, publicUrl, shop: await readEmailShop(tx) }), time);
  });
}

/** Without the team's notes. Throws `customer_not_found`. */
export async function exportGuestData({ db, now }: ExportContext, id: string): Promise<GuestData> {
  const found = await findCustomer(db, id);
  if (found?.kind !== 'guest') throw createGuestNotFoundError();
  const { name, email, country, tags, consentAt, createdAt } = found;
  const customFields = await findValues(db, 'customer', id);
  const orders = await listGuestOrdersOf(db, email);
  return {
    exportedAt: now().toISOString(),
    guest: { name, email, country, tags, consentAt, createdAt, ...(customFields && { customFields }) },
    orders,
    ...(await listKeysOf(db, orders)),
    importedOrders: await listImportedOrdersOf(db, email),
    emails: await repository.listEmailsToGuest(db, email),
  };
}

/** An account is erased by its own call, which asks more. */
const createGuestNotFoundError = () => new AppError('customer_not_found', 'There is no such guest');

/**
 * Deletes what the shop keeps of a guest besides the books: tags, notes, consent, emails, checkouts that were never paid. Who buys again with that
 * email begins as a new customer. Throws `customer_not_found`.
 */
export async function eraseGuest({ db, now, retention }: Context, id: string): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const guest = await repository.lockGuest(tx, id);
    if (!guest) throw createGuestNotFoundError();
    await hidePersonalValues(tx);
    await forgetPerson(tx, id);
    await repository.deleteCheckoutsOf(tx, { guest: guest.email });
    const released = await repository.releaseGuestOrders(tx, guest.email);
    await eraseFormerOrders(tx, guest.email, new Date(now().getTime() - retention.orders));
    const old = await repository.anonymizeOrdersOf(tx, guest.email, new Date(now().getTime() - retention.orders), MAX_OLD_ORDERS);
    await redactOrderEvents(tx, [...released, ...old]);
    await repository.deleteEmailsToGuest(tx, guest.email);
    // None of their orders counts: the guest ends.
    await countCustomer(tx, { userId: null, guestEmail: guest.email });
  });
}
