/** A customer's store credit, which the team can change. */

import { useState } from 'react';
import { adjustCustomerCredit, readCustomerCredit } from '../../../../contract/store-credit.ts';
import { api } from '../../../api.ts';
import { Skeleton } from '../../../kit/loading.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { AsyncContent } from '../../../shared/dashboard-layout/async-content.tsx';
import { formatPrice } from '../../../shared/format.ts';
import { useLoad } from '../../../shared/hooks/use-load.ts';
import { AdjustDialog } from '../../gift-cards/adjust-dialog.tsx';
import { BalanceHistory } from '../../gift-cards/balance-history.tsx';
import { giftCardPages as words } from '../../gift-cards/messages.ts';
import { ActionButton } from '../../parts/controls.tsx';

export function StoreCreditPanel({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const loaded = useLoad(`store credit ${id}`, (it, signal) => it(readCustomerCredit, { params: { id }, signal }));
  return (
    <Panel title={words.credit}>
      <AsyncContent state={loaded} skeleton={<Skeleton className="h-16" />}>
        {({ balance, held, currency, entries }) => (
          <>
            {entries.length ? (
              <>
                <p className="tabular-nums -mt-2 text-title font-[640]">{formatPrice(balance, currency)}</p>
                {held > 0 && <p className="text-small text-soft">{words.held(formatPrice(held, currency))}</p>}
                <BalanceHistory entries={entries} currency={currency} caption={words.history} isNarrow />
              </>
            ) : (
              <p className="-mt-2 text-soft">{words.noCredit}</p>
            )}
            <ActionButton variant="secondary" size="small" className="mt-4" onClick={() => setIsOpen(true)}>
              {words.adjust}
            </ActionButton>
            {isOpen && (
              <AdjustDialog
                currency={currency}
                save={(body) => api(adjustCustomerCredit, { params: { id }, body })}
                onSaved={() => {
                  setIsOpen(false);
                  void loaded.reload();
                }}
                close={() => setIsOpen(false)}
              />
            )}
          </>
        )}
      </AsyncContent>
    </Panel>
  );
}
