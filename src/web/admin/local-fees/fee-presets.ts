/** Fees that are known, to begin with: switched off, since a merchant below a state's limit of sales owes none. Dated, with their source. */
import type { LocalFee } from '../../../contract/local-fees.ts';

interface FeePreset {
  label: string;
  fee: LocalFee;
  source: string;
  readOn: string;
}

export const FEE_PRESETS: readonly FeePreset[] = [
  {
    label: 'Colorado',
    // The last amount that was published: it changes each July.
    fee: {
      name: 'Retail Delivery Fee',
      country: 'US',
      region: 'CO',
      amount: 0.28,
      minimum: null,
      exemptClasses: ['zero', 'food'],
      from: '2025-07-01',
      isOn: false,
    },
    source: 'tax.colorado.gov/retail-delivery-fee-rates (July 2025 to June 2026; not owed below $500,000 of sales a year)',
    readOn: '2026-11-27',
  },
  {
    label: 'Minnesota',
    fee: {
      name: 'Road Improvement and Food Delivery Fee',
      country: 'US',
      region: 'MN',
      amount: 0.5,
      minimum: 100,
      exemptClasses: ['zero', 'food'],
      from: '2024-07-01',
      isOn: false,
    },
    source: 'revenue.state.mn.us/retail-delivery-fee (clothing counts; not owed below $1,000,000 of sales there a year)',
    readOn: '2026-11-27',
  },
];
