/** The order's status in words, and the buttons for what can be done. */
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { AlertIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { calculateNetTotal } from '../../shared/orders/order-lines.tsx';
import { adminOrder as words } from '../orders/messages.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { isOpenDispute } from './disputes.tsx';

/** What can be done in an order's current status. The server checks again; this only hides useless buttons. */

export type OrderAction = 'ship' | 'deliver' | 'accept' | 'refund' | 'end' | 'decline';

/** The usual next step first. */
export function listAllowedActions(order: AdminOrder): OrderAction[] {
  const decline: OrderAction[] = order.request?.status === 'open' ? ['decline'] : [];
  const refund: OrderAction[] = calculateNetTotal(order) > 0 ? ['refund', ...decline] : decline;
  switch (order.status) {
    case 'paid':
      // What is asked to be cancelled isn't ready to ship: declined first, it is.
      return decline.length ? refund : ['ship', ...refund];
    case 'shipped':
      return ['deliver', ...refund];
    case 'delivered':
      return refund;
    case 'review':
      return ['accept', ...refund];
    case 'pending':
      return order.processingSince === null ? ['end'] : [];
    case 'cancelled':
    case 'expired':
    case 'refunded':
      return decline;
  }
}

interface OrderActionsProps {
  order: AdminOrder;
  /** Set where the outcome of the last action is uncertain. */
  warning: string | null;
  onAction: (action: OrderAction) => void;
}

function describeNextStep(order: AdminOrder): string {
  if (order.processingSince !== null) return words.processingHint;
  if (order.disputes.some(isOpenDispute)) return words.disputedHint;
  return order.request?.status === 'open' ? words.requestHint[order.request.kind] : words.nextStepHint[order.status];
}

export function OrderActions({ order, warning, onAction }: OrderActionsProps) {
  const actions = listAllowedActions(order);
  return (
    <Panel title={words.nextStep}>
      <p className="-mt-2 text-soft">{describeNextStep(order)}</p>
      <div role="alert">
        {warning && (
          <p className="mt-4 flex gap-2 rounded-control bg-caution/8 p-3 text-caution">
            <AlertIcon size={18} className="mt-0.5 shrink-0" />
            <span className="min-w-0">{warning}</span>
          </p>
        )}
      </div>
      {actions.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-2">
          {actions.map((action) => (
            <ActionButton
              key={action}
              variant={action === 'refund' || action === 'end' || action === 'decline' ? 'danger-quiet' : 'primary'}
              onClick={() => onAction(action)}
            >
              {words[action]}
            </ActionButton>
          ))}
        </div>
      )}
    </Panel>
  );
}
