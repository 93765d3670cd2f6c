/** The result of "Buy again": how many items were added, and what wasn't and why. */

import { LinkButton } from '../../kit/button.tsx';
import { orders } from '../messages/orders.ts';
import type { BuyAgainSummary, useBuyAgain } from './use-buy-again.ts';

export function BuyAgainResult({ outcome }: Pick<ReturnType<typeof useBuyAgain>, 'outcome'>) {
  return (
    <div role="status" className="print:hidden">
      {outcome.state === 'failed' && <p className="mb-4 rounded-card bg-danger/8 p-4 text-danger">{orders.buyAgainFailed}</p>}
      {outcome.state === 'done' && <BuyAgainNotice {...outcome} />}
    </div>
  );
}

function BuyAgainNotice({ added, missing }: BuyAgainSummary) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-raised p-4 sm:px-5">
      <div className="min-w-0">
        <p className="font-[560]">{added > 0 ? orders.buyAgainAdded(added) : orders.buyAgainNone}</p>
        {missing.length > 0 && (
          <>
            <p className="mt-2 text-soft">{orders.buyAgainMissing}</p>
            <ul className="mt-1 grid list-disc gap-1 pl-5 text-soft marker:text-edge">
              {missing.map(({ name, why }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two products can have the same name
                <li key={index}>
                  <bdi className="line-clamp-2 text-ink">{name}</bdi>
                  <span className="text-caution">{why}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {added > 0 && (
        <LinkButton to="/cart" variant="secondary">
          {orders.viewCart}
        </LinkButton>
      )}
    </div>
  );
}
