/** Cards that customers have saved at Stripe: its page asks them, and shows theirs when they come again. */
import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type { CardVault, VaultCard } from '../card-vault.ts';

const LIST_LIMIT = 100;

const isUnknown = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** A restricted key may not be allowed to read its account: then another key counts as another account. */
async function readAccountId(stripe: Stripe, secretKey: string): Promise<string> {
  try {
    return (await stripe.accounts.retrieveCurrent()).id;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
    return `key_${createHash('sha256').update(secretKey).digest('hex').slice(0, 16)}`;
  }
}

function toCard({ id, card }: Stripe.PaymentMethod): VaultCard[] {
  if (!card) return [];
  return [{ id, brand: card.brand, last4: card.last4, expiryMonth: card.exp_month, expiryYear: card.exp_year }];
}

async function listCards(stripe: Stripe, customer: string): Promise<VaultCard[] | null> {
  try {
    const { data } = await stripe.customers.listPaymentMethods(customer, { type: 'card', limit: LIST_LIMIT });
    return data.flatMap(toCard);
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

/** Detaching asks for no customer, so whose it is has to be known first. */
async function removeCard(stripe: Stripe, customer: string, card: string): Promise<boolean> {
  try {
    await stripe.customers.retrievePaymentMethod(customer, card);
    await stripe.paymentMethods.detach(card);
    return true;
  } catch (error) {
    if (isUnknown(error)) return false;
    throw error;
  }
}

async function deleteCustomer(stripe: Stripe, customer: string): Promise<boolean> {
  try {
    await stripe.customers.del(customer);
  } catch (error) {
    if (!isUnknown(error)) throw error;
  }
  return true;
}

interface VaultDeps {
  secretKey: string;
  testMode: boolean;
  withTimeout: <T>(operation: Promise<T>) => Promise<T>;
}

export function createStripeVault(stripe: Stripe, { secretKey, testMode, withTimeout }: VaultDeps): CardVault {
  let account: string | null = null;
  const findAccount = async () => {
    account ??= `${await readAccountId(stripe, secretKey)}/${testMode ? 'test' : 'live'}`;
    return account;
  };
  return {
    findAccount: () => withTimeout(findAccount()),
    createCustomer: ({ userId, email, name }) =>
      withTimeout(stripe.customers.create({ email, name, metadata: { account: userId } }).then(({ id }) => id)),
    listCards: (customer) => withTimeout(listCards(stripe, customer)),
    removeCard: (customer, card) => withTimeout(removeCard(stripe, customer, card)),
    deleteCustomer: async (customer, of) => of === (await withTimeout(findAccount())) && withTimeout(deleteCustomer(stripe, customer)),
  };
}
