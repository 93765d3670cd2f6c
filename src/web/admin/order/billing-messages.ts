export const adminBilling = {
  title: 'Bill to',
  none: 'As it is delivered: the customer named no company and no billing address.',
  add: 'Add a company or address',
  change: 'Change billing details',
  changeHint: 'For the invoice, until it is made. The taxes of the order stay as they are.',
  changed: 'Billing details changed',
  company: 'Company name',
  vatId: 'VAT ID',
  vatIdHint: 'Of the country of the billing address. Empty: none.',
  vatIdStays: 'No tax was charged because of it, so it stays.',
  otherAddress: 'Another address than delivery',
  save: 'Save',
  status: {
    confirmed: 'VIES confirmed the VAT ID before the order.',
    invalid: "VIES didn't know the VAT ID: the order was taxed.",
    unavailable: "VIES hadn't confirmed the VAT ID when it was ordered: the order was taxed.",
    unchecked: "Checked by its form alone: VIES doesn't know VAT IDs of this country.",
  },
  at: (time: string) => `Answered ${time}.`,
  consultation: (number: string) => `Consultation number ${number}`,
  confirmedLater: (time: string) =>
    `VIES confirmed it later, ${time}. The order stays as it was sold. If you agreed to sell without tax: refund it, and let the customer order again.`,
} as const;
