/** The words of the page about the duties of the law. What was seen, and what to do, comes from the server. */
import type { DutyState, LawMarket } from '../../../contract/law.ts';
import type { LegalText } from '../../../contract/legal-texts.ts';

export const MARKET_NAMES: Record<LawMarket, string> = {
  EU: 'European Union and EEA',
  GB: 'United Kingdom',
  CH: 'Switzerland',
  US: 'United States',
  CA: 'Canada',
  AU: 'Australia',
  JP: 'Japan',
  other: 'Other countries',
};

/** Before a law in a line of its own. */
export const SHORT_MARKETS: Record<LawMarket, string> = { ...MARKET_NAMES, EU: 'EU', GB: 'UK', US: 'US' };

export const law = {
  title: 'Law',
  lead: 'What the law asks of your shop, as far as the shop itself can show it. This is no legal advice.',
  markets: 'Where you sell',
  marketsHint: 'Other duties apply in each market. From then on your shop is looked at once a day.',
  reached: (names: string) => `Your shipping zones reach: ${names}.`,
  suggested: 'They are chosen below; change what isn’t so.',
  chooseSome: 'Choose at least one market',
  saveAndCheck: 'Save and check my shop',
  checking: 'Looking at your shop',
  again: 'Check again',
  checkedAt: (time: string) => `Checked on ${time}`,
  neverChecked: 'Not checked yet',
  checkFailed: 'Your shop couldn’t be checked. Please try again.',
  conflict: 'Somebody else has changed the markets meanwhile: these are theirs.',
  checked: 'Your shop was checked',
  duties: 'Duties',
  collected: (month: string) => `The duties were collected in ${month}, from secondary sources.`,
  groups: {
    unmet: 'To do',
    unknown: 'Can’t be seen in the shop',
    unchecked: 'Not checked yet',
    met: 'Met',
  } satisfies Record<DutyState, string>,
  states: { unmet: 'To do', unknown: 'Can’t know', unchecked: 'Not checked', met: 'Met' } satisfies Record<DutyState, string>,
  count: (state: DutyState, count: number) =>
    ({ unmet: `${count} to do`, unknown: `${count} can’t be known`, unchecked: `${count} not checked`, met: `${count} met` })[state],
  since: (day: string) => `since ${day}`,
  redSince: (day: string) => `Found on ${day}.`,
  sources: 'Law',
  toFix: 'Fix it',
  toSee: 'Open',
  linkOf: (label: string, duty: string) => `${label}: ${duty}`,
  noDuties: 'For the chosen markets no duty is listed.',
  unseen: 'What no look at your shop can tell',
  unseenHint: 'Also with everything green above, these are yours to find out.',
  texts: 'Texts',
  textsHint:
    'Drafts for where you are and where you sell, filled with your shop’s data. They are pages that nobody sees until you publish them, and what is missing is marked: a page with a gap can’t be published.',
  textsWarning: 'No draft is legal advice. Have a lawyer check each before you publish it.',
  make: 'Make drafts',
  made: (count: number) => (count === 1 ? '1 draft made' : `${count} drafts made`),
  makeFailed: 'The drafts couldn’t be made. Please try again.',
  allMade: 'Each text has a page. What is there is never overwritten.',
  textStates: { missing: 'Missing', draft: 'Draft', published: 'Published' } satisfies Record<LegalText['status'], string>,
  gaps: (count: number) => (count === 1 ? '1 gap to fill in' : `${count} gaps to fill in`),
  edit: 'Edit',
} as const;
