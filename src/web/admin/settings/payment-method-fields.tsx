/** One way to pay: what customers see of it, what its kind needs, and for which orders it is offered. */
import { useId } from 'react';
import { INVOICE_CUSTOMERS_MAX, PAGE_KINDS, PAYMENT_TEXT_MAX_LENGTH } from '../../../contract/payment-method.ts';
import { SwitchField, TextArea, TextField } from '../../kit/field.tsx';
import { ChevronIcon } from '../../kit/icons.tsx';
import { getCurrencySymbol, RemoveButton } from '../shipping/cell-field.tsx';
import type { MethodDraft } from './payment-method-drafts.ts';
import { paymentMethods as words } from './payment-method-messages.ts';

interface MethodFieldsProps {
  draft: MethodDraft;
  /** Where the contract has it. */
  path: string;
  errors: Record<string, string>;
  rates: { _id: string; name: string }[];
  isConnected: boolean;
  change: (draft: MethodDraft) => void;
  /** Null: it can't be. */
  remove: (() => void) | null;
  moveUp: (() => void) | null;
  moveDown: (() => void) | null;
}

type TextName = { [Name in keyof MethodDraft]: MethodDraft[Name] extends string ? Name : never }[keyof MethodDraft];

export function PaymentMethodFields(props: MethodFieldsProps) {
  const { draft, path, errors, change, remove, moveUp, moveDown, isConnected } = props;
  const { kind, name } = draft;
  const isPage = PAGE_KINDS.includes(kind);
  const text = (field: NonNullable<TextName>) => ({
    name: `${path}.${field}`,
    value: draft[field] ?? '',
    error: errors[`${path}.${field}`],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ ...draft, [field]: target.value }),
  });
  const symbol = getCurrencySymbol();
  return (
    <fieldset className="min-w-0 rounded-card border border-line p-4">
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-[600]">{words.kinds[kind]}</p>
        <span className="flex items-center">
          <MoveButton label={words.up(name)} onClick={moveUp} className="rotate-180" />
          <MoveButton label={words.down(name)} onClick={moveDown} className="" />
          {remove && <RemoveButton label={words.remove(name)} onClick={remove} />}
        </span>
      </div>
      <div className="mt-3 grid gap-4">
        <SwitchField
          label={words.isOn}
          hint={isPage && !isConnected ? (kind === 'paypal' ? words.paypalNotConnected : words.notConnected) : words.isOnHint}
          checked={draft.isOn}
          onChange={({ target }) => change({ ...draft, isOn: target.checked })}
        />
        <TextField label={words.name} {...text('name')} required maxLength={100} />
        <TextField label={words.description} hint={words.descriptionHint} {...text('description')} maxLength={PAYMENT_TEXT_MAX_LENGTH} />
        {kind === 'bank_transfer' && <AccountFields {...props} />}
        {kind === 'cash_on_delivery' && <TextField label={words.fee(symbol)} hint={words.feeHint} {...text('fee')} inputMode="decimal" />}
        {kind === 'invoice' && (
          <>
            <TextArea
              label={words.customers}
              hint={words.customersHint}
              {...text('customers')}
              rows={3}
              maxLength={INVOICE_CUSTOMERS_MAX * 255}
            />
            <TextField label={words.daysToPay} {...text('daysToPay')} inputMode="numeric" />
          </>
        )}
        {!isPage && (
          <>
            <TextArea
              label={words.instructions}
              hint={words.instructionsHint}
              {...text('instructions')}
              rows={2}
              maxLength={PAYMENT_TEXT_MAX_LENGTH}
            />
            <TextField label={words.holdDays} hint={words.holdDaysHint} {...text('holdDays')} inputMode="numeric" />
          </>
        )}
        <details className="group">
          <summary className="min-h-6 cursor-pointer text-accent">{words.limits}</summary>
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            <TextField label={words.minimum(symbol)} {...text('minimum')} inputMode="decimal" />
            <TextField label={words.maximum(symbol)} {...text('maximum')} inputMode="decimal" />
            <TextField className="sm:col-span-2" label={words.countries} hint={words.countriesHint} {...text('countries')} />
            <RateBoxes {...props} />
          </div>
        </details>
      </div>
    </fieldset>
  );
}

function MoveButton({ label, onClick, className }: { label: string; onClick: (() => void) | null; className: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={!onClick}
      onClick={onClick ?? undefined}
      className="inline-flex size-10 items-center justify-center rounded-control text-soft hover:bg-line/60 hover:text-ink disabled:opacity-40"
    >
      <ChevronIcon className={className} />
    </button>
  );
}

function AccountFields({ draft, path, errors, change }: MethodFieldsProps) {
  const text = (field: keyof MethodDraft['account']) => ({
    name: `${path}.account.${field}`,
    value: draft.account[field],
    error: errors[`${path}.account.${field}`],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ ...draft, account: { ...draft.account, [field]: target.value } }),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label={words.holder} {...text('holder')} maxLength={70} />
      <TextField label={words.bic} {...text('bic')} maxLength={20} />
      <TextField className="sm:col-span-2" label={words.iban} hint={words.ibanHint} {...text('iban')} maxLength={50} />
      <TextField
        className="sm:col-span-2"
        label={words.details}
        hint={words.detailsHint}
        {...text('details')}
        maxLength={PAYMENT_TEXT_MAX_LENGTH}
      />
    </div>
  );
}

function RateBoxes({ draft, rates, change, path, errors }: MethodFieldsProps) {
  const id = useId();
  if (!rates.length) return null;
  const toggle = (rate: string, isChosen: boolean) =>
    change({ ...draft, shippingRates: isChosen ? [...draft.shippingRates, rate] : draft.shippingRates.filter((it) => it !== rate) });
  const error = errors[`${path}.shippingRates`];
  return (
    <fieldset className="min-w-0 sm:col-span-2" aria-describedby={error ? id : undefined}>
      <legend className="mb-1 text-small font-[560]">{words.shippingRates}</legend>
      <div className="flex flex-wrap gap-x-5">
        {rates.map(({ _id, name }) => (
          <label key={_id} className="flex min-h-9 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={draft.shippingRates.includes(_id)}
              onChange={({ target }) => toggle(_id, target.checked)}
            />
            {name}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className="text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
