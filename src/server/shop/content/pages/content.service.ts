/** The texts of the about, contact and policy pages. */
import type { ContentPageName } from '../../../../contract/page.ts';
import type { RichTextNode } from '../../../../contract/rich-text.ts';
import type { Deps } from '../../../deps.ts';
import { createVersionConflict } from '../../../platform/errors.ts';
import { renderMarkdown, summarize } from './markdown.ts';
import { findPageText, savePageText } from './page.repository.ts';

/**
 * The drafts of the content pages, shown until an admin has edited them. Nobody has read them for this shop yet, so they say only what
 * this program does in every shop.
 */

const DRAFTS: Record<ContentPageName, string> = {
  about: `Welcome to our shop. Each product's page has its price and says what is in stock.

Do you have a question? See our [Contact](/contact) page.`,

  contact: `## About an order

Please have your order number ready.

If you have an account, [log in](/login): your orders are under Orders, with their items and status.

If you bought as a guest, open the link to your order that you were given when you bought. It shows the order, its status and what you can do. You can also [create an account](/register) with the same email address and add your order to it.

## About your account

You can change your name, address and password in your profile at any time. Forgot your password? You can reset it from the [login](/login) page.`,

  policy: `This page explains what we store about you, where, and for how long. It is short because we store little.

## What we store

Your account: your name, email address, phone number and address, as you entered them. Your password and the answer to your security question are stored only as a hash, which we can check but not read. Of each device that you are logged in on we store its kind and its IP address until you log out there.

Your orders, with an account or as a guest: what you bought, when and for how much, your name, your email address, and the address we ship to. We need them for delivery and for our accounts. We never see your card number: you enter it on the payment provider's page.

## What your browser stores

Your cart and, after you log in, a token that identifies you are in your browser's local storage. Logging out deletes the token on both sides; unused for seven days, it expires by itself. A random number by which we know this browser at your next login stays. What you type at the checkout is kept in its tab until the order is paid or you close the tab. Clearing this site's data in your browser removes everything.

## What we don't do

We set no cookies. There are no trackers, no ads and no third-party scripts on these pages, and we don't sell your data.

## Protection against password guessing

When someone tries to log in, register or reset a password, we count the attempts for up to a day. The count is stored under a hash of the email address and of the IP address it came from. Wrong passwords of strangers don't lock you out where you have logged in before: for that we store a hash of your browser's number and of your IP address, until a year after your last login there.

## Your rights

You can view and change your details in your profile, and download or delete your data on its Security page. For any other question about your data, contact us: see the [Contact](/contact) page.`,
};

const DEMO_ABOUT = `This shop is a demo: the products are made up, nothing is shipped, and no real money is charged.

## Look around

Search, filter, fill a cart and pay with a test card. You can buy as a guest or with an account.`;

export const findDraft = (name: ContentPageName, isDemo: boolean): string => (isDemo && name === 'about' ? DEMO_ABOUT : DRAFTS[name]);

interface ContentPage {
  name: ContentPageName;
  text: string;
  content: RichTextNode[];
  /** For search engines. */
  description: string;
  /** Nobody has saved a text of their own: this one came with the program. */
  isDraft: boolean;
  /** An edit form sends it back. */
  version: number;
}

type Context = Pick<Deps, 'db' | 'setupWarnings'>;

const findOwnDraft = ({ setupWarnings }: Context, name: ContentPageName) => findDraft(name, setupWarnings.includes('demo'));

/** A blank text counts as not set, so that a page is never empty. */
export async function readContentPage(context: Context, name: ContentPageName): Promise<ContentPage> {
  const { text: stored, version } = await findPageText(context.db, name);
  const isDraft = !stored?.trim();
  const text = isDraft ? findOwnDraft(context, name) : (stored ?? '');
  const content = renderMarkdown(text);
  return { name, text, content, description: summarize(content), isDraft, version };
}

/**
 * Returns the page's new text; a blank text restores the default. Throws `version_conflict` if it was changed after that version, unless it
 * already is what was sent.
 */
export async function updateContentPage(context: Context, name: ContentPageName, text: string, version?: number): Promise<ContentPage> {
  const isSaved = await savePageText(context.db, name, text, version);
  const current = await readContentPage(context, name);
  const isSaidAlready = current.text === (text.trim() ? text : findOwnDraft(context, name));
  if (!isSaved && !isSaidAlready) throw createVersionConflict(current);
  return current;
}
