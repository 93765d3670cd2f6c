/** The company and billing address that the account keeps for its next orders. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { readSavedBilling, saveBilling } from '../../../contract/company.ts';
import { nameCountry } from '../../../contract/countries.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Panel } from '../../kit/panel.tsx';
import { useCountries } from '../../shared/hooks/use-address-format.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { billing as words } from '../../shared/messages/billing.ts';

/** Nothing in a shop that sells to no companies, unless something was saved before. */
export function SavedBilling() {
  const { data, reload } = useLoad('saved billing', (it, signal) => it(readSavedBilling, { signal }));
  const sellsToCompanies = useCountries()?.companies === true;
  const [isBusy, setIsBusy] = useState(false);
  if (!data || (!data.billing && !sellsToCompanies)) return null;
  const { billing } = data;
  const remove = async () => {
    setIsBusy(true);
    try {
      await api(saveBilling, { body: { billing: null } });
      toast.success(words.removed);
      await reload();
    } catch (error) {
      console.error(error);
      toast.error(words.removeFailed);
    }
    setIsBusy(false);
  };
  if (!billing) {
    return (
      <Panel title={words.saved} className="mt-6">
        <p className="-mt-2 text-soft">{words.none}</p>
      </Panel>
    );
  }
  const { company, vatId, address } = billing;
  const place = address && [address.recipient, address.street, `${address.postcode} ${address.city}`.trim(), nameCountry(address.country)];
  const lines = [company, vatId && words.vatId(vatId), ...(place ?? [])];
  return (
    <Panel title={words.saved} hint={words.savedHint} className="mt-6">
      <p className="address-lines line-clamp-8">{lines.filter(Boolean).join('\n')}</p>
      <Button variant="danger-quiet" size="small" className="mt-3 -ml-3" busy={isBusy} onClick={() => void remove()}>
        {words.remove}
      </Button>
    </Panel>
  );
}
