/** What the text pages say until a merchant writes their own. The policy describes what this program really does. */
import type { ContentPageName } from '../../contract/content.ts';

export const DEFAULT_TEXTS: Record<ContentPageName, string> = {
  about: `We are a small shop that sells things we would put on our own shelves. Everything you see here is described in plain words, with its real price and how many are left.

## How we work

A person picked every product, wrote what it is and took care of its picture. When something runs out, we say so before you reach the till and not after.

## Buying without hurry

Look around as long as you like: your cart waits in your browser and needs no account. You only log in to pay, so that your order has an address and you can find it again.

## This is a demonstration

Until its owner writes a text of their own here, this shop is a demonstration: the goods are made up, and nothing is sent to anyone.`,

  contact: `We are glad to hear from you, whether something arrived broken, something is unclear, or something simply made your day.

## About an order

Please have its number at hand. You find it in your dashboard under Orders, together with what you bought and whether it has been paid.

## About your account

Your name, your address and your password are yours to change in your profile at any time. If you forgot the password, the log-in page leads you to a new one.

## How to reach us

The owner of this shop hasn't left an address yet. An admin can write it here.`,

  policy: `This page says what the shop keeps about you, where, and for how long. It is short because the shop keeps little.

## What we store

Your account: name, e-mail address, phone number and address, as you typed them. Your password and the answer to your security question are kept only as a hash, which lets us check them but not read them.

Your orders: what you bought, for how much, when, and the address they went to. We need them to deliver and for our books. Card numbers never reach this shop: you type them on the payment provider's page.

## What stays in your browser

Your cart, and once you have logged in a token that proves who you are, lie in your browser's local storage. Logging out deletes the token on both sides; unused for seven days, it ends by itself. Emptying your browser's storage for this site removes everything.

## What we don't do

We set no cookies. There are no trackers, no advertising and no scripts of other companies on these pages, and we sell your data to nobody.

## Against guessing

When someone tries to log in, register or reset a password, we count the tries for up to a day. The count is kept under a scrambled form of the e-mail address and of the network address it came from.

## Your rights

You can see and change your details in your profile. To have your account deleted, or for anything else about your data, write to us: the Contact page says how.`,
};
