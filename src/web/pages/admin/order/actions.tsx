/** How the order stands in words, and what can be done. */
import type { AdminOrder } from '../../../../contract/order.ts';
import { adminOrder as words } from '../../../messages.orders.ts';
import { Button } from '../../../ui/button.tsx';
import { AlertIcon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type Action, actionsFor } from './can.ts';

interface ActionsProps {
  order: AdminOrder;
  /** What the last action left open. */
  warning: string | null;
  ask: (action: Action) => void;
}

export function Actions({ order, warning, ask }: ActionsProps) {
  const actions = actionsFor(order);
  return (
    <Panel title={words.next}>
      <p className="-mt-2 text-soft">{words.todo[order.status]}</p>
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
            <Button key={action} variant={action === 'refund' ? 'danger-quiet' : 'primary'} onClick={() => ask(action)}>
              {words[action]}
            </Button>
          ))}
        </div>
      )}
    </Panel>
  );
}
