/** The products that a category's page shows first. */
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { PINS_MAX, readCategoryPins, updateCategoryPins } from '../../../contract/pins.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { AsyncContent, FieldsSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { EditConflictPanel, readCurrent, type Snapshot, useEditConflict } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { PickedProducts, parseIds } from '../parts/picked-products.tsx';
import { categories as words } from './messages.ts';

type Pins = Pick<ReplyOf<typeof readCategoryPins>, 'products' | 'version'>;

const toSnapshot = ({ products, version }: Pins): Snapshot => ({ version, values: { products: products.join() } });

interface CategoryPinsProps {
  category: { _id: string; name: string };
  close: () => void;
}

export function CategoryPins({ category, close }: CategoryPinsProps) {
  const loaded = useLoad(`pins of ${category._id}`, (it, signal) => it(readCategoryPins, { params: { id: category._id }, signal }));
  return (
    <Dialog title={words.pinnedIn(category.name)} close={close} closeLabel={common.close}>
      <p className="mb-4 text-small text-soft">{words.pinnedHint}</p>
      <AsyncContent state={loaded} skeleton={<FieldsSkeleton fields={2} />}>
        {(pins) => <PinsForm id={category._id} pins={pins} close={close} />}
      </AsyncContent>
    </Dialog>
  );
}

function PinsForm({ id, pins, close }: { id: string; pins: Pins; close: () => void }) {
  const edit = useEditConflict(toSnapshot(pins), {
    products: { label: words.pinned, format: (ids) => words.pinnedCount(parseIds(ids).length) },
  });
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const typed = { products: readField(values, 'products') };
      await api(updateCategoryPins, { params: { id }, body: { products: parseIds(typed.products), version: edit.base.version } }).catch(
        (error) => {
          const current = readCurrent<Pins>(error);
          if (current) edit.rebase(typed, toSnapshot(current));
          throw error;
        },
      );
      toast.success(words.pinnedSaved);
      close();
      return 'stay';
    },
  });
  const field = edit.field('products');
  return (
    <Form state={form}>
      <EditConflictPanel conflict={edit} />
      <PickedProducts key={field.key} name="products" value={field.value} max={PINS_MAX} error={form.errors.products} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton state={form}>{words.savePinned}</SubmitButton>
        <Button variant="secondary" className="min-h-11" onClick={close}>
          {common.cancel}
        </Button>
      </div>
    </Form>
  );
}
