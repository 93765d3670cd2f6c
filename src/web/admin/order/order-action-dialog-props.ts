import type { AdminOrder } from '../../../contract/order-fields.ts';

export interface OrderActionDialogProps {
  order: AdminOrder;
  /** Closes the dialog, shows the result and reloads the order. */
  finish: (result: { done: string } | { warning: string }) => Promise<void>;
  /** Reloads the order behind the dialog, in case somebody else has changed it. */
  onError: () => undefined;
  close: () => void;
}
