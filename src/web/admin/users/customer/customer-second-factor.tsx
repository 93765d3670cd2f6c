/** Shows that an account has a second factor, which an owner can switch off. */
import { useState } from 'react';
import { secondFactorRemoval as words } from '../../../shared/messages/team.ts';
import { useSession } from '../../../state/session.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { OwnerOnly } from '../../team/team-role.tsx';
import { RemoveSecondFactorDialog } from '../remove-second-factor-dialog.tsx';
import type { CustomerPanelProps } from './customer-panel-props.ts';

export function CustomerSecondFactor({ customer, reload }: CustomerPanelProps) {
  const [isAsking, setIsAsking] = useState(false);
  const isSelf = useSession()?.user._id === customer._id;
  if (!customer.hasSecondFactor) return null;
  return (
    <div className="mt-4 flex flex-col items-start gap-2 border-t border-line pt-4">
      <p className="text-soft">{words.isOn}</p>
      {/* One's own is switched off on the page of security. */}
      {!isSelf && (
        <OwnerOnly>
          <ActionButton variant="danger-quiet" onClick={() => setIsAsking(true)}>
            {words.remove}
          </ActionButton>
          {isAsking && <RemoveSecondFactorDialog person={customer} onRemoved={reload} close={() => setIsAsking(false)} />}
        </OwnerOnly>
      )}
    </div>
  );
}
