/** What can be done with the selected products; stays in sight below the table. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { duplicateProduct } from '../../../../contract/product-admin.ts';
import type { ProductTableFilter } from '../../../../contract/product-table.ts';
import { api } from '../../../api.ts';
import type { Total } from '../../../shared/format.ts';
import { common } from '../../../shared/messages/common.ts';
import { useFields } from '../../custom-fields/field-inputs.tsx';
import { ActionButton } from '../../parts/controls.tsx';
import { useTaxClasses } from '../../parts/tax-classes.tsx';
import type { Selection } from '../../parts/use-selection.ts';
import { useMakers } from '../../safety/use-makers.ts';
import { bulkEdit as words } from './bulk-edit-messages.ts';
import type { BulkField } from './bulk-fields.tsx';
import { CollectionDialog } from './collection-dialog.tsx';

export type ProductSelection = Selection<ProductTableFilter>;

const FIELDS = [
  ...[
    'price',
    'cost',
    'category',
    'status',
    'stock',
    'policy',
    'tag',
    'brand',
    'vendor',
    'condition',
    'taxClass',
    'minimumAge',
    'handlingDays',
    'maker',
    'attribute',
    'custom',
    'delete',
  ],
] as const satisfies readonly BulkField[];

interface BulkBarProps {
  selection: ProductSelection;
  list: Total;
  open: (field: BulkField) => void;
}

export function BulkBar({ selection, list, open }: BulkBarProps) {
  const navigate = useNavigate();
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const [isDuplicating, setIsDuplicating] = useState(false);
  const hasFields = useFields('product').length > 0;
  const { isUsed: hasClasses } = useTaxClasses();
  const hasMakers = useMakers().length > 0;
  const isOffered = (field: BulkField) =>
    (field !== 'custom' || hasFields) && (field !== 'taxClass' || hasClasses) && (field !== 'maker' || hasMakers);
  if (selection.count === 0 && !selection.isAll) return null;
  const [only] = selection.isAll || selection.count !== 1 ? [] : (selection.toBulk().ids ?? []);
  const duplicate = async (id: string) => {
    setIsDuplicating(true);
    try {
      const { product } = await api(duplicateProduct, { params: { id } });
      toast.success(words.duplicated(product.name));
      void navigate(`/dashboard/admin/update-product/${product.slug}`);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
    setIsDuplicating(false);
  };
  const hasMore = list.isAbout || list.total > selection.count;
  return (
    <section
      aria-label={words.bar}
      className="sticky bottom-[calc(0.75rem+var(--admin-bottom-bar))] z-20 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-edge/60 bg-raised px-4 py-3 shadow-float"
    >
      <p role="status" className="font-[560]">
        {selection.isAll ? words.allSelected(list) : words.selected(selection.count)}
      </p>
      {!selection.isAll && hasMore && (
        <button type="button" onClick={selection.selectAll} className="text-accent underline-offset-4 hover:underline">
          {words.selectAll(list)}
        </button>
      )}
      <button type="button" onClick={selection.clear} className="text-soft underline-offset-4 hover:text-ink hover:underline">
        {words.clear}
      </button>
      {/* On phones one line that scrolls: all of them would cover half of the page. */}
      <div className="flex gap-2 *:shrink-0 max-sm:-mx-4 max-sm:max-w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 sm:ml-auto sm:flex-wrap">
        {only && (
          <ActionButton size="small" variant="secondary" busy={isDuplicating} onClick={() => void duplicate(only)}>
            {words.duplicate}
          </ActionButton>
        )}
        {!selection.isAll && (
          <ActionButton size="small" variant="secondary" onClick={() => setPicked(selection.toBulk().ids ?? [])}>
            {words.addToCollection}
          </ActionButton>
        )}
        {FIELDS.filter(isOffered).map((field) => (
          <ActionButton key={field} size="small" variant={field === 'delete' ? 'danger-quiet' : 'secondary'} onClick={() => open(field)}>
            {words.fields[field]}
          </ActionButton>
        ))}
      </div>
      {picked && <CollectionDialog ids={picked} close={() => setPicked(null)} />}
    </section>
  );
}
