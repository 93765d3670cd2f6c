import { useState } from 'react';
import toast from 'react-hot-toast';
import { createCategory, deleteCategory, type ListedCategory, listCategories, updateCategory } from '../../../contract/category.ts';
import { api } from '../../api.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { focusHeading } from '../../components/area/focus-heading.ts';
import { CategoryForm } from '../../components/category-form.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { useRefreshShop } from '../../components/use-refresh-shop.ts';
import { categories as words } from '../../messages.admin.ts';
import { common, spec } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoad } from '../../use-load.ts';

export const meta = () => [{ title: spec.createCategoryTitle }];

export default function CreateCategoryPage() {
  const refreshShop = useRefreshShop();
  const [edited, setEdited] = useState<ListedCategory | null>(null);
  const [deleted, setDeleted] = useState<ListedCategory | null>(null);
  const { data, error, reload } = useLoad('categories', (it, signal) => it(listCategories, { signal }));

  const refresh = async () => {
    void refreshShop();
    await reload();
  };

  const columns: Column<ListedCategory>[] = [
    { head: words.name, cell: (category) => category.name },
    {
      head: words.action,
      isEnd: true,
      cell: (category) => (
        <span className="inline-flex gap-2">
          <Button variant="secondary" size="small" aria-label={`${words.edit} ${category.name}`} onClick={() => setEdited(category)}>
            {words.edit}
          </Button>
          <Button variant="danger-quiet" size="small" aria-label={`${words.delete} ${category.name}`} onClick={() => setDeleted(category)}>
            {words.delete}
          </Button>
        </span>
      ),
    },
  ];

  const list = () => {
    if (error) return <LoadFailed error={error} retry={() => void reload()} />;
    if (!data) return <Spinner label={common.loading} />;
    if (!data.category.length) return <Notice title={words.none}>{words.noneHint}</Notice>;
    return <DataTable caption={spec.manageCategory} columns={columns} rows={data.category} keyOf={(it) => it._id} narrow="table" />;
  };

  return (
    <div className="max-w-text">
      <AreaHead title={spec.manageCategory} />
      <CategoryForm
        failure={spec.categoryNotCreated}
        save={(name) => api(createCategory, { body: { name } })}
        onSaved={(name) => {
          toast.success(spec.categoryCreated(name));
          void refresh();
        }}
      />
      <div className="mt-8">{list()}</div>
      {edited && (
        <Dialog title={words.editTitle} close={() => setEdited(null)} closeLabel={common.close}>
          <CategoryForm
            name={edited.name}
            failure={spec.categoryNotUpdated}
            save={(name) => api(updateCategory, { params: { id: edited._id }, body: { name } })}
            onSaved={() => {
              toast.success(spec.categoryUpdated);
              setEdited(null);
              void refresh();
            }}
            cancel={() => setEdited(null)}
          />
        </Dialog>
      )}
      {deleted && (
        <DeleteDialog
          title={words.askDelete(deleted.name)}
          hint={words.askDeleteHint}
          label={words.delete}
          success={spec.categoryDeleted}
          failure={spec.categoryNotDeleted}
          remove={() => api(deleteCategory, { params: { id: deleted._id } })}
          onDeleted={() => void refresh().then(focusHeading)}
          close={() => setDeleted(null)}
        />
      )}
    </div>
  );
}
