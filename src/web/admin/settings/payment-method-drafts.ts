/** Ways to pay while they are edited: numbers and lists as they are typed. */

import type { Issue } from '../../../contract/errors.ts';
import { DEFAULT_DAYS_TO_PAY, DEFAULT_HOLD_DAYS, PAGE_KINDS, type PaymentMethodInput } from '../../../contract/payment-method.ts';
import { createIssue } from '../../shared/hooks/use-form.ts';
import { COUNT, parseNumber, toPriceInput } from '../parts/values.ts';

export interface MethodDraft extends Pick<PaymentMethodInput, 'kind' | 'name' | 'isOn'> {
  /** For React. */
  key: string;
  _id?: string;
  description: string;
  instructions: string;
  countries: string;
  minimum: string;
  maximum: string;
  shippingRates: string[];
  holdDays: string;
  daysToPay: string;
  fee: string;
  customers: string;
  account: NonNullable<PaymentMethodInput['account']>;
}

const EMPTY_ACCOUNT = { holder: '', iban: '', bic: '', details: '' };
const show = (amount: number | null | undefined) => (typeof amount === 'number' ? toPriceInput(amount) : '');

export const toDraft = (method: PaymentMethodInput): MethodDraft => ({
  ...{ key: method._id ?? crypto.randomUUID(), kind: method.kind, name: method.name, isOn: method.isOn },
  ...(method._id && { _id: method._id }),
  description: method.description ?? '',
  instructions: method.instructions ?? '',
  countries: (method.countries ?? []).join(', '),
  minimum: show(method.minimum),
  maximum: show(method.maximum),
  shippingRates: method.shippingRates ?? [],
  holdDays: String(method.holdDays ?? DEFAULT_HOLD_DAYS),
  daysToPay: String(method.daysToPay ?? DEFAULT_DAYS_TO_PAY),
  fee: show(method.fee),
  customers: (method.customers ?? []).join('\n'),
  account: method.account ?? EMPTY_ACCOUNT,
});

/** What isn't a number is refused by the server, which names the field. */
const readAmount = (text: string) => (text.trim() ? (parseNumber(text) ?? Number.NaN) : null);
/** Null is any limit, so that what is no number mustn't become one. */
export const listIssues = (drafts: MethodDraft[]): Issue[] =>
  drafts.flatMap((draft, index) =>
    (['minimum', 'maximum', 'fee'] as const)
      .filter((field) => Number.isNaN(readAmount(draft[field])))
      .map((field) => createIssue(`methods.${index}.${field}`, 'not_a_number')),
  );

const listWords = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((it) => it.trim())
    .filter(Boolean);

export function toInput(draft: MethodDraft): PaymentMethodInput {
  const { kind, name, isOn, description, instructions, shippingRates } = draft;
  return {
    ...(draft._id && { _id: draft._id }),
    ...{ kind, name, isOn, description, instructions, shippingRates },
    countries: listWords(draft.countries.toUpperCase(), /[\s,;]+/),
    minimum: readAmount(draft.minimum),
    maximum: readAmount(draft.maximum),
    ...(!PAGE_KINDS.includes(kind) && { holdDays: parseNumber(draft.holdDays, COUNT) ?? Number.NaN }),
    ...(kind === 'cash_on_delivery' && { fee: readAmount(draft.fee) ?? 0 }),
    ...(kind === 'bank_transfer' && { account: draft.account }),
    ...(kind === 'invoice' && {
      daysToPay: parseNumber(draft.daysToPay, COUNT) ?? Number.NaN,
      customers: listWords(draft.customers, /[\s,;]+/),
    }),
  };
}
