/** The bulk edits of the last week, by whom, and what became of them. */
import { useState } from 'react';
import { type BulkEdit, listBulkEdits } from '../../../../contract/bulk-edit.ts';
import { Button } from '../../../kit/button.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { Badge } from '../../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../../shared/dashboard-layout/async-content.tsx';
import { formatCount, formatDate, formatPrice } from '../../../shared/format.ts';
import { useLoad } from '../../../shared/hooks/use-load.ts';
import { products } from '../../messages.ts';
import { bulkEdit as words } from './bulk-edit-messages.ts';
import { BulkProgress } from './bulk-progress.tsx';

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
    case 'attribute':
      return say.attribute(`${change.attribute.name}: ${change.attribute.value}`, change.by === 'add');
    case 'status':
      return say.status(products.statuses[change.status]);
    default:
      return say[change.field];
  }
}

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
