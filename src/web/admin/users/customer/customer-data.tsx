/** For customers who ask for their data, or to be erased. */
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import type { Customer } from '../../../../contract/account.ts';
import { eraseCustomer, exportCustomerData } from '../../../../contract/privacy.ts';
import { api } from '../../../api.ts';
import { privacy as words } from '../../../shared/messages/account.ts';
import { PersonalDataPanel } from '../../../shared/personal-data-panel.tsx';
import { OwnerOnly } from '../../team/team-role.tsx';
import { customer as customerWords } from '../messages.ts';

export function CustomerData({ customer: { _id, name, role } }: { customer: Customer }) {
  const navigate = useNavigate();
  const params = { id: _id };

  const deleteCustomer = async () => {
    await api(eraseCustomer, { params });
    toast.success(words.customerDeleted);
    await navigate('/dashboard/admin/users', { replace: true });
  };

  return (
    <OwnerOnly>
      <PersonalDataPanel
        title={words.customerData}
        hint={words.customerDataHint}
        download={words.downloadCustomer}
        fileName={words.customerFileName}
        load={() => api(exportCustomerData, { params })}
        question={words.confirmDeleteCustomer(name)}
        questionHint={words.confirmDeleteCustomerHint}
        onDelete={deleteCustomer}
        notDeletable={role === 1 ? customerWords.teamHint : undefined}
      />
    </OwnerOnly>
  );
}
