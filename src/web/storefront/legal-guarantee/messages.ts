/** What the shop says of the legal guarantee of conformity, in its own words beside the official notice. */
export const legalGuarantee = {
  notice: (language: string) => `Notice of the legal guarantee (${language})`,
  languages: 'In other languages',
  intro:
    'Whoever buys as a consumer in the European Union has a legal guarantee of conformity on every product, new or used. It comes from the law, costs nothing and can’t be taken away by the seller.',
  years: (years: number) => `It lasts at least ${years} years from delivery.`,
  longer: (country: string, years: number) => `In ${country} it lasts ${years} years.`,
  more: 'The law of your country may give you more time or more rights.',
  rights:
    'If a product is faulty or isn’t what was agreed, write to the shop. It has to repair or replace the product free of charge. Where that isn’t possible, takes too long or doesn’t help, you can get a lower price or your money back.',
  besides: 'A guarantee that a manufacturer gives besides it is named on the product’s page.',
} as const;
