/** Logs somebody out wherever they are logged in. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { endUserSessions } from '../../../../contract/account-security.ts';
import { api } from '../../../api.ts';
import { ConfirmActionDialog } from '../../../shared/forms/confirm-action-dialog.tsx';
import { ActionButton } from '../../parts/action-button.tsx';
import { customer as words } from '../messages.ts';

export function EndSessions({ id, name }: { id: string; name: string }) {
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
