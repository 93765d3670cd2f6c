import { randomUUID } from 'node:crypto';
import { openShop } from '../../../../../tests/support/harness.ts';
import { testProviderContract } from '../../../../../tests/support/provider-contract.ts';
import { createManualProvider } from './manual.provider.ts';
import { findSession } from './manual.repository.ts';

const shop = await openShop();
const { db, now } = shop.deps;
const provider = createManualProvider({ db, now });

/** As the team books all that is to be paid. */
async function pay({ id }: { id: string }): Promise<boolean> {
  const session = await findSession(db, id);
  if (!session) throw new Error(`there is no session ${id}`);
  const { amountCents, currency } = session;
  const receipt = { id: randomUUID(), amountCents, currency, key: null, receivedOn: null, note: '', at: now() };
  return (await db.transaction((tx) => provider.byHand.receive(tx, id, receipt))).outcome === 'booked';
}

testProviderContract({ provider, now, advanceClock: shop.advanceClock, pay });
