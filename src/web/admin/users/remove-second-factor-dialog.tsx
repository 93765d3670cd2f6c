/** Takes away the second factor of somebody who has lost it. Only owners may, and not their own. */
import toast from 'react-hot-toast/headless';
import { removeSecondFactor } from '../../../contract/second-factor.ts';
import { api } from '../../api.ts';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { secondFactorRemoval as words } from '../../shared/messages/team.ts';

interface RemoveSecondFactorDialogProps {
  person: { _id: string; name: string };
  onRemoved: () => Promise<void>;
  close: () => void;
}

export function RemoveSecondFactorDialog({ person: { _id, name }, onRemoved, close }: RemoveSecondFactorDialogProps) {
  const remove = async () => {
    const { isTold } = await api(removeSecondFactor, { params: { id: _id } });
    close();
    toast.success(isTold ? words.removed(name) : words.removedUntold(name));
    await onRemoved();
  };
  return (
    <ConfirmActionDialog
      title={words.confirm(name)}
      hint={words.confirmHint}
      confirmLabel={words.remove}
      onConfirm={remove}
      close={close}
    />
  );
}
