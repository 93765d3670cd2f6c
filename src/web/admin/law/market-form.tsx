/** Where the shop sells: suggested by its shipping zones until somebody has chosen. */
import type { ReactNode } from 'react';
import { LAW_MARKETS, type Law, type LawMarket } from '../../../contract/law.ts';
import { Panel } from '../../kit/panel.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, useForm } from '../../shared/hooks/use-form.ts';
import { MARKET_NAMES, law as words } from './messages.ts';

interface MarketFormProps {
  law: Law;
  save: (markets: LawMarket[]) => Promise<void>;
  /** While the shop is looked at. */
  status: ReactNode;
}

export function MarketForm({ law: { markets, reached }, save, status }: MarketFormProps) {
  const form = useForm({
    onSubmit: async (values) => {
      const chosen = LAW_MARKETS.filter((it) => values.has(it));
      if (!chosen.length) throw createValidationError(words.chooseSome);
      await save(chosen);
      return 'stay';
    },
  });
  const shown = markets ?? reached;
  return (
    <Panel title={words.markets} hint={words.marketsHint}>
      <Form state={form} label={words.markets}>
        <p className="text-small text-soft">
          {words.reached(reached.map((it) => MARKET_NAMES[it]).join(', '))} {!markets && words.suggested}
        </p>
        <fieldset>
          <legend className="sr-only">{words.markets}</legend>
          <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {LAW_MARKETS.map((market) => (
              <li key={market}>
                <label className="flex min-h-9 items-center gap-3">
                  <input type="checkbox" name={market} defaultChecked={shown.includes(market)} className="size-5 shrink-0 accent-accent" />
                  {MARKET_NAMES[market]}
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton state={form}>{words.saveAndCheck}</SubmitButton>
          {status}
        </div>
      </Form>
    </Panel>
  );
}
