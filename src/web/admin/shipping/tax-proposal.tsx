/** Rates to begin with, by the shop's country: what is offered is added to the form, to be checked and saved. */
import { nameCountry, type Territory } from '../../../contract/countries.ts';
import { Button } from '../../kit/button.tsx';
import { Link } from '../../kit/link.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { SETUP_TARGETS } from '../setup/targets.ts';
import { shippingSettings as words } from './messages.ts';
import { proposeTax } from './standard-tax-rates.ts';
import { getTerritoryId } from './territories.ts';

interface TaxProposalProps {
  /** Ids of the places that have a rate. */
  taken: ReadonlyMap<string, string>;
  /** `rate`: in per cent, as it is typed. */
  add: (rates: (Territory & { rate: string })[]) => void;
}

export function TaxProposalPanel({ taken, add }: TaxProposalProps) {
  const { country } = useShop().settings.shop;
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
  const toFree = (rates: typeof union) =>
    rates.map((it) => ({ country: it.country, region: '', rate: String(it.rate) })).filter((place) => !taken.has(getTerritoryId(place)));
  const ownRate = toFree(own ? [own] : []);
  const unionRates = toFree(union);
  if (!own) return <p className="text-small text-soft">{isByRegion ? words.taxByRegion(nameCountry(country)) : words.noTaxProposal}</p>;
  if (!ownRate.length && !unionRates.length) return null;
  return (
    <div className="flex flex-col items-start gap-2 rounded-control bg-ground p-4">
      <p>{words.taxProposal(nameCountry(own.country), String(own.rate))}</p>
      {unionRates.length > 0 && <p className="text-small text-soft">{words.unionHint}</p>}
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
      </div>
    </div>
  );
}
