/** What a product's page says of its safety and its guarantees. */
export const productSafety = {
  title: 'Safety and manufacturer',
  warnings: 'Safety',
  warning: 'Warning',
  maker: 'Manufacturer',
  euPerson: 'Responsible person in the European Union',
  ukPerson: 'Responsible person in the United Kingdom',
  guarantee: 'Manufacturer’s guarantee',
  guaranteeYears: (years: number, maker = 'The manufacturer') =>
    years === 1 ? `${maker} guarantees for 1 year that it lasts.` : `${maker} guarantees for ${years} years that it lasts.`,
  labelOf: (name: string) => `Label for the durability of ${name}`,
  besidesLaw: 'Your rights from the legal guarantee of conformity stay as they are: you don’t have to use this guarantee instead.',
} as const;
