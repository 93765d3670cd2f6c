/** The texts of the content pages until an admin writes others. The policy describes what this program actually does. */
import type { ContentPageName } from '../../contract/content.ts';

export const DEFAULT_TEXTS: Record<ContentPageName, string> = {
  about: `We're a small shop that sells things we'd use ourselves. Every product has a clear description, its full price and how many are in stock.

## How we work

We choose every product, describe it and photograph it ourselves. If something sells out, you'll see it before you check out, not after.

## Shop at your own pace

Your cart is saved in your browser, and you don't need an account to fill it. You only log in to pay, so that we know where to ship your order and you can find it again.

## This is a demo

Until its owner replaces this text, this shop is a demo: the products are made up, and nothing is shipped.`,

  contact: `We're happy to hear from you, whether something arrived damaged, you have a question, or you just want to say hello.

## About an order

Please have your order number ready. You'll find it in your dashboard under Orders, together with the items and the order status.

## About your account

You can change your name, address and password in your profile at any time. Forgot your password? You can reset it from the login page.

## How to reach us

Our email address, phone number and postal address stand below, once the owner of this shop has added them in the settings.`,

  policy: `This page explains what we store about you, where, and for how long. It is short because we store little.

## What we store

Your account: your name, email address, phone number and address, as you entered them. Your password and the answer to your security question are stored only as a hash, which we can check but not read.

Your orders: what you bought, when and for how much, and the address we ship to. We need them for delivery and for our accounts. We never see your card number: you enter it on the payment provider's page.

## What your browser stores

Your cart and, after you log in, a token that identifies you are in your browser's local storage. Logging out deletes the token on both sides; unused for seven days, it expires by itself. A random number by which we know this browser at your next login stays. What you type at the checkout is kept in its tab until the order is paid or you close the tab. Clearing this site's data in your browser removes everything.

## What we don't do

We set no cookies. There are no trackers, no ads and no third-party scripts on these pages, and we don't sell your data.

## Protection against password guessing

When someone tries to log in, register or reset a password, we count the attempts for up to a day. The count is stored under a hash of the email address and of the IP address it came from. Wrong passwords of strangers don't lock you out where you have logged in before: for that we store a hash of your browser's number and of your IP address, until a year after your last login there.

## Your rights

You can view and change your details in your profile. To have your account deleted, or for any other question about your data, contact us: see the Contact page.`,
};
