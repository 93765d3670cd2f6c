/** Whether the account can be logged in to, and the button that changes it. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { disableCustomer, enableCustomer } from '../../../../contract/account.ts';
import { api } from '../../../api.ts';
import { Panel } from '../../../kit/panel.tsx';
import { formatDate } from '../../../shared/format.ts';
import { ConfirmActionDialog } from '../../../shared/forms/confirm-action-dialog.tsx';
import { useRefusal } from '../../../shared/hooks/use-form.ts';
import { common } from '../../../shared/messages/common.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { customer as words } from '../messages.ts';
import type { CustomerPanelProps } from './customer-panel-props.ts';
import { CustomerSecondFactor } from './customer-second-factor.tsx';
import { EndSessions } from './end-sessions.tsx';

export function CustomerAccess({ customer, reload }: CustomerPanelProps) {
  const { _id, name, role, disabledAt } = customer;
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const refusal = useRefusal();
  const params = { id: _id };

  const handleEnable = async () => {
    setIsBusy(true);
    try {
      await api(enableCustomer, { params });
      toast.success(words.isEnabled);
      await reload();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
    setIsBusy(false);
  };
  const handleDisable = async () => {
    await api(disableCustomer, { params });
    setIsAsking(false);
    toast.success(words.isDisabled);
    await reload();
  };

  if (role === 1) {
    return (
      <Panel title={words.access}>
        <p className="mb-4 text-soft">{words.teamHint}</p>
        <EndSessions id={_id} name={name} />
        <CustomerSecondFactor customer={customer} reload={reload} />
      </Panel>
    );
  }
  return (
    <Panel title={words.access} hint={disabledAt ? words.disabledHint(formatDate(disabledAt)) : words.enabledHint}>
      {disabledAt ? (
        <ActionButton variant="secondary" busy={isBusy} onClick={() => void handleEnable()}>
          {words.enable}
        </ActionButton>
      ) : (
        <div className="flex flex-wrap gap-2">
          <EndSessions id={_id} name={name} />
          <ActionButton variant="danger-quiet" onClick={() => setIsAsking(true)}>
            {words.disable}
          </ActionButton>
        </div>
      )}
      <CustomerSecondFactor customer={customer} reload={reload} />
      {refusal && <p className="mt-2 text-small text-soft">{refusal}</p>}
      {isAsking && (
        <ConfirmActionDialog
          title={words.confirmDisable(name)}
          hint={words.confirmDisableHint}
          confirmLabel={words.disable}
          onConfirm={handleDisable}
          close={() => setIsAsking(false)}
        />
      )}
    </Panel>
  );
}
