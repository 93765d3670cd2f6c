/** The account's saved addresses, to fill in the one of this order. Nothing where there are none, or they can't be fetched. */
import { useEffect, useState } from 'react';
import { listAddresses, type SavedAddress } from '../../../../contract/address.ts';
import { api } from '../../../api.ts';
import { addresses as words } from '../../../messages/addresses.ts';
import { chooseInCart } from '../../../state/cart-choices.ts';
import { SelectField } from '../../../ui/field.tsx';

export function SavedAddressSelect({ text, choose }: { text: string; choose: (text: string) => void }) {
  const [saved, setSaved] = useState<SavedAddress[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    api(listAddresses, { signal: controller.signal })
      .then(({ addresses }) => setSaved(addresses))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) console.error(error);
      });
    return () => controller.abort();
  }, []);
  if (!saved.length) return null;
  return (
    <SelectField
      label={words.choose}
      value={saved.find((it) => it.text === text)?._id ?? ''}
      onChange={(event) => {
        const address = saved.find(({ _id }) => _id === event.target.value);
        choose(address?.text ?? '');
        // Shipping and tax depend on where it goes.
        if (address) chooseInCart({ country: address.country, region: address.region });
      }}
    >
      <option value="">{words.chooseNone}</option>
      {saved.map(({ _id, text: lines }) => (
        <option key={_id} value={_id}>
          {lines.split('\n').join(', ')}
        </option>
      ))}
    </SelectField>
  );
}
