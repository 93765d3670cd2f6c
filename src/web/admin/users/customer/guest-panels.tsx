/** The parts of a guest's page that differ from an account's: addresses of orders and personal data; and the consent to offers. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { type CustomerDetails, endConsent, eraseGuest, exportGuestData } from '../../../../contract/customer.ts';
import { api } from '../../../api.ts';
import { Panel } from '../../../kit/panel.tsx';
import { formatDate } from '../../../shared/format.ts';
import { ConfirmActionDialog } from '../../../shared/forms/confirm-action-dialog.tsx';
import { privacy } from '../../../shared/messages/account.ts';
import { PersonalDataPanel } from '../../../shared/personal-data-panel.tsx';
import { ActionButton } from '../../parts/controls.tsx';
import { OwnerOnly } from '../../team/team-role.tsx';
import { customer as words } from '../messages.ts';
import { DetailItem, EmailItem } from './customer-panels.tsx';

export function GuestContact({ customer: { email, orderAddresses } }: { customer: CustomerDetails }) {
  return (
    <Panel title={words.contact}>
      <dl className="-mt-2 grid gap-3">
        <EmailItem email={email} />
        {orderAddresses.length > 0 && (
          <DetailItem name={words.guestAddresses}>
            <ul className="grid gap-3">
              {orderAddresses.map((address) => (
                <li key={address} dir="auto" className="line-clamp-8">
                  {address}
                </li>
              ))}
            </ul>
          </DetailItem>
        )}
      </dl>
      <p className="mt-4 text-small text-soft">{words.guestAccess}</p>
    </Panel>
  );
}

interface ConsentPanelProps {
  customer: CustomerDetails;
  consentAt: string;
  reload: () => Promise<void>;
}

/** Shown for those who agreed. */
export function ConsentPanel({ customer: { _id, name }, consentAt, reload }: ConsentPanelProps) {
  const [isAsking, setIsAsking] = useState(false);
  const end = async () => {
    await api(endConsent, { params: { id: _id } });
    setIsAsking(false);
    toast.success(words.consentEnded);
    await reload();
  };
  return (
    <Panel title={words.consent} hint={words.consentSince(formatDate(consentAt))}>
      <ActionButton variant="secondary" onClick={() => setIsAsking(true)}>
        {words.endConsent}
      </ActionButton>
      {isAsking && (
        <ConfirmActionDialog
          title={words.confirmEndConsent(name)}
          hint={words.confirmEndConsentHint}
          confirmLabel={words.endConsent}
          onConfirm={end}
          close={() => setIsAsking(false)}
        />
      )}
    </Panel>
  );
}

export function GuestDataPanel({ customer: { _id, name } }: { customer: CustomerDetails }) {
  const navigate = useNavigate();
  const params = { id: _id };
  const deleteGuest = async () => {
    await api(eraseGuest, { params });
    toast.success(words.guestDeleted);
    await navigate('/dashboard/admin/users', { replace: true });
  };
  return (
    <OwnerOnly>
      <PersonalDataPanel
        title={words.guestData}
        hint={words.guestDataHint}
        download={privacy.downloadCustomer}
        fileName={privacy.customerFileName}
        load={() => api(exportGuestData, { params })}
        question={words.confirmDeleteGuest(name)}
        questionHint={words.confirmDeleteGuestHint}
        deleteLabel={words.deleteGuest}
        onDelete={deleteGuest}
      />
    </OwnerOnly>
  );
}
