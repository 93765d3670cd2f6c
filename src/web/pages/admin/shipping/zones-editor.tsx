/** Zones that can be added, changed and removed, each with its rates. A hidden field holds them all, which is what the form sends. */

import { useRef, useState } from 'react';
import { RATES_MAX, ZONES_MAX } from '../../../../contract/limits.ts';
import { getCurrency } from '../../../format.ts';
import { shippingSettings as words } from '../../../messages/shipping-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { EMPTY_RATE, EMPTY_ZONE, type RateDraft, type ZoneDraft } from './zone-drafts.ts';

type Errors = Record<string, string>;

/** A list whose entries keep their key while others come and go, so that the focus stays. */
function useKeyed<Item>(initial: readonly Item[]) {
  const [rows, setRows] = useState(() => initial.map((item, key) => ({ key, item })));
  const nextKey = useRef(initial.length);
  return {
    rows,
    items: rows.map(({ item }) => item),
    add: (item: Item) => {
      const key = nextKey.current;
      nextKey.current += 1;
      setRows([...rows, { key, item }]);
    },
    remove: (key: number) => setRows(rows.filter((row) => row.key !== key)),
    change: (key: number, item: Item) => setRows(rows.map((row) => (row.key === key ? { key, item } : row))),
  };
}

export function ZonesEditor({ drafts, errors }: { drafts: ZoneDraft[]; errors: Errors }) {
  const zones = useKeyed(drafts);
  return (
    <div className="flex flex-col gap-4">
      <input type="hidden" name="zones" value={JSON.stringify(zones.items)} />
      {zones.rows.length === 0 && <p className="text-soft">{words.none}</p>}
      {zones.rows.map(({ key, item }, index) => (
        <ZoneFields
          key={key}
          index={index}
          zone={item}
          errors={errors}
          change={(zone) => zones.change(key, zone)}
          remove={() => zones.remove(key)}
        />
      ))}
      <Button
        variant="secondary"
        size="small"
        className="self-start"
        disabled={zones.rows.length >= ZONES_MAX}
        onClick={() => zones.add(EMPTY_ZONE)}
      >
        {words.addZone}
      </Button>
    </div>
  );
}

interface ZoneFieldsProps {
  index: number;
  zone: ZoneDraft;
  errors: Errors;
  change: (zone: ZoneDraft) => void;
  remove: () => void;
}

function ZoneFields({ index, zone, errors, change, remove }: ZoneFieldsProps) {
  const path = `zone-${index}`;
  const changeRate = (at: number, rate: RateDraft) => change({ ...zone, rates: zone.rates.with(at, rate) });
  return (
    <fieldset className="min-w-0 rounded-card border border-line p-4">
      <legend className="sr-only">{words.zone(index + 1)}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-[2fr_3fr_auto]">
        <TextField
          label={words.zoneName}
          name={`${path}-name`}
          value={zone.name}
          error={errors[`${path}-name`]}
          autoComplete="off"
          onChange={(event) => change({ ...zone, name: event.target.value })}
        />
        <TextField
          label={words.places}
          hint={words.placesHint}
          name={`${path}-places`}
          value={zone.places}
          error={errors[`${path}-places`] && words.invalidPlaces}
          autoComplete="off"
          onChange={(event) => change({ ...zone, places: event.target.value })}
        />
        <RemoveButton label={words.removeZone(index + 1)} onClick={remove} />
      </div>
      <div className="mt-4 flex flex-col gap-4 border-t border-line pt-4">
        {zone.rates.map((rate, at) => (
          <RateFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled, so any key shows what they hold
            key={at}
            path={`${path}-rate-${at}`}
            index={at}
            rate={rate}
            errors={errors}
            change={(next) => changeRate(at, next)}
            remove={zone.rates.length > 1 ? () => change({ ...zone, rates: zone.rates.toSpliced(at, 1) }) : null}
          />
        ))}
        <Button
          variant="quiet"
          size="small"
          className="-ml-3 self-start"
          disabled={zone.rates.length >= RATES_MAX}
          onClick={() => change({ ...zone, rates: [...zone.rates, EMPTY_RATE] })}
        >
          {words.addRate}
        </Button>
      </div>
    </fieldset>
  );
}

interface RateFieldsProps {
  path: string;
  index: number;
  rate: RateDraft;
  errors: Errors;
  change: (rate: RateDraft) => void;
  remove: (() => void) | null;
}

function RateFields({ path, index, rate, errors, change, remove }: RateFieldsProps) {
  return (
    <fieldset className="grid min-w-0 items-start gap-4 sm:grid-cols-[repeat(4,minmax(0,1fr))_auto]">
      <legend className="sr-only">{words.rate(index + 1)}</legend>
      <TextField
        label={words.rateName}
        name={`${path}-name`}
        value={rate.name}
        error={errors[`${path}-name`]}
        autoComplete="off"
        onChange={(event) => change({ ...rate, name: event.target.value })}
      />
      <SelectField
        label={words.basis}
        name={`${path}-basis`}
        value={rate.basis}
        onChange={(event) => change({ ...rate, basis: event.target.value as RateDraft['basis'] })}
      >
        {Object.entries(words.bases).map(([basis, label]) => (
          <option key={basis} value={basis}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.prices}
        hint={words.pricesHints[rate.basis](getCurrency())}
        name={`${path}-tiers`}
        value={rate.tiers}
        error={errors[`${path}-tiers`] && words.invalidPrices}
        autoComplete="off"
        onChange={(event) => change({ ...rate, tiers: event.target.value })}
      />
      <TextField
        label={words.freeFrom}
        hint={words.freeFromHint(getCurrency())}
        name={`${path}-freeFrom`}
        value={rate.freeFrom}
        error={errors[`${path}-freeFrom`]}
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => change({ ...rate, freeFrom: event.target.value })}
      />
      {remove ? <RemoveButton label={words.removeRate(index + 1)} onClick={remove} /> : <span className="w-10 max-sm:hidden" />}
    </fieldset>
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="inline-flex size-10 items-center justify-center justify-self-end rounded-control text-soft hover:bg-line/60 hover:text-ink sm:mt-6.5"
    >
      <CloseIcon />
    </button>
  );
}
