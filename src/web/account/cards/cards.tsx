/** The cards that the account has saved at the payment provider: seen and removed here, and saved on the payment page. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { listSavedCards, removeSavedCard, type SavedCard } from '../../../contract/saved-cards.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, Repeat } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { CardIcon } from './card-icon.tsx';
import { savedCards as words } from './messages.ts';

export const meta = createTitleMeta(words.title);

/** `american_express` and `visa`, as people write them. */
const nameBrand = (brand: string) => brand.replaceAll('_', ' ').replace(/\b\p{Ll}/gu, (letter) => letter.toUpperCase());

const nameCard = ({ brand, last4 }: SavedCard) => words.card(nameBrand(brand), last4);

/** A card is valid until the end of its month. */
const isExpired = ({ expiryMonth, expiryYear }: SavedCard) => new Date() >= new Date(expiryYear, expiryMonth, 1);

const skeleton = (
  <Repeat times={2}>
    <Skeleton className="mb-3 h-16 rounded-control" />
  </Repeat>
);

export default function SavedCardsPage() {
  const loaded = useLoad('saved cards', (it, signal) => it(listSavedCards, { signal }));
  const [removing, setRemoving] = useState<SavedCard | null>(null);

  const remove = async (card: SavedCard) => {
    await api(removeSavedCard, { params: { id: card._id } });
    toast.success(words.removed);
    setRemoving(null);
    await loaded.reload();
  };

  return (
    <>
      <DashboardHeader title={words.title} lead={words.lead} />
      <AsyncContent state={loaded} skeleton={skeleton}>
        {({ cards }) =>
          cards.length ? (
            <Panel title={words.title}>
              <ul aria-label={words.title} className="-mt-4 divide-y divide-line">
                {cards.map((card) => (
                  <CardRow key={card._id} card={card} onRemove={() => setRemoving(card)} />
                ))}
              </ul>
            </Panel>
          ) : (
            <EmptyState icon={<CardIcon size={22} />} title={words.none}>
              {words.noneHint}
            </EmptyState>
          )
        }
      </AsyncContent>
      {removing && (
        <ConfirmActionDialog
          title={words.confirm(nameCard(removing))}
          hint={words.confirmHint}
          confirmLabel={words.remove}
          onConfirm={() => remove(removing)}
          close={() => setRemoving(null)}
        />
      )}
    </>
  );
}

function CardRow({ card, onRemove }: { card: SavedCard; onRemove: () => void }) {
  const name = nameCard(card);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="tabular-nums min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-[560]">
          {name}
          {isExpired(card) && <Badge tone="caution">{words.expired}</Badge>}
        </p>
        <p className="text-small text-soft">{words.expires(card.expiryMonth, card.expiryYear)}</p>
      </div>
      <Button variant="secondary" size="small" aria-label={words.removeLabel(name)} onClick={onRemove}>
        {words.remove}
      </Button>
    </li>
  );
}
