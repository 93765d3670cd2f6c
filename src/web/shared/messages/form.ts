/** The words of every form: its buttons, what is wrong with a field, and what somebody else has changed meanwhile. */
import type { Issue, IssueCode } from '../../../contract/errors.ts';
import { formatTypedExample } from '../format.ts';

/** The words for what is wrong with a single field, by the issue's code. Apart from errors.ts, so that only pages with forms load it. */
/** `limit` is the number in the rule. Of a placeholder or a gap the server's message is shown: it names the first one. */
export const fieldErrors: Record<
  Exclude<IssueCode, 'unknown_placeholder' | 'refused_elsewhere' | 'wrong_check_digit' | 'web_address' | 'unfilled_gap'>,
  (limit: number, example: string) => string
> = {
  required: () => form.required,
  blank: () => form.required,
  wrong_type: () => form.invalidFormat,
  not_a_number: () => form.notANumber(formatTypedExample()),
  not_an_integer: () => form.notAnInteger,
  too_short: (limit) => (limit === 1 ? form.required : form.tooShort(limit)),
  too_long: (limit) => form.tooLong(limit),
  too_few: (limit) => `Add at least ${limit}`,
  too_many: (limit) => `Use at most ${limit}`,
  too_small: (limit) => form.tooLow(String(limit)),
  too_large: (limit) => form.tooHigh(String(limit)),
  not_above: (limit) => `Enter more than ${limit}`,
  too_many_decimals: () => form.tooManyDecimals,
  invalid_format: () => form.invalidFormat,
  invalid_phone: () => form.invalidPhone,
  invalid_postcode: (_limit, example) => (example ? `Enter a postcode like ${example}` : form.invalidFormat),
  postcode_elsewhere: (_limit, region) => `This postcode isn't in ${region}`,
  unknown_region: () => 'Choose one from the list',
  invalid_choice: () => 'Choose one of the options',
  not_allowed: () => 'Leave this empty',
  nested_too_deeply: () => form.invalidFormat,
  nul_character: () => form.invalidFormat,
  lone_surrogate: () => form.invalidFormat,
  taken: () => 'This is already in use',
  common_password: () => form.commonPassword,
  currency_in_use: () => 'The currency can’t be changed any more, because your shop has orders in it',
  unknown: () => 'This no longer exists. Choose another.',
  unavailable: () => 'No longer available',
  variant_required: () => 'Choose from the options first',
  insufficient_stock: (limit) => (limit > 0 ? `Only ${limit} available` : 'Sold out'),
  above_order_limit: (limit) => `Limited to ${limit} per order`,
  range_not_rising: () => 'The maximum must be above the minimum',
  ends_before_start: () => 'The end must be after the start',
  unreadable_image: () => "This isn't a readable JPEG, PNG, WebP, AVIF or GIF image",
  heic_image: () => 'HEIC photos can’t be read. Save it as JPEG: on an iPhone, Settings › Camera › Formats › Most Compatible.',
  too_many_pixels: () => 'The image is too large: up to 40 megapixels (AVIF: 13), and 16,383 pixels a side',
  not_https: () => 'It must begin with https://',
  private_address: () => 'It must be on the public internet, not in a private network',
};

const EMAIL_FIELD = /email$|^replyTo$/i;

/** As in errors.ts, an unknown code falls back to the server's message. */
export function describeIssue({ code, message, path, limit = 0, example = '' }: Issue): string {
  if (code === 'invalid_format' && EMAIL_FIELD.test(path)) return form.invalidEmail;
  const words: Partial<Record<IssueCode, (limit: number, example: string) => string>> = fieldErrors;
  return words[code]?.(limit, example) ?? message.charAt(0).toUpperCase() + message.slice(1);
}

/** The words of a form that was overtaken: somebody else has saved what it edits. */
export const editConflict = {
  title: 'Changed while you were editing',
  chooseHint: 'Both of you changed this. Choose what to keep, then save again.',
  updatesHint: 'Somebody else changed these, and the form now shows their changes:',
  chooseFirst: 'Choose what to keep below, then save again.',
  typed: 'Yours',
  current: 'There now',
  empty: 'Empty',
} as const;

/** Of files that are saved; no page of a first visit has any. */
export const CUT_OFF = 'The download was cut off. Please try again.';

/** The words of every form: its buttons, and what is wrong with a field. */
export const form = {
  show: 'Show',
  hide: 'Hide',
  save: 'Save',
  on: 'On',
  off: 'Off',
  submitting: 'Please wait…',
  tryAgainLater: 'Please try again in a moment.',
  copyFailed: 'Your browser didn’t allow copying. Select the text and copy it.',
  fieldErrors: (count: number) => `Please check ${count} fields`,
  required: 'This field is required',
  invalidFormat: 'Check this entry for typing errors',
  invalidEmail: 'Enter an email address like name@example.com',
  commonPassword: 'This password is on lists of leaked passwords. Choose another, such as a few random words.',
  invalidPhone: 'Enter a phone number, like +1 555 0100',
  tooShort: (min: number) => `Use at least ${min} characters`,
  tooLong: (max: number) => `Use at most ${max} characters`,
  notANumber: (example: string) => `Enter a number, like ${example}`,
  notAnInteger: 'Enter a whole number, like 12',
  tooLow: (min: string) => `Enter ${min} or more`,
  tooHigh: (max: string) => `Enter ${max} or less`,
  tooManyDecimals: 'Use at most two decimal places',
} as const;

export const unsavedChanges = {
  title: 'Leave without saving?',
  hint: 'Your changes on this page will be lost.',
  stay: 'Stay',
  leave: 'Leave',
} as const;
