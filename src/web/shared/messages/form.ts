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
  commonPassword: 'This password is on lists of leaked ones. Choose another, like a few words in a row.',
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
