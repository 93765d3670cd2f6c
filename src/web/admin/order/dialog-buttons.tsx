import type { AdminOrder } from '../../../contract/order-fields.ts';
import { Button } from '../../kit/button.tsx';
import { SubmitButton } from '../../shared/forms/form.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';

export interface OrderActionDialogProps {
  order: AdminOrder;
  /** Closes the dialog, shows the result and reloads the order. */
  finish: (result: { done: string } | { warning: string }) => Promise<void>;
  /** Reloads the order behind the dialog, in case somebody else has changed it. */
  onError: () => undefined;
  close: () => void;
}

/** Cancel and submit below a dialog's fields. */
export function DialogButtons({
  state,
  label,
  isDanger = false,
  close,
}: {
  state: FormState;
  label: string;
  isDanger?: boolean;
  close: () => void;
}) {
  return (
    <div className="mt-1 flex flex-wrap justify-end gap-2">
      <Button variant="secondary" className="min-h-11" onClick={close}>
        {common.cancel}
      </Button>
      <SubmitButton state={state} variant={isDanger ? 'danger' : 'primary'}>
        {label}
      </SubmitButton>
    </div>
  );
}
