/** Whether the account can be logged in to, and the button that changes it. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { type Customer, disableCustomer, enableCustomer } from '../../../../contract/account.ts';
import { endUserSessions } from '../../../../contract/account-security.ts';
import { removeSecondFactor } from '../../../../contract/second-factor.ts';
import { api } from '../../../api.ts';
import { Panel } from '../../../kit/panel.tsx';
import { formatDate } from '../../../shared/format.ts';
import { ConfirmActionDialog } from '../../../shared/forms/confirm-action-dialog.tsx';
import { useRefusal } from '../../../shared/hooks/use-form.ts';
import { common } from '../../../shared/messages/common.ts';
import { secondFactorRemoval } from '../../../shared/messages/team.ts';
import { useSession } from '../../../state/session.ts';
import { ActionButton } from '../../parts/controls.tsx';
import { OwnerOnly } from '../../team/team-role.tsx';
import { customer as words } from '../messages.ts';

/** Props of a panel that changes something: afterwards the whole page is reloaded. */
export interface CustomerPanelProps {
  customer: Customer;
  reload: () => Promise<void>;
}

/** Shows that an account has a second factor, which an owner can switch off. */
function CustomerSecondFactor({ customer, reload }: CustomerPanelProps) {
  const [isAsking, setIsAsking] = useState(false);
  const isSelf = useSession()?.user._id === customer._id;
  if (!customer.hasSecondFactor) return null;
  return (
    <div className="mt-4 flex flex-col items-start gap-2 border-t border-line pt-4">
      <p className="text-soft">{secondFactorRemoval.isOn}</p>
      {/* Users switch off their own on the security page. */}
      {!isSelf && (
        <OwnerOnly>
          <ActionButton variant="danger-quiet" onClick={() => setIsAsking(true)}>
            {secondFactorRemoval.remove}
          </ActionButton>
          {isAsking && <RemoveSecondFactorDialog person={customer} onRemoved={reload} close={() => setIsAsking(false)} />}
        </OwnerOnly>
      )}
    </div>
  );
}

/** Logs somebody out wherever they are logged in. */
function EndSessions({ id, name }: { id: string; name: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const end = async () => {
    const { ended } = await api(endUserSessions, { params: { id } });
    toast.success(words.loggedOut(ended));
    setIsAsking(false);
  };
  return (
    <>
      <ActionButton variant="secondary" onClick={() => setIsAsking(true)}>
        {words.logOut}
      </ActionButton>
      {isAsking && (
        <ConfirmActionDialog
          title={words.confirmLogOut(name)}
          hint={words.confirmLogOutHint}
          confirmLabel={words.logOut}
          onConfirm={end}
          close={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** Removes the second factor of somebody who has lost it. Only for owners, and not for their own. */
interface RemoveSecondFactorDialogProps {
  person: { _id: string; name: string };
  onRemoved: () => Promise<void>;
  close: () => void;
}

export function RemoveSecondFactorDialog({ person: { _id, name }, onRemoved, close }: RemoveSecondFactorDialogProps) {
  const remove = async () => {
    const { isTold } = await api(removeSecondFactor, { params: { id: _id } });
    close();
    toast.success(isTold ? secondFactorRemoval.removed(name) : secondFactorRemoval.removedUntold(name));
    await onRemoved();
  };
  return (
    <ConfirmActionDialog
      title={secondFactorRemoval.confirm(name)}
      hint={secondFactorRemoval.confirmHint}
      confirmLabel={secondFactorRemoval.remove}
      onConfirm={remove}
      close={close}
    />
  );
}

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
