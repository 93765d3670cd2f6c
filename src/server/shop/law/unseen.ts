/** What a look at the shop can't tell, said so that nobody takes a page of green signs for all of the law. */
import { LAW_MARKETS } from '../../../contract/law.ts';
import type { UnseenDefinition } from './duty.ts';

export const UNSEEN: readonly UnseenDefinition[] = [
  {
    title: 'Whether your texts are lawful',
    markets: LAW_MARKETS,
    advice: 'The drafts are no legal advice. Have a lawyer check terms, withdrawal, privacy and imprint, and again when the law changes.',
  },
  {
    title: 'Registrations for VAT: OSS, IOSS, local ones',
    markets: ['EU', 'GB', 'CH'],
    advice:
      'Above €10,000 a year of sales to other EU countries, tax is due there: register for the one-stop shop (OSS). Settings, Tax has the rates.',
  },
  {
    title: 'Registrations for sales tax: nexus in each state',
    markets: ['US', 'CA'],
    advice: 'Where and from which sales on you must register differs by state and province. Ask a tax adviser.',
  },
  {
    title: 'Registers for packaging, batteries and electrical devices',
    markets: ['EU', 'GB', 'CH'],
    advice: 'Each country has its own, such as LUCID in Germany and the registers for WEEE. Register before you sell there.',
  },
  {
    title: 'Customs: tariff codes, origin, duties of small parcels',
    markets: LAW_MARKETS,
    advice:
      'Enter tariff code and country of origin in each product’s form. Since 1 July 2026 the EU takes € 3 a tariff line on parcels up to € 150.',
  },
  {
    title: 'Whether your products are safe and marked as they must be',
    markets: LAW_MARKETS,
    advice: 'CE mark, warnings, Proposition 65, allergens, toys, cosmetics: the rules follow from what you sell.',
  },
  {
    title: 'Whether your prices before a sale were real',
    markets: ['EU', 'GB', 'US', 'CA', 'AU'],
    advice: 'A higher price before has to have been charged, for a time that the law of the country says.',
  },
  {
    title: 'Accessibility of your own texts and images',
    markets: ['EU', 'GB', 'US', 'CA'],
    advice: 'The program’s pages are built for WCAG 2.1 AA. Alternative texts, contrast in images and clear words are yours.',
  },
  {
    title: 'Selling to everybody in the EU alike',
    markets: ['EU'],
    advice:
      'Whoever lives in the EU may buy, even where you don’t deliver: to an address where you do, or with pick-up (Regulation (EU) 2018/302).',
  },
  {
    title: 'French in Quebec, and the language of your customers',
    markets: ['CA', 'JP', 'CH'],
    advice: 'Some places want texts and labels in their own language.',
  },
  {
    title: 'Licences for what you sell',
    markets: LAW_MARKETS,
    advice: 'Food, alcohol, medicine, weapons, and others need a permission or registration, often in each country.',
  },
];
