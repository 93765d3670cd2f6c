/** The account's saved addresses. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { createAddress, deleteAddress, listAddresses, type SavedAddress, updateAddress } from '../../../contract/address.ts';
import { api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { SwitchField } from '../../kit/field.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { MapPinIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, Repeat } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { AddressFields, EMPTY_ADDRESS } from '../../shared/forms/address-fields.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { useCountries } from '../../shared/hooks/use-address-format.ts';
import { useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { addresses as words } from '../../shared/messages/account.ts';
import { common } from '../../shared/messages/common.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { SavedBilling } from './saved-billing.tsx';

const toFields = ({ recipient, street, postcode, city, region, country }: SavedAddress) => ({
  recipient,
  street,
  postcode,
  city,
  region,
  country,
});

/** Adds an address, or changes one. */
function AddressForm({ address, onSaved }: { address: SavedAddress | null; onSaved: () => void }) {
  const [typed, setTyped] = useState(() => (address ? toFields(address) : EMPTY_ADDRESS));
  const countries = useCountries();
  const value = { ...typed, country: typed.country || (countries?.defaultCountry ?? '') };
  const form = useForm({
    onSubmit: async (values) => {
      const body = { ...value, isDefault: values.has('isDefault') };
      if (address) await api(updateAddress, { params: { id: address._id }, body });
      else await api(createAddress, { body });
      onSaved();
      return 'leave';
    },
    onFailure: () => {
      toast.error(words.saveFailed);
      return undefined;
    },
  });
  return (
    <Form state={form} label={address ? words.editTitle : words.add}>
      <AddressFields value={value} onChange={setTyped} errors={form.errors} />
      {!address?.isDefault && <SwitchField name="isDefault" label={words.isDefault} hint={words.isDefaultHint} />}
      <SubmitButton state={form}>{words.save}</SubmitButton>
    </Form>
  );
}

export const meta = createTitleMeta(words.title);

const grid = 'grid gap-4 sm:grid-cols-2 min-[75rem]:grid-cols-3';

const skeleton = (
  <div className={grid}>
    <Repeat times={3}>
      <Skeleton className="h-52 rounded-card" />
    </Repeat>
  </div>
);

type Shown = { action: 'add' } | { action: 'edit' | 'delete'; address: SavedAddress };

export default function AddressesPage() {
  const loaded = useLoad('addresses', (it, signal) => it(listAddresses, { signal }));
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);

  const finish = async (message: string) => {
    toast.success(message);
    close();
    await loaded.reload();
  };

  const makeDefault = async ({ _id, text: _text, isComplete: _isComplete, ...fields }: SavedAddress) => {
    try {
      await api(updateAddress, { params: { id: _id }, body: { ...fields, isDefault: true } });
      await finish(words.saved);
    } catch (error) {
      if (!isApiError(error)) console.error(error);
      toast.error(error instanceof Error ? error.message : words.saveFailed);
      await loaded.reload();
    }
  };

  return (
    <>
      <DashboardHeader
        title={words.title}
        lead={words.lead}
        actions={<Button onClick={() => setShown({ action: 'add' })}>{words.add}</Button>}
      />
      <AsyncContent state={loaded} skeleton={skeleton}>
        {({ addresses }) =>
          addresses.length ? (
            <ul aria-label={words.title} className={grid}>
              {addresses.map((address) => (
                <AddressCard
                  key={address._id}
                  address={address}
                  onEdit={() => setShown({ action: 'edit', address })}
                  onDelete={() => setShown({ action: 'delete', address })}
                  onMakeDefault={() => void makeDefault(address)}
                />
              ))}
            </ul>
          ) : (
            <EmptyState icon={<MapPinIcon size={22} />} title={words.none}>
              {words.noneHint}
            </EmptyState>
          )
        }
      </AsyncContent>
      <SavedBilling />
      {shown && shown.action !== 'delete' && (
        <Dialog title={shown.action === 'add' ? words.add : words.editTitle} close={close} closeLabel={common.close}>
          <AddressForm address={shown.action === 'edit' ? shown.address : null} onSaved={() => void finish(words.saved)} />
        </Dialog>
      )}
      {shown?.action === 'delete' && (
        <ConfirmActionDialog
          title={words.confirmDelete}
          hint={words.confirmDeleteHint}
          confirmLabel={words.delete}
          onConfirm={async () => {
            await api(deleteAddress, { params: { id: shown.address._id } });
            await finish(words.deleted);
          }}
          onError={() => void loaded.reload()}
          close={close}
        />
      )}
    </>
  );
}

interface AddressCardProps {
  address: SavedAddress;
  onEdit: () => void;
  onDelete: () => void;
  onMakeDefault: () => void;
}

function AddressCard({ address: { text, recipient, isDefault }, onEdit, onDelete, onMakeDefault }: AddressCardProps) {
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-card border border-line bg-raised p-5">
      <div className="min-h-6">{isDefault && <Badge tone="accent">{words.default}</Badge>}</div>
      <p className="address-lines line-clamp-8 grow">{text}</p>
      <div className="-mx-2 flex flex-wrap gap-1">
        <Button variant="quiet" size="small" aria-label={`${words.edit}: ${recipient}`} onClick={onEdit}>
          {words.edit}
        </Button>
        {!isDefault && (
          <Button variant="quiet" size="small" aria-label={`${words.makeDefault}: ${recipient}`} onClick={onMakeDefault}>
            {words.makeDefault}
          </Button>
        )}
        <Button variant="danger-quiet" size="small" aria-label={`${words.delete}: ${recipient}`} onClick={onDelete}>
          {words.delete}
        </Button>
      </div>
    </li>
  );
}
