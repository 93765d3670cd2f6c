import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { type ListedCategory, listCategories } from '../../../contract/category.ts';
import { createCategory, deleteCategory } from '../../../contract/category-admin.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
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
import { listLevels, ParentField } from '../parts/category-fields.tsx';
import { ActionButton } from '../parts/controls.tsx';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { adminSpec } from '../specified-labels.ts';
import { CategoryEditForm } from './category-edit-form.tsx';
import { OrderButtons } from './category-order.tsx';
import { categories as words } from './messages.ts';

/** A new category needs only a name; text and image are added by editing it. */
function CategoryForm({ categories, onSaved }: { categories: ListedCategory[]; onSaved: () => void }) {
  // A field that is made anew is empty.
  const [saved, setSaved] = useState(0);
  const form = useForm({
    onSubmit: async (values) => {
      const name = readField(values, 'name').trim();
      const parent = readField(values, 'parent');
      const { success, message } = await api(createCategory, { body: { name, ...(parent && { parent }) } });
      if (!success) throw createValidationError(message);
      form.ref.current?.reset();
      setSaved(saved + 1);
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
    // Fields and button side by side on wide screens; an error summary spans them all.
    <Form
      state={form}
      className={classNames(
        'sm:grid sm:gap-x-3 sm:[&>section]:col-span-full',
        categories.length ? 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]' : 'sm:grid-cols-[minmax(0,1fr)_auto]',
      )}
    >
      <TextField label={words.label} name="name" placeholder={adminSpec.createCategory} error={form.errors.name} autoComplete="off" />
      {categories.length > 0 && <ParentField key={saved} categories={categories} error={form.errors.parent} />}
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
  const [editedId, setEditedId] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<ListedCategory | null>(null);
  const [isOrdering, setIsOrdering] = useState(false);
  const loaded = useLoad('categories', (it, signal) => it(listCategories, { signal }));
  const listed = loaded.data?.category ?? [];
  // As it is in the list: one that is opened before the list has come back from a save follows it.
  const edited = listed.find(({ _id }) => _id === editedId);
  const levels = listLevels(listed);

  const refresh = async () => {
    void revalidateShop();
    await loaded.reload();
  };

  const columns: Column<ListedCategory>[] = [
    {
      header: words.name,
      cell: ({ _id, name }) => {
        const level = levels.get(_id) ?? 0;
        return (
          <span className="block" style={level ? { paddingInlineStart: `${level * 1.25}rem` } : undefined}>
            {level > 0 && <span className="sr-only">{words.level(level + 1)}</span>}
            <bdi className="line-clamp-3">{name}</bdi>
          </span>
        );
      },
    },
    {
      header: words.action,
      isEndAligned: true,
      cell: (category) => (
        <span className="-my-0.5 inline-flex gap-1">
          {isOrdering ? (
            <OrderButtons category={category} categories={listed} onMoved={refresh} />
          ) : (
            <>
              <Button variant="quiet" size="small" aria-label={`${words.edit} ${category.name}`} onClick={() => setEditedId(category._id)}>
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
            </>
          )}
        </span>
      ),
    },
  ];

  return (
    <div className="max-w-text">
      <DashboardHeader title={adminSpec.manageCategory} />
      <CategoryForm categories={listed} onSaved={() => void refresh()} />
      <div className="mt-8">
        {listed.length > 1 && (
          <div className="mb-2 flex min-h-9 flex-wrap items-center justify-end gap-x-4 gap-y-1">
            {isOrdering && <p className="text-small text-soft">{words.orderHint}</p>}
            <Button variant={isOrdering ? 'secondary' : 'quiet'} size="small" onClick={() => setIsOrdering(!isOrdering)}>
              {isOrdering ? words.ordered : words.order}
            </Button>
          </div>
        )}
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
        <Dialog title={words.editTitle} close={() => setEditedId(null)} closeLabel={common.close}>
          <CategoryEditForm
            category={edited}
            categories={listed}
            onSaved={() => {
              setEditedId(null);
              void refresh();
            }}
            onCancel={() => setEditedId(null)}
          />
        </Dialog>
      )}
      {deleted && (
        <ConfirmActionDialog
          title={words.confirmDelete(deleted.name)}
          hint={listed.some(({ parent }) => parent === deleted._id) ? words.hasBelow : words.confirmDeleteHint}
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
