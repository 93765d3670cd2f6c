/** The words of the guided setup. */
import type { SetupPart, SetupStepName } from '../../../contract/setup.ts';

interface StepWords {
  title: string;
  hint: string;
  minutes: number;
}

const steps: Record<SetupStepName, StepWords> = {
  shop: { title: 'Name and logo', hint: 'They are on every page, in emails and on invoices.', minutes: 3 },
  address: { title: 'Address and legal texts', hint: 'Who sells, from which country, and how you treat personal data.', minutes: 8 },
  product: { title: 'First product', hint: 'Pictures, a price and the stock. You can create its category in the same form.', minutes: 5 },
  shipping: {
    title: 'Shipping',
    hint: 'Where you ship to, what it costs and how long it takes. Start from a ready-made zone.',
    minutes: 4,
  },
  tax: { title: 'Tax', hint: "Start from the standard rate of your country. Skip this step if you don't charge tax.", minutes: 2 },
  payment: { title: 'Payment', hint: 'Connect Stripe, so that customers can pay.', minutes: 5 },
  email: {
    title: 'Email',
    hint: 'Connect a mail server, so that customers receive confirmations, and choose who is told of new orders.',
    minutes: 5,
  },
  look: { title: 'Look', hint: 'A headline for the home page, your color, and your own words on the About and Contact pages.', minutes: 5 },
  test_order: { title: 'Test order', hint: 'Buy something by a test card, and see what your customers and you get.', minutes: 3 },
  opening: { title: 'Opening', hint: 'Until you open your shop, its pages ask for a password.', minutes: 1 },
};

const parts: Record<SetupPart, string> = {
  name: 'name',
  logo: 'logo',
  country: 'country',
  contact: 'email and postal address',
  legal: 'legal details',
  policy: 'privacy policy',
  product: 'a product in the shop',
  shipping: 'a shipping zone',
  tax: 'a tax rate',
  payment: 'a payment provider',
  email: 'mail server',
  notifications: 'who is told of new orders',
  headline: 'headline',
  about: 'About page',
  contact_page: 'Contact page',
  test_order: 'a test order',
  opening: 'opening',
};

export const setup = {
  title: 'Set up your shop',
  progress: (finished: number, total: number) => `${finished} of ${total} steps done`,
  steps,
  missing: (missing: readonly SetupPart[]) => `Still missing: ${missing.map((part) => parts[part]).join(', ')}`,
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  done: 'Done',
  skipped: 'Skipped',
  start: 'Start',
  goOn: 'Continue',
  change: 'Change',
  skip: 'Skip',
  takeUp: 'Do it after all',
  /** For screen readers, which hear each button by itself. */
  of: (action: string, step: string) => `${action}: ${step}`,
  hide: 'Hide this list',
  hidden: 'The list is hidden. Settings, Opening shows it again.',
  failed: "That wasn't saved",
  notOpen: "Your shop isn't open: its pages ask for a password.",
  toOpening: 'Open shop',
  showAgain: 'Show the setup list again',
  shownAgain: 'The setup list is on Home again',
} as const;
