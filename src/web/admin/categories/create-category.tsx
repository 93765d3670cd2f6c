import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { createCategory, deleteCategory, type ListedCategory, listCategories } from '../../../contract/category.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { TagIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader, focusHeading } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { ActionButton } from '../parts/controls.tsx';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { adminSpec } from '../specified-labels.ts';
import { CategoryEditForm } from './category-edit-form.tsx';
import { categories as words } from './messages.ts';

/** A new category needs only a name; text and image are added by editing it. */
function CategoryForm({ onSaved }: { onSaved: () => void }) {
  const form = useForm({
    onSubmit: async (values) => {
      const name = readField(values, 'name').trim();
      const { success, message } = await api(createCategory, { body: { name } });
      if (!success) throw createValidationError(message);
      form.ref.current?.reset();
      toast.success(adminSpec.categoryCreated(name));
      onSaved();
      return 'stay';
    },
    onFailure: () => {
      toast.error(adminSpec.categoryNotCreated);
      return undefined;
    },
  });

  return (
    // Field and button side by side on wide screens; an error summary spans both.
    <Form state={form} className="sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-3 sm:[&>section]:col-span-2">
      <TextField label={words.label} name="name" placeholder={adminSpec.createCategory} error={form.errors.name} autoComplete="off" />
      {/* Level with the input, below the field's label. */}
      <div className="flex flex-wrap gap-2 sm:mt-6.25 sm:self-start">
        <SubmitButton state={form}>{words.submit}</SubmitButton>
      </div>
    </Form>
  );
}

export const meta = () => [{ title: adminSpec.createCategoryTitle }];

export default function CreateCategoryPage() {
  const revalidateShop = useRevalidateShop();
  const [edited, setEdited] = useState<ListedCategory | null>(null);
  const [deleted, setDeleted] = useState<ListedCategory | null>(null);
  const loaded = useLoad('categories', (it, signal) => it(listCategories, { signal }));

  const refresh = async () => {
    void revalidateShop();
    await loaded.reload();
  };

  const columns: Column<ListedCategory>[] = [
    { header: words.name, cell: (category) => <bdi className="line-clamp-3">{category.name}</bdi> },
    {
      header: words.action,
      isEndAligned: true,
      cell: (category) => (
        <span className="-my-0.5 inline-flex gap-1">
          <Button variant="quiet" size="small" aria-label={`${words.edit} ${category.name}`} onClick={() => setEdited(category)}>
            {words.edit}
          </Button>
          <ActionButton
            variant="danger-quiet"
            size="small"
            aria-label={`${words.delete} ${category.name}`}
            onClick={() => setDeleted(category)}
          >
            {words.delete}
          </ActionButton>
        </span>
      ),
    },
  ];

  return (
    <div className="max-w-text">
      <DashboardHeader title={adminSpec.manageCategory} />
      <CategoryForm onSaved={() => void refresh()} />
      <div className="mt-8">
        <AsyncContent state={loaded} skeleton={<TableSkeleton rows={6} isAlwaysTable />}>
          {({ category }) =>
            category.length ? (
              <DataTable
                caption={adminSpec.manageCategory}
                columns={columns}
                rows={category}
                getRowKey={(it) => it._id}
                narrowLayout="table"
              />
            ) : (
              <EmptyState icon={<TagIcon size={22} />} title={words.none}>
                {words.noneHint}
              </EmptyState>
            )
          }
        </AsyncContent>
      </div>
      {edited && (
        <Dialog title={words.editTitle} close={() => setEdited(null)} closeLabel={common.close}>
          <CategoryEditForm
            category={edited}
            onSaved={() => {
              setEdited(null);
              void refresh();
            }}
            onCancel={() => setEdited(null)}
          />
        </Dialog>
      )}
      {deleted && (
        <ConfirmActionDialog
          title={words.confirmDelete(deleted.name)}
          hint={words.confirmDeleteHint}
          confirmLabel={words.delete}
          onConfirm={async () => {
            const { success, message } = await api(deleteCategory, { params: { id: deleted._id } });
            if (!success) throw createValidationError(message);
            toast.success(adminSpec.categoryDeleted);
            setDeleted(null);
            void refresh().then(focusHeading);
          }}
          onError={() => toast.error(adminSpec.categoryNotDeleted)}
          close={() => setDeleted(null)}
        />
      )}
    </div>
  );
}
