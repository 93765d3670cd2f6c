/** The daily look at the shop, once somebody has said where it sells. What turns unmet is then on the dashboard. */
import type { Deps } from '../../deps.ts';
import type { Logger } from '../../platform/log/logger.ts';
import { checkLaw, type LawContext } from './law.service.ts';

export async function checkLawDaily(deps: LawContext & Pick<Deps, 'visitShop'>, log: Pick<Logger, 'warn'>, signal: AbortSignal) {
  const { visitShop } = deps;
  if (!visitShop) return;
  // What can't be asked isn't unmet: the last look stays.
  const home = await visitShop('/').catch((err: unknown) => {
    log.warn({ err }, "the shop's own pages can't be opened to look at its duties");
    return null;
  });
  if (!home) return;
  await checkLaw(deps, visitShop, signal);
}
