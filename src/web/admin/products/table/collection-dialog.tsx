/** Puts the selected products into a collection by hand. */
import toast from 'react-hot-toast/headless';
import { addToCollection, listAdminCollections } from '../../../../contract/collection-admin.ts';
import { MAX_PAGE_SIZE } from '../../../../contract/limits.ts';
import { api } from '../../../api.ts';
import { Button, LinkButton } from '../../../kit/button.tsx';
import { ComboboxField } from '../../../kit/combobox.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { AsyncContent, FieldsSkeleton } from '../../../shared/dashboard-layout/async-content.tsx';
import { Form, SubmitButton } from '../../../shared/forms/form.tsx';
import { createIssue, createValidationError, readField, useForm } from '../../../shared/hooks/use-form.ts';
import { useLoad } from '../../../shared/hooks/use-load.ts';
import { COLLECTIONS_PATH } from '../../layout/nav-items.tsx';
import { bulkEdit as words } from './bulk-edit-messages.ts';

/** More collections than this aren't offered. */
const PAGES_MAX = 10;

export function CollectionDialog({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const loaded = useLoad('collections by hand', async (it, signal) => {
    const byHand: { id: string; label: string }[] = [];
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const { collections, total } = await it(listAdminCollections, { query: { page, limit: MAX_PAGE_SIZE }, signal });
      byHand.push(...collections.flatMap(({ _id, title, hasRule }) => (hasRule ? [] : { id: _id, label: title })));
      if (page * MAX_PAGE_SIZE >= total) break;
    }
    return byHand;
  });
  const form = useForm({
    onSubmit: async (values) => {
      const id = readField(values, 'collection');
      if (!id) throw createValidationError(words.chooseCollection, [createIssue('collection', 'required')]);
      const { added, collection } = await api(addToCollection, { params: { id }, body: { products: [...ids] } });
      toast.success(words.addedToCollection(added, ids.length, collection.title));
      close();
      return 'stay';
    },
  });
  return (
    <Dialog title={words.collectionTitle} close={close} closeLabel={words.close}>
      <AsyncContent state={loaded} skeleton={<FieldsSkeleton fields={1} />}>
        {(collections) =>
          collections.length ? (
            <Form state={form}>
              <ComboboxField
                label={words.collection}
                name="collection"
                items={collections}
                placeholder={words.searchCollections}
                listLabel={words.collection}
                emptyLabel={words.noCollection}
                error={form.errors.collection ?? form.errors.products}
                hint={words.collectionHint}
              />
              <div className="flex flex-wrap justify-end gap-2">
                <Button variant="quiet" onClick={close}>
                  {words.cancel}
                </Button>
                <SubmitButton state={form}>{words.addToCollection}</SubmitButton>
              </div>
            </Form>
          ) : (
            <div className="flex flex-col items-start gap-4">
              <p>{words.noCollections}</p>
              <LinkButton to={`${COLLECTIONS_PATH}/new`}>{words.createCollection}</LinkButton>
            </div>
          )
        }
      </AsyncContent>
    </Dialog>
  );
}
