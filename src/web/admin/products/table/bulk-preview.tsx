/** What a bulk edit will do: how many, the first ones before and after, and what can't be. */
import type { BulkPreview, BulkRefusal, BulkValues } from '../../../../contract/bulk-edit.ts';
import { formatCount, formatPrice } from '../../../shared/format.ts';
import { useShop } from '../../../shared/shop-data.ts';
import { products } from '../../messages.ts';
import { bulkEdit as words } from './bulk-edit-messages.ts';

export function Refusals({ refusals }: { refusals: { _id: string; name: string; reason: BulkRefusal }[] }) {
  return (
    <ul className="mt-1.5 flex max-h-40 flex-col gap-1 overflow-y-auto text-small text-soft">
      {refusals.map(({ _id, name, reason }) => (
        <li key={_id}>
          <bdi className="text-ink">{name || words.unnamed}</bdi>: {words.reasons[reason]}
        </li>
      ))}
    </ul>
  );
}

export function Preview({ preview }: { preview: BulkPreview }) {
  const { categories } = useShop();
  const describe = ({ price, category, status, quantity, attributes }: BulkValues): string => {
    if (price !== undefined) return formatPrice(price);
    if (quantity !== undefined) return formatCount(quantity);
    if (attributes) return words.attributes(attributes);
    if (status) return products.statuses[status];
    return category ? (categories.find(({ _id }) => _id === category)?.name ?? '–') : words.deleted;
  };
  const { changed, unchanged, refused, changes, refusals } = preview;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="font-[560]">
        {words.willChange(changed, preview)}
      </p>
      {changes.length > 0 && (
        <div>
          <p className="mb-1.5 text-small text-soft">{words.first}</p>
          <ul className="flex flex-col gap-1.5">
            {changes.map(({ _id, name, before, after }) => (
              <li key={_id} className="flex flex-wrap justify-between gap-x-4">
                <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
                <span className="tabular-nums">
                  {Object.keys(before).length > 0 && <span className="text-soft">{describe(before)} → </span>}
                  {describe(after)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {unchanged > 0 && <p className="text-soft">{words.unchanged(unchanged)}</p>}
      {refused > 0 && (
        <div>
          <p className="text-caution">{words.cannot(refused)}</p>
          <Refusals refusals={refusals} />
        </div>
      )}
    </div>
  );
}
