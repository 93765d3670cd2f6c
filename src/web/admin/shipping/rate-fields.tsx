/** One shipping rate: a flat price, or prices in steps by weight or by total, and from which total it is free. */
import { TIERS_MAX } from '../../../contract/limits.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { formatCount, formatPrice, formatWholePrice } from '../../shared/format.ts';
import { COUNT, PRICE, parseNumber } from '../parts/values.ts';
import { CellField, getCurrencySymbol, RemoveButton } from './cell-field.tsx';
import { shippingSettings as words } from './messages.ts';
import type { RateDraft, TierDraft } from './zone-drafts.ts';

type Errors = Record<string, string>;

interface RateFieldsProps {
  path: string;
  index: number;
  rate: RateDraft;
  errors: Errors;
  change: (rate: RateDraft) => void;
  remove: (() => void) | null;
}

export function RateFields({ path, index, rate, errors, change, remove }: RateFieldsProps) {
  const { basis, tiers } = rate;
  const changeTier = (at: number, tier: TierDraft) => change({ ...rate, tiers: tiers.with(at, tier) });
  const changeBasis = (next: RateDraft['basis']) =>
    change({ ...rate, basis: next, tiers: next === 'flat' || tiers.length > 1 ? tiers : [...tiers, { from: '', price: '' }] });
  return (
    <fieldset className="min-w-0 rounded-control bg-ground p-3 sm:p-4">
      <legend className="sr-only">{words.rate(index + 1)}</legend>
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 grow grid-cols-2 items-start gap-3 sm:grid-cols-[2fr_minmax(7.5rem,1.4fr)_1fr_1fr_1.2fr]">
          <div className="flex items-start gap-2 max-sm:col-span-2">
            <div className="min-w-0 grow">
              <TextField
                label={words.rateName}
                placeholder={words.rateNameExample}
                name={`${path}-name`}
                value={rate.name}
                error={errors[`${path}-name`]}
                autoComplete="off"
                onChange={(event) => change({ ...rate, name: event.target.value })}
              />
            </div>
            {remove && (
              <div className="mt-6.5 sm:hidden">
                <RemoveButton label={words.removeRate(index + 1)} onClick={remove} />
              </div>
            )}
          </div>
          <SelectField
            label={words.basis}
            name={`${path}-basis`}
            value={basis}
            className={basis === 'flat' ? 'max-sm:col-span-2' : 'sm:col-span-2'}
            onChange={(event) => changeBasis(event.target.value as RateDraft['basis'])}
          >
            {Object.entries(words.bases).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          {basis === 'flat' && (
            <TextField
              label={words.price(getCurrencySymbol())}
              name={`${path}-tier-0-price`}
              value={tiers[0]?.price ?? ''}
              error={errors[`${path}-tier-0-price`]}
              inputMode="decimal"
              autoComplete="off"
              onChange={(event) => changeTier(0, { from: '0', price: event.target.value })}
            />
          )}
          <TextField
            label={words.freeFrom(getCurrencySymbol())}
            placeholder={words.never}
            name={`${path}-freeFrom`}
            value={rate.freeFrom}
            error={errors[`${path}-freeFrom`]}
            inputMode="decimal"
            autoComplete="off"
            onChange={(event) => change({ ...rate, freeFrom: event.target.value })}
          />
          <TextField
            label={words.deliveryDays}
            placeholder="2–4"
            name={`${path}-deliveryDays`}
            value={rate.deliveryDays}
            error={errors[`${path}-deliveryDays`]}
            autoComplete="off"
            onChange={(event) => change({ ...rate, deliveryDays: event.target.value })}
          />
        </div>
        {remove && (
          <div className="mt-6.5 max-sm:hidden">
            <RemoveButton label={words.removeRate(index + 1)} onClick={remove} />
          </div>
        )}
      </div>
      {basis !== 'flat' && <Tiers path={path} rate={rate} errors={errors} change={change} changeTier={changeTier} />}
    </fieldset>
  );
}

function formatLimit(limit: number, basis: 'weight' | 'total'): string {
  if (basis === 'weight') return `${formatCount(limit)} g`;
  return Number.isInteger(limit) ? formatWholePrice(limit) : formatPrice(limit);
}

interface TiersProps extends Pick<RateFieldsProps, 'path' | 'rate' | 'errors' | 'change'> {
  changeTier: (at: number, tier: TierDraft) => void;
}

const columns =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.5rem] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_2.5rem] sm:gap-3';

function Tiers({ path, rate, errors, change, changeTier }: TiersProps) {
  const { tiers } = rate;
  const basis = rate.basis === 'weight' ? 'weight' : 'total';
  const isWeight = basis === 'weight';
  return (
    <div className="mt-4 flex flex-col gap-2">
      <div aria-hidden="true" className={`${columns} text-small text-soft`}>
        <span>{words.from[basis](getCurrencySymbol())}</span>
        <span className="max-sm:hidden">{words.to}</span>
        <span>{words.price(getCurrencySymbol())}</span>
      </div>
      {tiers.map((tier, at) => {
        const name = `${path}-tier-${at}`;
        const next = parseNumber(tiers[at + 1]?.from ?? '', isWeight ? COUNT : PRICE);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled, so any key shows what they hold
          <div key={at} className={columns}>
            <CellField
              label={words.tierFrom(at + 1, basis)}
              unit={isWeight ? 'g' : getCurrencySymbol()}
              isUnitFirst={!isWeight}
              name={`${name}-from`}
              value={at === 0 ? '0' : tier.from}
              readOnly={at === 0}
              error={errors[`${name}-from`]}
              inputMode={isWeight ? 'numeric' : 'decimal'}
              onChange={(event) => changeTier(at, { ...tier, from: event.target.value })}
            />
            <span className="text-soft max-sm:order-last max-sm:col-span-3 max-sm:-mt-1 max-sm:mb-1 max-sm:text-small sm:flex sm:min-h-11 sm:items-center">
              {next === null ? words.noLimit : words.below(formatLimit(next, basis))}
            </span>
            <CellField
              label={words.tierPrice(at + 1)}
              unit={getCurrencySymbol()}
              isUnitFirst
              name={`${name}-price`}
              value={tier.price}
              error={errors[`${name}-price`]}
              inputMode="decimal"
              onChange={(event) => changeTier(at, { ...tier, price: event.target.value })}
            />
            {at > 0 ? (
              <RemoveButton label={words.removeTier(at + 1)} onClick={() => change({ ...rate, tiers: tiers.toSpliced(at, 1) })} />
            ) : (
              <span />
            )}
          </div>
        );
      })}
      <Button
        variant="quiet"
        size="small"
        className="-ml-3 self-start"
        disabled={tiers.length >= TIERS_MAX}
        onClick={() => change({ ...rate, tiers: [...tiers, { from: '', price: '' }] })}
      >
        {words.addTier}
      </Button>
    </div>
  );
}
