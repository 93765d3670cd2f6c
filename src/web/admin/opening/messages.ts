/** The words of the page by which an owner opens the shop. */
import type { SetupStepName } from '../../../contract/setup.ts';

const advice: Partial<Record<SetupStepName, string>> = {
  product: 'There is no product in the shop yet.',
  payment: 'No payment provider is connected, so nobody can pay.',
  shipping: 'There is no shipping zone, so the shop ships everywhere for free.',
  email: 'No mail server is connected, so customers receive no emails.',
};

export const opening = {
  lead: 'Open your shop to everybody, or close it for a while.',
  closed: "Your shop isn't open",
  closedHint: 'Its pages ask for the password below, and search engines are kept out. Whoever works here sees the shop as it will be.',
  open: 'Your shop is open',
  since: (time: string) => `Since ${time}`,
  openHint: 'Everybody can see it and buy.',
  missing: 'You can open it now. This is still missing:',
  advice,
  openShop: 'Open shop',
  opened: 'Your shop is open',
  pauseShop: 'Pause shop',
  paused: 'Your shop is closed',
  pause: 'Pause your shop?',
  pauseHint:
    'Shoppers see a page that asks for the password, and nobody can buy. Payments that have begun are still booked, and customers find their orders.',
  failed: "That wasn't saved",
  passwordTitle: 'Password',
  passwordHint: 'For whoever should see the closed shop before others do.',
  password: 'Shop password',
  passwordRule: '6 to 64 characters, without spaces. With a new password, nobody gets in any more who was told the old one.',
  savePassword: 'Save password',
  passwordSaved: 'Password saved',
  copyLink: 'Copy a link with the password',
  copied: 'Link copied',
} as const;
