import type { CardField } from './card-form.ts';

export interface FieldDefinition {
  name: CardField;
  label: string;
  /** The field within a sentence. */
  noun: string;
  placeholder: string;
  autocomplete: string;
  isNumeric: boolean;
  isWide: boolean;
}

export const CARD_FIELDS: readonly FieldDefinition[] = [
  {
    name: 'number',
    label: 'Card number',
    noun: 'the card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    isNumeric: true,
    isWide: true,
  },
  {
    name: 'expiry',
    label: 'Expiry (MM/YY)',
    noun: 'the expiry date',
    placeholder: 'MM/YY',
    autocomplete: 'cc-exp',
    isNumeric: true,
    isWide: false,
  },
  { name: 'cvc', label: 'CVC', noun: 'the CVC', placeholder: '123', autocomplete: 'cc-csc', isNumeric: true, isWide: false },
  {
    name: 'name',
    label: 'Name on card',
    noun: 'the name on the card',
    placeholder: 'Ada Lovelace',
    autocomplete: 'cc-name',
    isNumeric: false,
    isWide: true,
  },
];
