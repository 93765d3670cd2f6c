/** Which provider takes the money, by the settings. */
import type { Database } from '../database/open.ts';
import { createDemoProvider, type Deliver, demoSecret } from './demo/demo.provider.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * Null: none is set up, and checkout says so. `deliver` brings the demo provider's events to where this process really listens,
 * since the address that shoppers see may not be one that the machine itself can reach.
 */
export async function pickProvider(
  config: { demo: boolean },
  { db, now, deliver }: { db: Database; now: () => Date; deliver: Deliver },
): Promise<PaymentProvider | null> {
  if (!config.demo) return null;
  return createDemoProvider({ db, now, secret: await demoSecret(db), deliver });
}
