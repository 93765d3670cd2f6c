/** Checks of the texts that a shop has to have: that a visitor finds them, and that they have what such a text needs. */
import { listGaps } from '../../../../contract/legal-texts.ts';
import { readContentPage } from '../../../../contract/page.ts';
import { type Check, type Finding, met, unknown, unmet, type Visitor } from './visitor.ts';

const EMAIL = /[^\s@]+@[^\s@]+\.\p{L}{2,}/u;

interface Need {
  /** For people: `has no …`. */
  what: string;
  isIn: (text: string, visitor: Visitor) => boolean;
}

const words = (what: string, pattern: RegExp): Need => ({ what, isIn: (text) => pattern.test(text) });
export const anEmail = words('email address', EMAIL);
/** The first line of it, as the settings have it. */
const anAddress: Need = {
  what: 'postal address (that of Settings, General)',
  isIn: (text, { facts: { shop } }) => {
    const first = shop.address.split('\n')[0]?.trim() ?? '';
    return first !== '' && text.toLowerCase().includes(first.toLowerCase());
  },
};
const aName: Need = { what: 'name of the shop', isIn: (text, { facts: { shop } }) => text.toLowerCase().includes(shop.name.toLowerCase()) };

interface TextCheck {
  /** Of the link in the footer. */
  titles: RegExp;
  /** How the link may be called, for people. */
  called: string;
  needs: Need[];
}

const list = (values: string[]) => values.map((it) => `“${it}”`).join(', ');

async function checkPage(visitor: Visitor, { text: title, path }: { text: string; path: string }, needs: Need[]): Promise<Finding> {
  const page = await visitor.page(path);
  if (page.status !== 200) return unmet(`“${title}” in the footer leads to ${path}, which answers ${page.status}.`);
  const gaps = listGaps(page.text);
  if (gaps.length) return unmet(`${path} is published with ${gaps.length} gaps to fill in, such as ${gaps[0]}.`);
  const missing = needs.filter(({ isIn }) => !isIn(page.text, visitor)).map(({ what }) => what);
  if (missing.length) return unmet(`${path} (“${title}” in the footer) has no ${missing.join(', and no ')}.`);
  const found = needs.length ? ` It has: ${needs.map(({ what }) => what).join(', ')}.` : '';
  return met(`“${title}” in the footer of each page leads to ${path}.${found} Whether it is lawful, only a lawyer can say.`);
}

/** Met if one of the pages with such a link has all of it. */
const checkText =
  ({ titles, called, needs }: TextCheck): Check =>
  async (visitor) => {
    const links = await visitor.findInFooter(titles);
    if (!links.length) return unmet(`No link in the footer of the home page is called ${called}.`);
    const findings: Finding[] = [];
    for (const link of links) findings.push(await checkPage(visitor, link, needs));
    return findings.find(({ state }) => state === 'met') ?? findings[0] ?? unknown('');
  };

export const checkImprint = checkText({
  titles: /imprint|impressum|legal notice|legal information|company details|about the seller/i,
  called: list(['Imprint', 'Legal notice', 'Company details']),
  needs: [aName, anAddress, anEmail],
});

export const checkWithdrawalText = checkText({
  titles: /right (of withdrawal|to cancel)|withdrawal instructions|cancellation/i,
  called: list(['Right of withdrawal', 'Right to cancel']),
  needs: [
    words('period in days', /\b(1[4-9]|[2-9]\d|\d{3}|fourteen|thirty)\b[^.]{0,20}\bdays\b/i),
    words('model form', /\bmodel\b[^.]{0,40}\bform\b/i),
    anEmail,
  ],
});

export const checkReturnsText = checkText({
  titles: /return|refund|right (of withdrawal|to cancel)/i,
  called: list(['Returns', 'Refunds']),
  needs: [words('word on refunds', /refund/i)],
});

export const checkAccessibilityText = checkText({
  titles: /accessib/i,
  called: list(['Accessibility']),
  needs: [words('standard that it is measured by (WCAG or EN 301 549)', /WCAG|EN\s?301\s?549/i), anEmail],
});

export const checkCommercialTransactions = checkText({
  titles: /specified commercial|commercial transactions|特定商取引/i,
  called: list(['Specified Commercial Transactions']),
  needs: [
    aName,
    anAddress,
    anEmail,
    words('word on prices and charges', /price|charge|価格/i),
    words('word on payment', /pay|支払/i),
    words('word on delivery', /deliver|ship|引渡/i),
    words('word on returns', /return|cancel|返品/i),
  ],
});

const checkPrivacyLinks = checkText({
  titles: /privacy|data protection/i,
  called: list(['Privacy Policy', 'Privacy notice']),
  needs: [anEmail, words('word on the rights of those whose data it is', /\brights?\b/i)],
});

/** The text that came with the program doesn't say whose shop it is, so it alone is not enough. */
export const checkPrivacy: Check = async (visitor) => {
  const finding = await checkPrivacyLinks(visitor);
  if (finding.state === 'met') return finding;
  const policy = await visitor.call(readContentPage, { name: 'policy' });
  if (!policy?.isDraft) return finding;
  return unmet(
    'The privacy policy is still the text that came with your shop: it doesn’t say who is responsible for the data, or how to reach you.',
  );
};

/** What each order keeps, and its confirmation has attached. */
export const checkConfirmation: Check = async (visitor) => {
  const { keptPages, sendsEmails } = visitor.facts;
  if (!sendsEmails) return unmet('No mail server is connected, so that confirmations of orders are saved to files and reach nobody.');
  if (!keptPages.length)
    return unmet('No page is chosen for the confirmation of orders, so that it has neither terms nor the right of withdrawal attached.');
  const texts: string[] = [];
  for (const slug of keptPages) {
    const page = await visitor.page(`/pages/${slug}`);
    if (page.status !== 200) return unmet(`/pages/${slug} is chosen for the confirmation of orders, and answers ${page.status}.`);
    texts.push(page.text);
  }
  const named = keptPages.map((it) => `/pages/${it}`).join(', ');
  if (!texts.some((it) => /withdraw|right to cancel/i.test(it)))
    return unmet(`The confirmation of orders has ${named} attached: none of them is about the right of withdrawal.`);
  return met(`Orders keep ${named} as they were at the order, and the confirmation by email has them attached.`);
};

const ENDED_PLATFORM = /ec\.europa\.eu\/(consumers\/)?odr/i;

export const checkDisputeLink: Check = async (visitor) => {
  const paths = (await visitor.footer())
    .map(({ to }) => to)
    .filter((it) => it.startsWith('/pages/') || /^\/(about|contact|policy)$/i.test(it));
  for (const path of paths) {
    const page = await visitor.page(path);
    if (page.links.some(({ to }) => ENDED_PLATFORM.test(to)) || ENDED_PLATFORM.test(page.text))
      return unmet(`${path} still points to the platform for online dispute resolution, which was closed.`);
  }
  return met(`None of the ${paths.length} pages in the footer points to it.`);
};
