/** The selected products: kept across pages, cleared when the filter changes. */
import { useEffect, useState } from 'react';
import type { BulkSelection } from '../../../../contract/bulk-edit.ts';
import { BULK_IDS_MAX } from '../../../../contract/limits.ts';
import type { ProductTableFilter } from '../../../../contract/product-admin.ts';

export type Selection = ReturnType<typeof useSelection>;

export function useSelection(filter: ProductTableFilter) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setIsAll] = useState(false);
  const filterKey = JSON.stringify(filter);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter shows other products
  useEffect(() => {
    setIds(new Set());
    setIsAll(false);
  }, [filterKey]);

  const toggle = (changed: string[], isSelected: boolean) => {
    setIsAll(false);
    setIds((before) => {
      const rest = [...before].filter((it) => !changed.includes(it));
      return new Set(isSelected ? [...rest, ...changed].slice(0, BULK_IDS_MAX) : rest);
    });
  };
  return {
    count: ids.size,
    isAll,
    has: (id: string) => isAll || ids.has(id),
    toggle,
    selectAll: () => setIsAll(true),
    clear: () => {
      setIds(new Set());
      setIsAll(false);
    },
    /** What a bulk edit is told. */
    toBulk: (): BulkSelection => (isAll ? { filter } : { ids: [...ids] }),
  };
}
