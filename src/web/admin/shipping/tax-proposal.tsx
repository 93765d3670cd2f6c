/** Rates to begin with, by the shop's country: what is offered is added to the form, to be checked and saved. */
import { nameCountry } from '../../../contract/countries.ts';
import { readShippingSettings } from '../../../contract/pricing-settings.ts';
import { Button } from '../../kit/button.tsx';
import { Link } from '../../kit/link.tsx';
import { formatDay } from '../../shared/format.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { useShop } from '../../shared/shop-data.ts';
import { SETUP_TARGETS } from '../setup/targets.ts';
import { shippingSettings as words } from './messages.ts';
import { proposeRates, proposeTax, RATES_READ_ON } from './standard-tax-rates.ts';
import { getRateKey, type TaxRateDraft, toRateDraft } from './tax-drafts.ts';

interface TaxProposalProps {
  /** Of the rates that there are. */
  taken: ReadonlySet<string>;
  add: (rates: TaxRateDraft[]) => void;
}

export function TaxProposalPanel({ taken, add }: TaxProposalProps) {
  const { country } = useShop().settings.shop;
  const { data } = useLoad('shipping', (it, signal) => it(readShippingSettings, { signal }));
  if (!country) {
    return (
      <p className="text-small text-soft">
        {words.noCountry}{' '}
        <Link to={SETUP_TARGETS.country} className="inline-flex min-h-6 items-center text-accent hover:underline">
          {words.toCountry}
        </Link>
      </p>
    );
  }
  const { own, union, isByRegion } = proposeTax(country);
  const toFree = (rates: Parameters<typeof toRateDraft>[0][]) => rates.map(toRateDraft).filter((draft) => !taken.has(getRateKey(draft)));
  const toStandard = (rates: typeof union) => toFree(rates.map((it) => ({ ...it, region: '' })));
  const ownRate = toStandard(own ? [own] : []);
  const unionRates = toStandard(union);
  const all = toFree(proposeRates(country, data?.shipping.zones ?? []));
  if (!own) return <p className="text-small text-soft">{isByRegion ? words.taxByRegion(nameCountry(country)) : words.noTaxProposal}</p>;
  if (!ownRate.length && !unionRates.length && !all.length) return null;
  return (
    <div className="flex flex-col items-start gap-2 rounded-control bg-ground p-4">
      <p>{words.taxProposal(nameCountry(own.country), String(own.rate))}</p>
      {unionRates.length > 0 && <p className="text-small text-soft">{words.unionHint}</p>}
      <p className="text-small text-soft">{words.ratesReadOn(formatDay(RATES_READ_ON))}</p>
      <div className="flex flex-wrap gap-2">
        {ownRate.length > 0 && (
          <Button variant="secondary" size="small" onClick={() => add(ownRate)}>
            {words.addOwnRate(String(own.rate))}
          </Button>
        )}
        {unionRates.length > 0 && (
          <Button variant="secondary" size="small" onClick={() => add(unionRates)}>
            {words.addUnionRates}
          </Button>
        )}
        {data && all.length > 0 && (
          <Button variant="secondary" size="small" onClick={() => add(all)}>
            {words.addAllRates(new Set(all.map((it) => it.country)).size)}
          </Button>
        )}
      </div>
    </div>
  );
}
