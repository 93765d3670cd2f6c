/** Cards that an account saves at the payment provider. The shop keeps the provider's id of the customer, and nothing of a card. */
import type { SavedCard } from '../../../../contract/saved-cards.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { readSettings } from '../../settings/settings.service.ts';
import type { CardVault } from '../card-vault.ts';
import { awaitProvider, type PaymentProvider, toProviderError } from '../provider.ts';
import * as repository from './saved-cards.repository.ts';

type Context = Pick<Deps, 'db' | 'payment' | 'memoize' | 'now'>;

interface Person {
  /** Null: a guest, who has no cards. */
  userId: string | null;
  email: string;
  name: string;
}

type Keeper = PaymentProvider & { cards: CardVault };

const keepsCards = (payment: PaymentProvider | null): payment is Keeper => payment?.cards !== undefined;

/** Null: the provider can't, or the merchant hasn't switched it on. */
async function findKeeper(context: Context): Promise<Keeper | null> {
  const { payment } = context;
  if (!keepsCards(payment)) return null;
  return (await readSettings(context)).settings.payment.keepsCards ? payment : null;
}

/**
 * The provider's id of the customer, whose saved cards its page shows and who can save another; empty: there are none here. A provider that refuses or
 * doesn't answer stops no checkout: then the page has no saved cards.
 */
export async function provideCustomer(
  context: Context,
  provider: PaymentProvider,
  { userId, email, name }: Person,
): Promise<{ customer?: string }> {
  const { db, now } = context;
  const keeper = userId !== null && provider.cards ? await findKeeper(context) : null;
  if (!keeper || userId === null) return {};
  const { cards } = keeper;
  try {
    const providerAccount = await awaitProvider(keeper, cards.findAccount());
    const known = await repository.findCustomerId(db, { userId, providerAccount });
    if (known) return { customer: known };
    const id = await awaitProvider(keeper, cards.createCustomer({ userId, email, name }));
    return { customer: await repository.saveCustomer(db, { id, providerAccount, userId, createdAt: now() }) };
  } catch {
    return {};
  }
}

const toShown = ({ id: _id, ...card }: { id: string } & Omit<SavedCard, '_id'>): SavedCard => ({ _id, ...card });

/** The account's customer at the provider; null: it has none, and so no cards. */
async function findOwn(context: Context, userId: string): Promise<{ keeper: Keeper; customer: string } | null> {
  const keeper = await findKeeper(context);
  if (!keeper || !(await repository.hasCustomers(context.db, userId))) return null;
  const providerAccount = await askProvider(keeper, keeper.cards.findAccount());
  const customer = await repository.findCustomerId(context.db, { userId, providerAccount });
  return customer ? { keeper, customer } : null;
}

async function askProvider<T>(keeper: Keeper, answer: Promise<T>): Promise<T> {
  try {
    return await awaitProvider(keeper, answer);
  } catch (error) {
    throw toProviderError(error, 'Your saved cards stay as they are; please try again in a moment.');
  }
}

/** Throws `payment_provider_failed`. */
export async function listSavedCards(context: Context, userId: string): Promise<SavedCard[]> {
  const own = await findOwn(context, userId);
  if (!own) return [];
  const cards = await askProvider(own.keeper, own.keeper.cards.listCards(own.customer));
  // Deleted at the provider: the next checkout makes another.
  if (!cards) await repository.forgetCustomer(context.db, own.customer);
  return (cards ?? []).map(toShown);
}

/** Throws `not_found` for anybody else's too, and `payment_provider_failed`. */
export async function removeSavedCard(context: Context, userId: string, card: string): Promise<void> {
  const own = await findOwn(context, userId);
  if (!own || !(await askProvider(own.keeper, own.keeper.cards.removeCard(own.customer, card))))
    throw new AppError('not_found', 'There is no such card');
}

const BATCH = 50;

/** Deletes the customers of erased accounts at the provider. Those of an account there that isn't connected now wait for it. */
export async function deleteErasedCustomers({ db, payment }: Pick<Context, 'db' | 'payment'>, signal?: AbortSignal): Promise<number> {
  if (!keepsCards(payment)) return 0;
  let deleted = 0;
  for (let after = ''; ; ) {
    const batch = await repository.listErasedCustomers(db, after, BATCH);
    for (const { id, providerAccount } of batch) {
      if (signal?.aborted) return deleted;
      if (!(await awaitProvider(payment, payment.cards.deleteCustomer(id, providerAccount)))) continue;
      await repository.forgetCustomer(db, id);
      deleted += 1;
    }
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return deleted;
    after = last.id;
  }
}
