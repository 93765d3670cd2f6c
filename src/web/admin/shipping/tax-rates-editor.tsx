/** Tax rates, one row for each place, class and day. A hidden field holds them all, which is what the form sends. */
import { useEffect, useRef, useState } from 'react';
import { TAX_CLASS_MAX_LENGTH, TAX_RATES_MAX } from '../../../contract/limits.ts';
import { TAX_CLASSES } from '../../../contract/tax.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { nameTaxClass } from '../parts/tax-classes.tsx';
import { CellField, RemoveButton, useKeyed } from './cell-field.tsx';
import { shippingSettings as words } from './messages.ts';
import { listReducedRates } from './standard-tax-rates.ts';
import { createRateDraft, getRateKey, nameRate, type TaxRateDraft } from './tax-drafts.ts';
import { TaxProposalPanel } from './tax-proposal.tsx';
import { getTerritoryId, nameTerritory } from './territories.ts';
import { TerritoryPicker } from './territory-picker.tsx';

const CLASS_LIST = 'tax-rate-classes';
/** A row with class and day; on phones these are below the place. */
const DETAILED =
  'grid max-w-text items-start gap-2 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.5rem] sm:grid-cols-[minmax(0,1fr)_9rem_9.5rem_7rem_2.5rem]';

interface TaxRatesEditorProps {
  drafts: TaxRateDraft[];
  errors: Record<string, string>;
  /** The first rates of the shop were proposed. */
  onFirstProposal: () => void;
}

export function TaxRatesEditor({ drafts, errors, onFirstProposal }: TaxRatesEditorProps) {
  const rates = useKeyed(drafts);
  const picker = useRef<HTMLInputElement>(null);
  const [isAsked, setIsAsked] = useState(false);
  const isDetailed = isAsked || rates.items.some((it) => it.class || it.from);
  const places = new Map(rates.items.map((place) => [getTerritoryId(place), words.theList] as const));
  const remove = (key: number) => {
    rates.remove(key);
    picker.current?.focus();
  };
  const addProposed = (proposed: TaxRateDraft[]) => {
    rates.add(...proposed);
    if (rates.rows.length === 0) onFirstProposal();
  };
  const own = rates.items.flatMap((it) => it.class.trim() || []);
  return (
    <div className="flex flex-col gap-3">
      <input type="hidden" name="rates" value={JSON.stringify(rates.items)} />
      <p className="text-small font-[560]">{words.taxRates}</p>
      {rates.rows.length === 0 && <p className="text-soft">{words.noTaxRates}</p>}
      {isDetailed && <p className="text-small text-soft">{words.classesHint}</p>}
      {isDetailed && rates.rows.length > 0 && (
        <div aria-hidden="true" className={classNames(DETAILED, 'max-sm:hidden text-small text-soft')}>
          <span>{words.place}</span>
          <span>{words.taxClass}</span>
          <span>{words.fromDay}</span>
          <span>{words.ratePercent}</span>
        </div>
      )}
      {rates.rows.map(({ key, item }, index) => (
        <TaxRateRow
          key={key}
          name={`tax-${index}`}
          draft={item}
          isNew={key >= drafts.length}
          isDetailed={isDetailed}
          errors={errors}
          change={(change) => rates.change(key, { ...item, ...change })}
          remove={() => remove(key)}
        />
      ))}
      <datalist id={CLASS_LIST}>
        {[...new Set([...TAX_CLASSES, ...own])].map((it) => (
          <option key={it} value={it}>
            {nameTaxClass(it)}
          </option>
        ))}
      </datalist>
      {rates.rows.length > 0 && !isDetailed && (
        <div>
          <Button variant="quiet" size="small" onClick={() => setIsAsked(true)}>
            {words.useClasses}
          </Button>
        </div>
      )}
      <TaxProposalPanel taken={new Set(rates.items.map(getRateKey))} add={addProposed} />
      {rates.rows.length < TAX_RATES_MAX && (
        <div className="mt-1 max-w-form">
          <TerritoryPicker
            ref={picker}
            label={words.addTaxRate}
            hint={words.placesHint}
            name="tax-place"
            // Of one place there may be a rate for each class.
            taken={isDetailed ? new Map() : places}
            add={(added) => rates.add(...added.map(createRateDraft))}
          />
        </div>
      )}
    </div>
  );
}

interface TaxRateRowProps {
  name: string;
  draft: TaxRateDraft;
  isNew: boolean;
  /** With class and day. */
  isDetailed: boolean;
  errors: Record<string, string>;
  change: (change: Partial<TaxRateDraft>) => void;
  remove: () => void;
}

function TaxRateRow({ name, draft, isNew, isDetailed, errors, change, remove }: TaxRateRowProps) {
  const label = nameRate(draft);
  const input = useRef<HTMLInputElement>(null);
  const [classError, fromError] = [errors[`${name}-class`], errors[`${name}-from`]];
  const others = draft.class === 'reduced' && !draft.region ? listReducedRates(draft.country) : [];
  // After a territory was added, its percentage is typed next, so its field gets the focus. A proposed one is there already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (isNew && !draft.rate) input.current?.focus();
  }, []);
  return (
    <div className={isDetailed ? DETAILED : 'grid max-w-form grid-cols-[minmax(0,1fr)_7rem_2.5rem] items-start gap-2'}>
      <span className={classNames('flex min-h-11 items-center wrap-anywhere', isDetailed && 'col-span-2 sm:col-span-1')}>
        {nameTerritory(draft)}
      </span>
      {isDetailed && (
        <>
          <input
            name={`${name}-class`}
            aria-label={words.classOf(label)}
            aria-invalid={classError ? true : undefined}
            title={classError}
            list={CLASS_LIST}
            maxLength={TAX_CLASS_MAX_LENGTH}
            placeholder={words.standardClass}
            autoComplete="off"
            value={draft.class}
            onChange={({ target }) => change({ class: target.value })}
            className="input order-2 sm:order-none"
          />
          <input
            type="date"
            name={`${name}-from`}
            aria-label={words.rateFromOf(label)}
            aria-invalid={fromError ? true : undefined}
            title={fromError ?? words.rateFrom}
            value={draft.from}
            onChange={({ target }) => change({ from: target.value })}
            className="input order-3 col-span-2 sm:order-none sm:col-span-1"
          />
        </>
      )}
      <div className={classNames(isDetailed && 'order-2 sm:order-none')}>
        <CellField
          ref={input}
          label={words.taxRateOf(label)}
          unit="%"
          name={name}
          value={draft.rate}
          error={errors[name]}
          inputMode="decimal"
          onChange={(event) => change({ rate: event.target.value })}
        />
      </div>
      <RemoveButton label={words.removePlace(label)} onClick={remove} />
      {others.length > 1 && (
        <p className="order-4 col-span-full mb-1 text-small text-soft sm:-mt-1 sm:text-right sm:order-none sm:pr-12">
          {words.reducedRates(others)}
        </p>
      )}
    </div>
  );
}
