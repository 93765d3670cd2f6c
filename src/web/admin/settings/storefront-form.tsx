/** The form for price ranges and the `quickAdd` setting. */
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Issue } from '../../../contract/errors.ts';
import { BUYING_LINE_MAX_LENGTH } from '../../../contract/limits.ts';
import { type readSettings, type SettingsInput, updateSettings } from '../../../contract/settings.ts';
import { api, isApiError } from '../../api.ts';
import { SwitchField, TextField } from '../../kit/field.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createIssue, createValidationError, readField } from '../../shared/hooks/use-form.ts';
import { form as formWords } from '../../shared/messages/form.ts';
import { formatSwitch, useRevalidateShop, useVersionedForm } from '../parts/use-versioned-form.ts';
import { settings as words } from './messages.ts';
import { PriceRanges } from './price-ranges.tsx';

type Loaded = Pick<ReplyOf<typeof readSettings>, 'settings' | 'version'>;

/** Reads the fields as numbers, with an issue for each one that isn't. */
function readRanges(values: FormData): { names: string[]; ranges: [number, number][]; issues: Issue[] } {
  const names = [...values.keys()].filter((name) => /^(lowest|highest)-/.test(name));
  const numbers = names.map((name) => String(values.get(name)).trim());
  const issues = names
    .filter((_name, index) => !/^\d+$/.test(numbers[index] ?? ''))
    .map((path) => createIssue(path, numbers[names.indexOf(path)] ? 'not_an_integer' : 'required'));
  const ranges: [number, number][] = [];
  for (let index = 0; index < numbers.length; index += 2) ranges.push([Number(numbers[index]), Number(numbers[index + 1])]);
  return { names, ranges, issues };
}

/** Maps the server's path (`priceRanges.3` or `priceRanges.3.1`, `filterAttributes.0`) to the field's name. */
function toFieldName(path: string, names: string[]): string {
  const [list] = /^(filterAttributes|paymentMarks)/.exec(path) ?? [];
  if (list) return list;
  const [, row, end = '1'] = /^priceRanges\.(\d+)(?:\.(\d))?$/.exec(path) ?? [];
  return row === undefined ? path : (names[Number(row) * 2 + Number(end)] ?? path);
}

/** Each setting as text; ranges as `0–99, 99–199`. */
const toValues = ({
  priceRanges,
  quickAdd,
  guestCheckout,
  filterAttributes,
  refundReturnsCode = false,
  asksForConsent = false,
  deliveryTime = '',
  returnsLine = '',
  paymentMarks = [],
}: SettingsInput): Record<string, string> => ({
  priceRanges: formatRanges(priceRanges),
  quickAdd: formatSwitch(quickAdd),
  guestCheckout: formatSwitch(guestCheckout),
  refundReturnsCode: formatSwitch(refundReturnsCode),
  asksForConsent: formatSwitch(asksForConsent),
  filterAttributes: filterAttributes.join(', '),
  deliveryTime,
  returnsLine,
  paymentMarks: paymentMarks.join(', '),
});

const formatRanges = (ranges: SettingsInput['priceRanges']) => ranges.map((range) => range.join('–')).join(', ');
const parseRanges = (text: string) => text.split(', ').map((range): [number, number] => toPair(range.split('–').map(Number)));
/** Each once. */
const parseNames = (text: string) => [...new Set(text.split(',').map((it) => it.trim()))].filter(Boolean);
const toPair = ([lowest = 0, highest = 0]: number[]): [number, number] => [lowest, highest];

const toSnapshot = ({ settings, version }: Loaded): Snapshot => ({ version, values: toValues(settings) });

function read(values: FormData) {
  const { names, ranges, issues } = readRanges(values);
  if (issues.length) throw createValidationError(words.saveFailed, issues);
  const input = {
    priceRanges: ranges,
    quickAdd: values.has('quickAdd'),
    guestCheckout: values.has('guestCheckout'),
    refundReturnsCode: values.has('refundReturnsCode'),
    asksForConsent: values.has('asksForConsent'),
    filterAttributes: parseNames(readField(values, 'filterAttributes')),
    deliveryTime: readField(values, 'deliveryTime').trim(),
    returnsLine: readField(values, 'returnsLine').trim(),
    paymentMarks: parseNames(readField(values, 'paymentMarks')),
  };
  const save = (version: number) =>
    api(updateSettings, { body: { ...input, version } }).catch((error) => {
      if (isApiError(error)) error.issues = error.issues.map((it) => ({ ...it, path: toFieldName(it.path, names) }));
      throw error;
    });
  return { typed: toValues(input), save };
}

export function StorefrontForm({ loaded }: { loaded: Loaded }) {
  const revalidateShop = useRevalidateShop();
  const { form, edit, keyOf, text, toggle } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: {
      priceRanges: { label: words.priceRanges },
      quickAdd: { label: words.quickAdd },
      guestCheckout: { label: words.guestCheckout },
      refundReturnsCode: { label: words.refundReturnsCode },
      asksForConsent: { label: words.asksForConsent },
      filterAttributes: { label: words.filterAttributes },
      deliveryTime: { label: words.deliveryTime },
      returnsLine: { label: words.returnsLine },
      paymentMarks: { label: words.paymentMarks },
    },
    read,
    saved: words.saved,
    failed: words.saveFailed,
    onSaved: () => void revalidateShop(),
  });
  return (
    <Form state={form} className="gap-7">
      <EditConflictPanel conflict={edit} />
      <PriceRanges key={keyOf('priceRanges')} ranges={parseRanges(text('priceRanges').defaultValue)} errors={form.errors} />
      <SwitchField key={keyOf('quickAdd')} {...toggle('quickAdd')} label={words.quickAdd} hint={words.quickAddHint} />
      <SwitchField key={keyOf('guestCheckout')} {...toggle('guestCheckout')} label={words.guestCheckout} hint={words.guestCheckoutHint} />
      <SwitchField
        key={keyOf('refundReturnsCode')}
        {...toggle('refundReturnsCode')}
        label={words.refundReturnsCode}
        hint={words.refundReturnsCodeHint}
      />
      <SwitchField
        key={keyOf('asksForConsent')}
        {...toggle('asksForConsent')}
        label={words.asksForConsent}
        hint={words.asksForConsentHint}
      />
      <TextField
        key={keyOf('filterAttributes')}
        {...text('filterAttributes')}
        label={words.filterAttributes}
        hint={words.filterAttributesHint}
        autoComplete="off"
      />
      {/* Beside the buttons to buy. */}
      <TextField
        key={keyOf('deliveryTime')}
        {...text('deliveryTime')}
        label={words.deliveryTime}
        hint={words.deliveryTimeHint}
        maxLength={BUYING_LINE_MAX_LENGTH}
        autoComplete="off"
      />
      <TextField
        key={keyOf('returnsLine')}
        {...text('returnsLine')}
        label={words.returnsLine}
        hint={words.returnsLineHint}
        maxLength={BUYING_LINE_MAX_LENGTH}
        autoComplete="off"
      />
      <TextField
        key={keyOf('paymentMarks')}
        {...text('paymentMarks')}
        label={words.paymentMarks}
        hint={words.paymentMarksHint}
        autoComplete="off"
      />
      <SubmitButton state={form} className="self-start px-6">
        {formWords.save}
      </SubmitButton>
    </Form>
  );
}
