import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { createAddress, type SavedAddress, updateAddress } from '../../../contract/address.ts';
import { api } from '../../api.ts';
import { SwitchField } from '../../kit/switch-field.tsx';
import { AddressFields, EMPTY_ADDRESS } from '../../shared/forms/address-fields.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { useCountries } from '../../shared/hooks/use-address-format.ts';
import { useForm } from '../../shared/hooks/use-form.ts';
import { addresses as words } from '../../shared/messages/addresses.ts';

const toFields = ({ recipient, street, postcode, city, region, country }: SavedAddress) => ({
  recipient,
  street,
  postcode,
  city,
  region,
  country,
});

/** Adds an address, or changes one. */
export function AddressForm({ address, onSaved }: { address: SavedAddress | null; onSaved: () => void }) {
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
