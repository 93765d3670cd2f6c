import type { Customer } from '../../../../contract/account.ts';

/** Of a panel that changes something: the whole page is loaded anew. */
export interface CustomerPanelProps {
  customer: Customer;
  reload: () => Promise<void>;
}
