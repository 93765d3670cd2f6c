import type { Customer } from '../../../../contract/account.ts';

/** Props of a panel that changes something: afterwards the whole page is reloaded. */
export interface CustomerPanelProps {
  customer: Customer;
  reload: () => Promise<void>;
}
