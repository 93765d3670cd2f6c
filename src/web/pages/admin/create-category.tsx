import { useState } from 'react';
import toast from 'react-hot-toast';
import { createCategory, deleteCategory, type ListedCategory, listCategories, updateCategory } from '../../../contract/category.ts';
import { api } from '../../api.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { focusHeading } from '../../components/area/focus-heading.ts';
import { Loading } from '../../components/area/loading.tsx';
import { TableShape } from '../../components/area/shapes.tsx';
import { CategoryForm } from '../../components/category-form.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { useRefreshShop } from '../../components/use-refresh-shop.ts';
import { categories as words } from '../../messages.admin.ts';
import { common, spec } from '../../messages.ts';
import { TagIcon } from '../../ui/area-icons.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useLoad } from '../../use-load.ts';

export const meta = () => [{ title: spec.createCategoryTitle }];

export default function CreateCategoryPage() {
  const refreshShop = useRefreshShop();
  const [edited, setEdited] = useState<ListedCategory | null>(null);
  const [deleted, setDeleted] = useState<ListedCategory | null>(null);
  const loaded = useLoad('categories', (it, signal) => it(listCategories, { signal }));

  const refresh = async () => {
    void refreshShop();
    await loaded.reload();
  };

  const columns: Column<ListedCategory>[] = [
    { head: words.name, cell: (category) => <bdi className="line-clamp-3">{category.name}</bdi> },
    {
      head: words.action,
      isEnd: true,
      cell: (category) => (
        <span className="-my-0.5 inline-flex gap-1">
          <Button variant="quiet" size="small" aria-label={`${words.edit} ${category.name}`} onClick={() => setEdited(category)}>
            {words.edit}
          </Button>
          <Button variant="danger-quiet" size="small" aria-label={`${words.delete} ${category.name}`} onClick={() => setDeleted(category)}>
            {words.delete}
          </Button>
        </span>
      ),
    },
  ];

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
      <div className="mt-8">
        <Loading of={loaded} shape={<TableShape rows={6} isAlwaysTable />}>
          {({ category }) =>
            category.length ? (
              <DataTable caption={spec.manageCategory} columns={columns} rows={category} keyOf={(it) => it._id} narrow="table" />
            ) : (
              <Blank icon={<TagIcon size={22} />} title={words.none}>
                {words.noneHint}
              </Blank>
            )
          }
        </Loading>
      </div>
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
