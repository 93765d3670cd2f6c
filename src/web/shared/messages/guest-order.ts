/** The words of a guest's order, and of adding it to an account. */
import { pluralize } from '../format.ts';

export const guestOrder = {
  incomplete: 'Open the whole link',
  incompleteHint: 'The link to this order is incomplete. Copy all of it and open it again.',
  notFoundHint: 'The link may be incomplete. Copy all of it and open it again.',
  link: 'Link to your order',
  linkHint: 'Copy and keep it: it opens your order at any time, without a login.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  browse: 'Browse products',
  keep: 'Keep this order in an account',
  keepHint: (email: string) => `Create an account with ${email}, or log in, to find this order again and to check out faster.`,
  register: 'Create an account',
  login: 'Log in',
  claim: 'Add to my account',
  claimHint: 'You are logged in with the email of this order.',
  claimed: 'Added to your account',
  claimFailed: "We couldn't add this order to your account",
  otherAccount: (email: string) => `This order was made with ${email}. Log in with that email to add it to your account.`,
  inAccount: 'This order is in your account',
  inAccountHint: "You'll find it under Orders, too.",
  view: 'View in my account',
  findOthers: 'Bought as a guest before?',
  findOthersHint: 'We email you a link that adds all orders made with your email to this account.',
  sendLink: 'Email me the link',
  linkSent: "If there are any, we've emailed you the link.",
  linkFailed: "We couldn't send the link",
  added: (count: number) =>
    count ? `${pluralize(count, 'order was', 'orders were')} added to your account` : 'All your orders are here already',
} as const;
