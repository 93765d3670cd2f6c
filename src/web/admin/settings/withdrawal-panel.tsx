/** The function by which consumers withdraw from orders; suggested to whoever sells to where the law asks for it. */
import { type ComponentProps, useRef } from 'react';
import { listCountries } from '../../../contract/address.ts';
import { isInEuropeanUnion } from '../../../contract/european-union.ts';
import { WITHDRAWAL_DAYS } from '../../../contract/withdrawal-fields.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { shopDetails as words } from './messages.ts';

const needsIt = (country: string) => isInEuropeanUnion(country, { withUnitedKingdom: true });

interface WithdrawalPanelProps {
  field: ComponentProps<typeof TextField>;
  /** The shop's own. */
  country: string;
  isOn: boolean;
}

export function WithdrawalPanel({ field, country, isOn }: WithdrawalPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNeededHere = needsIt(country);
  const { data } = useLoad('shipping countries', (it, signal) => it(listCountries, { signal }), { isEnabled: !isOn && !isNeededHere });
  const isSuggested = !isOn && (isNeededHere || (data?.shipsTo ?? []).some(needsIt));
  const useFourteen = () => {
    const input = box.current?.querySelector('input');
    if (!input) return;
    input.value = String(WITHDRAWAL_DAYS.min);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <Panel title={words.withdrawal}>
      <div ref={box} className="grid gap-4">
        {isSuggested && (
          <div className="grid justify-items-start gap-2 rounded-control bg-caution/8 p-3 text-small text-caution">
            <p>{words.withdrawalSuggested}</p>
            <Button variant="secondary" size="small" onClick={useFourteen}>
              {words.useFourteen}
            </Button>
          </div>
        )}
        <TextField {...field} hint={words.withdrawalDaysHint} inputMode="numeric" autoComplete="off" className="max-w-96" />
      </div>
    </Panel>
  );
}
