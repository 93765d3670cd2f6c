/** Zones that can be added, changed and removed, each with its rates. A hidden field holds them all, which is what the form sends. */
import { useEffect, useRef, useState } from 'react';
import { RATES_MAX, TERRITORIES_MAX, ZONES_MAX } from '../../../contract/limits.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { SETUP_TARGETS } from '../setup/targets.ts';
import { RemoveButton, useKeyed } from './cell-field.tsx';
import { COUNTRY_GROUPS } from './country-groups.ts';
import { shippingSettings as words } from './messages.ts';
import { RateFields } from './rate-fields.tsx';
import { getTerritoryId } from './territories.ts';
import { TerritoryChips, TerritoryPicker } from './territory-picker.tsx';
import { EMPTY_RATE, EMPTY_ZONE, type RateDraft, type ZoneDraft } from './zone-drafts.ts';
import { listZonePresets, toPresetZone } from './zone-presets.ts';

type Errors = Record<string, string>;

const toPriceName = (zone: number) => `zone-${zone}-rate-0-tier-0-price`;

export function ZonesEditor({ drafts, errors }: { drafts: ZoneDraft[]; errors: Errors }) {
  const zones = useKeyed(drafts);
  /** Of a zone that began ready-made, only the price is left to type. */
  const [added, setAdded] = useState<{ index: number } | null>(null);
  useEffect(() => {
    if (added) document.getElementsByName(toPriceName(added.index))[0]?.focus();
  }, [added]);
  const taken = new Map(
    zones.items.flatMap(({ name, places }, index) =>
      places.map((place) => [getTerritoryId(place), name.trim() || words.zone(index + 1)] as const),
    ),
  );
  const addPreset = (zone: ZoneDraft) => {
    zones.add(zone);
    setAdded({ index: zones.rows.length });
  };
  return (
    <div className="flex flex-col gap-4">
      <input type="hidden" name="zones" value={JSON.stringify(zones.items)} />
      {zones.rows.length === 0 && <p className="text-soft">{words.none}</p>}
      <ZonePresets taken={taken} isDisabled={zones.rows.length >= ZONES_MAX} add={addPreset} />
      {zones.rows.map(({ key, item }, index) => (
        <ZoneFields
          key={key}
          index={index}
          zone={item}
          taken={taken}
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

interface ZonePresetsProps {
  taken: ReadonlyMap<string, string>;
  isDisabled: boolean;
  add: (zone: ZoneDraft) => void;
}

function ZonePresets({ taken, isDisabled, add }: ZonePresetsProps) {
  const { country } = useShop().settings.shop;
  const zones = listZonePresets(country).map((preset) => ({ name: preset.name, zone: toPresetZone(preset, taken) }));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-small font-[560]">{words.presets}</legend>
      <div className="flex flex-wrap gap-2">
        {zones.map(({ name, zone }) => (
          <Button key={name} variant="secondary" size="small" disabled={isDisabled || !zone} onClick={() => zone && add(zone)}>
            {name}
          </Button>
        ))}
      </div>
      <p className="text-small text-soft">
        {words.presetsHint}
        {!country && (
          <>
            {' '}
            {words.noCountry}{' '}
            <Link to={SETUP_TARGETS.country} className="inline-flex min-h-6 items-center text-accent hover:underline">
              {words.toCountry}
            </Link>
          </>
        )}
      </p>
    </fieldset>
  );
}

interface ZoneFieldsProps {
  index: number;
  zone: ZoneDraft;
  taken: ReadonlyMap<string, string>;
  errors: Errors;
  change: (zone: ZoneDraft) => void;
  remove: () => void;
}

function ZoneFields({ index, zone, taken, errors, change, remove }: ZoneFieldsProps) {
  const path = `zone-${index}`;
  const picker = useRef<HTMLInputElement>(null);
  const { places, rates } = zone;
  const changeRate = (at: number, rate: RateDraft) => change({ ...zone, rates: rates.with(at, rate) });
  const removePlace = (at: number) => {
    change({ ...zone, places: places.toSpliced(at, 1) });
    picker.current?.focus();
  };
  return (
    <fieldset className="min-w-0 rounded-card border border-line p-4">
      <legend className="sr-only">{words.zone(index + 1)}</legend>
      <div className="flex items-start gap-2">
        <div className="grow">
          <TextField
            label={words.zoneName}
            placeholder={words.zoneNameExample}
            name={`${path}-name`}
            value={zone.name}
            error={errors[`${path}-name`]}
            autoComplete="off"
            onChange={(event) => change({ ...zone, name: event.target.value })}
          />
        </div>
        <div className="mt-6.5">
          <RemoveButton label={words.removeZone(index + 1)} onClick={remove} />
        </div>
      </div>
      <div className="mt-4 flex flex-col gap-3">
        {places.length < TERRITORIES_MAX && (
          <TerritoryPicker
            ref={picker}
            label={words.places}
            hint={words.placesHint}
            name={`${path}-places`}
            error={errors[`${path}-places`]}
            taken={taken}
            groups={COUNTRY_GROUPS}
            add={(added) => change({ ...zone, places: [...places, ...added] })}
          />
        )}
        <TerritoryChips places={places} name={(at) => `${path}-place-${at}`} errors={errors} remove={removePlace} />
      </div>
      <div className="mt-4 flex flex-col gap-4 border-t border-line pt-4">
        <p className="-mb-2 text-small font-[560]">{words.rates}</p>
        {rates.map((rate, at) => (
          <RateFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled, so any key shows what they hold
            key={at}
            path={`${path}-rate-${at}`}
            index={at}
            rate={rate}
            errors={errors}
            change={(next) => changeRate(at, next)}
            remove={rates.length > 1 ? () => change({ ...zone, rates: rates.toSpliced(at, 1) }) : null}
          />
        ))}
        <Button
          variant="quiet"
          size="small"
          className="-ml-3 self-start"
          disabled={rates.length >= RATES_MAX}
          onClick={() => change({ ...zone, rates: [...rates, EMPTY_RATE] })}
        >
          {words.addRate}
        </Button>
      </div>
    </fieldset>
  );
}
