/** The progress of a bulk edit and, once it is done, its result. The edit continues even if nobody looks. */

import { useState } from 'react';
import {
  type BulkEdit,
  type BulkPreview,
  type BulkRefusal,
  type BulkValues,
  listBulkEdits,
  readBulkEdit,
  undoBulkEdit,
} from '../../../../contract/bulk-edit.ts';
import type { StockPolicyInput } from '../../../../contract/stock-policy.ts';
import { STANDARD_CLASS } from '../../../../contract/tax.ts';
import { api } from '../../../api.ts';
import { Button } from '../../../kit/button.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { Badge, Progress } from '../../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../../shared/dashboard-layout/async-content.tsx';
import { formatCount, formatDate, formatPrice } from '../../../shared/format.ts';
import { useLoad } from '../../../shared/hooks/use-load.ts';
import { productPage } from '../../../shared/messages/storefront.ts';
import { useShop } from '../../../shared/shop-data.ts';
import { nameCategories } from '../../parts/category-fields.tsx';
import { ActionButton } from '../../parts/controls.tsx';
import { nameTaxClass } from '../../parts/tax-classes.tsx';
import { productForm } from '../../product-form/messages.ts';
import { productSafety } from '../../safety/messages.ts';
import { describePolicy, serializePolicy } from '../../stock-policy/policy-texts.ts';
import { bulkEdit as words } from './bulk-edit-messages.ts';

/** What a bulk edit will do: how many, the first ones before and after, and what can't be. */
function Refusals({ refusals }: { refusals: { _id: string; name: string; reason: BulkRefusal }[] }) {
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

/** Undefined: the change is about none of them. */
function describeDetail(values: BulkValues): string | undefined {
  const { brand, vendor, tags, cost, condition, taxClass, minimumAge, handlingDays, maker } = values;
  if (brand !== undefined) return brand ?? words.none;
  if (vendor !== undefined) return vendor ?? words.none;
  if (maker !== undefined) return maker ?? productSafety.noMaker;
  if (tags) return tags.join(', ') || words.none;
  if (cost !== undefined) return cost === null ? words.none : formatPrice(cost);
  if (minimumAge !== undefined) return minimumAge === null ? words.none : `${minimumAge}+`;
  if (handlingDays !== undefined) return handlingDays ?? words.none;
  if (taxClass !== undefined) return nameTaxClass(taxClass ?? STANDARD_CLASS);
  return condition === undefined ? undefined : condition ? productPage.conditions[condition] : words.none;
}

export function Preview({ preview }: { preview: BulkPreview }) {
  const names = nameCategories(useShop().categories);
  const describe = ({
    price,
    category,
    furtherCategories,
    status,
    quantity,
    stock,
    attributes,
    customFields,
    ...details
  }: BulkValues): string => {
    if (customFields) return words.customValues(customFields);
    const detail = describeDetail(details);
    if (detail !== undefined) return detail;
    if (price !== undefined) return formatPrice(price);
    if (quantity !== undefined) return formatCount(quantity);
    if (stock) return describeStock(stock);
    if (attributes) return words.attributes(attributes);
    if (status) return productForm.statuses[status];
    if (category) return names.get(category) ?? '–';
    if (furtherCategories) return furtherCategories.map((id) => names.get(id) ?? '–').join(', ') || words.noFurther;
    return words.deleted;
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

const describeStock = ({ policy, limit, shipsIn, shipsOn }: StockPolicyInput): string =>
  describePolicy(serializePolicy({ policy, limit: String(limit ?? ''), shipsIn: shipsIn ?? '', shipsOn: shipsOn ?? '' }));

const withSign = (text: string, value: number) => (value < 0 ? `−${text}` : `+${text}`);

function describe({ change }: BulkEdit): string {
  const { describe: say } = words;
  switch (change.field) {
    case 'price': {
      const size = Math.abs(change.value);
      return change.by === 'percent'
        ? say.percent(withSign(String(size), change.value))
        : say.amount(withSign(formatPrice(size), change.value));
    }
    case 'stock': {
      const size = formatCount(Math.abs(change.value));
      return change.by === 'set' ? say.set(size) : say.add(withSign(size, change.value));
    }
    case 'policy':
      return say.policy(describeStock(change.stock));
    case 'attribute':
      return say.attribute(`${change.attribute.name}: ${change.attribute.value}`, change.by === 'add');
    case 'tag':
      return say.tag(change.tag, change.by === 'add');
    case 'brand':
      return say.brand(change.brand || words.none);
    case 'vendor':
      return say.vendor(change.vendor || words.none);
    case 'cost':
      return say.cost(change.cost === null ? words.none : formatPrice(change.cost));
    case 'condition':
      return say.condition(change.condition ? productPage.conditions[change.condition] : words.none);
    case 'taxClass':
      return say.taxClass(nameTaxClass(change.taxClass || STANDARD_CLASS));
    case 'minimumAge':
      return say.minimumAge(change.minimumAge === null ? words.none : `${change.minimumAge}+`);
    case 'handlingDays':
      return say.handlingDays(change.handlingDays || words.none);
    case 'maker':
      return say.maker(change.maker || productSafety.noMaker);
    case 'custom':
      return say.custom(change.key, change.value === null ? '' : String(change.value));
    case 'furtherCategory':
      return say.furtherCategory(change.by === 'add');
    case 'status':
      return say.status(productForm.statuses[change.status]);
    default:
      return say[change.field];
  }
}

/** The bulk edits of the last week, by whom, and what became of them. */
export function RecentEdits({ close, onChanged }: { close: () => void; onChanged: () => void }) {
  const [opened, setOpened] = useState<BulkEdit | null>(null);
  const loaded = useLoad(`bulk edits ${opened?._id}`, (api, signal) => api(listBulkEdits, { signal }));
  return (
    <Dialog title={opened ? describe(opened) : words.recent} close={opened ? () => setOpened(null) : close} closeLabel={words.close}>
      {opened ? (
        <BulkProgress started={opened} onChanged={onChanged} />
      ) : (
        <AsyncContent state={loaded} skeleton={<TableSkeleton rows={3} />}>
          {({ edits }) =>
            edits.length === 0 ? (
              <p className="text-soft">{words.noRecent}</p>
            ) : (
              <ul className="flex flex-col gap-3">
                {edits.map((edit) => (
                  <li key={edit._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                    <span className="min-w-0">
                      <span className="block font-[560]">
                        {describe(edit)} {edit.isUndone && <Badge>{words.undone}</Badge>}
                      </span>
                      <span className="text-small text-soft">{words.line(edit.by, formatDate(edit.createdAt))}</span>
                    </span>
                    <Button variant="secondary" size="small" onClick={() => setOpened(edit)}>
                      {words.done(edit.changed)}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </AsyncContent>
      )}
    </Dialog>
  );
}

const POLL_MS = 700;

const countDone = ({ changed, unchanged, refused }: BulkEdit) => changed + unchanged + refused;

interface BulkProgressProps {
  started: BulkEdit;
  /** Products have changed. */
  onChanged: () => void;
}

export function BulkProgress({ started, onChanged }: BulkProgressProps) {
  const [watched, setWatched] = useState(started);
  const [undoError, setUndoError] = useState<string | null>(null);
  const { _id: id } = watched;
  const { data, error } = useLoad(
    `bulk edit ${id}`,
    async (api, signal) => {
      const read = await api(readBulkEdit, { params: { id }, signal });
      if (read.edit.status === 'done') onChanged();
      return read;
    },
    // Also after an error: the edit continues on the server.
    { repeat: (last) => last?.edit.status !== 'done' && POLL_MS },
  );
  const read = data?.edit._id === id ? data : null;
  const edit = read?.edit ?? watched;
  const refusals = read?.refusals ?? [];
  const failure = undoError ?? (error instanceof Error ? error.message : null);

  const undo = async () => {
    setUndoError(null);
    try {
      setWatched((await api(undoBulkEdit, { params: { id } })).edit);
    } catch (thrown) {
      setUndoError(thrown instanceof Error ? thrown.message : null);
    }
  };

  const isDone = edit.status === 'done';
  const canUndo = isDone && edit.change.field !== 'undo' && edit.changed > 0 && !edit.isUndone;
  return (
    <div className="flex flex-col gap-4">
      {!isDone && (
        <>
          <Progress label={words.running} value={edit.isAbout ? null : countDone(edit) / Math.max(1, edit.total)} />
          <p className="text-soft tabular-nums">{words.progress(countDone(edit), edit)}</p>
          <p className="text-small text-soft">{words.closeHint}</p>
        </>
      )}
      <div role="status" className="flex flex-col gap-2">
        {isDone && <p className="font-[560]">{(edit.change.field === 'undo' ? words.undoDone : words.done)(edit.changed)}</p>}
        {isDone && edit.unchanged > 0 && <p className="text-soft">{words.unchanged(edit.unchanged)}</p>}
        {edit.refused > 0 && <p className="text-caution">{words.cannot(edit.refused)}</p>}
      </div>
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      {failure && <p role="alert">{failure}</p>}
      {canUndo && (
        <ActionButton variant="secondary" className="self-start" onClick={() => void undo()}>
          {words.undo}
        </ActionButton>
      )}
    </div>
  );
}
