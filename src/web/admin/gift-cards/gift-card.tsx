/** One gift card: its balance and history, and what the team can do with it. Its code is shown only on request. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useParams } from 'react-router';
import { formatGiftCode } from '../../../contract/balance-fields.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import {
  adjustGiftCard,
  changeGiftCard,
  type GiftCard,
  readGiftCard,
  sendGiftCard,
  showGiftCardCode,
} from '../../../contract/gift-card.ts';
import { api, isInvalidOrNotFound } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import { PercentIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, OrderSkeleton, orderLayout } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate, formatPrice } from '../../shared/format.ts';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { HistoryLink } from '../activity/activity-filter.tsx';
import { ORDERS_PATH } from '../layout/nav-items.tsx';
import { ActionButton, ShownOnce } from '../parts/controls.tsx';
import { formatDateTime } from '../parts/values.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { BalanceHistory } from './balance-history.tsx';
import { GIFT_CARDS_PATH, StateBadge } from './gift-cards.tsx';
import { giftCardPages as words } from './messages.ts';

export const meta = createTitleMeta(words.card);

export default function GiftCardPage() {
  const { id = '' } = useParams();
  const loaded = useLoad(`gift card ${id}`, (it, signal) => it(readGiftCard, { params: { id }, signal }));
  if (isInvalidOrNotFound(loaded.error)) {
    const toAll = <LinkButton to={GIFT_CARDS_PATH}>{words.all}</LinkButton>;
    return <EmptyState icon={<PercentIcon size={22} />} title={words.notFound} actions={toAll} />;
  }
  return (
    <>
      <BackLink to={GIFT_CARDS_PATH}>{words.all}</BackLink>
      {!loaded.data && <DashboardHeader title={words.card} lead={'\u00a0'} />}
      <AsyncContent state={loaded} skeleton={<OrderSkeleton />}>
        {(data) => <Content data={data} reload={loaded.reload} />}
      </AsyncContent>
    </>
  );
}

type Open = 'adjust' | 'send' | 'disable' | null;

function Content({ data: { card, entries }, reload }: { data: ReplyOf<typeof readGiftCard>; reload: () => Promise<void> }) {
  const [open, setOpen] = useState<Open>(null);
  const [code, setCode] = useState<string | null>(null);
  const close = () => setOpen(null);
  const params = { id: card._id };
  const done = (message: string) => {
    toast.success(message);
    close();
    void reload();
  };
  const change = async (isDisabled: boolean) => {
    await api(changeGiftCard, { params, body: { isDisabled } });
    done(isDisabled ? words.disabled : words.enabled);
  };
  const show = async () => {
    try {
      setCode(formatGiftCode((await api(showGiftCardCode, { params })).code));
    } catch (error) {
      console.error(error);
      toast.error(words.failed);
    }
  };
  return (
    <>
      <DashboardHeader
        title={words.name(card.lastFour)}
        lead={<StateBadge state={card.state} />}
        actions={<HistoryLink type="balance" id={card._id} />}
      />
      <div className={orderLayout}>
        <div className="grid min-w-0 gap-4 lg:col-start-1 lg:row-start-1">
          <Panel title={words.history}>
            <BalanceHistory entries={entries} currency={card.currency} caption={words.history} />
          </Panel>
        </div>
        <div className="grid min-w-0 gap-4 lg:col-start-2 lg:row-start-1">
          <Panel title={words.balance}>
            <p className="tabular-nums -mt-2 text-head font-[640]">{formatPrice(card.balance, card.currency)}</p>
            {card.held > 0 && <p className="text-small text-soft">{words.held(formatPrice(card.held, card.currency))}</p>}
            <div className="mt-4 flex flex-wrap gap-2">
              <ActionButton variant="secondary" size="small" onClick={() => setOpen('adjust')}>
                {words.adjust}
              </ActionButton>
              <ActionButton variant="secondary" size="small" onClick={() => void show()}>
                {words.showCode}
              </ActionButton>
              <ActionButton variant="secondary" size="small" onClick={() => setOpen('send')}>
                {words.send}
              </ActionButton>
              {card.state === 'disabled' ? (
                <ActionButton variant="quiet" size="small" onClick={() => void change(false).catch(() => toast.error(words.failed))}>
                  {words.enable}
                </ActionButton>
              ) : (
                <ActionButton variant="danger-quiet" size="small" onClick={() => setOpen('disable')}>
                  {words.disable}
                </ActionButton>
              )}
            </div>
          </Panel>
          <CardDetails card={card} />
        </div>
      </div>
      {open === 'adjust' && (
        <AdjustDialog
          currency={card.currency}
          save={(body) => api(adjustGiftCard, { params, body })}
          onSaved={() => {
            close();
            void reload();
          }}
          close={close}
        />
      )}
      {open === 'send' && <SendDialog card={card} onSent={() => done(words.isSending)} close={close} />}
      {open === 'disable' && (
        <ConfirmActionDialog
          title={words.disableTitle}
          hint={words.disableHint}
          confirmLabel={words.disable}
          onConfirm={() => change(true)}
          close={close}
        />
      )}
      {code !== null && (
        <Dialog title={words.code} close={() => setCode(null)} closeLabel={common.close}>
          <ShownOnce value={code} hint={words.shown} close={() => setCode(null)} />
        </Dialog>
      )}
    </>
  );
}

function SendDialog({ card, onSent, close }: { card: GiftCard; onSent: () => void; close: () => void }) {
  const form = useForm({
    onSubmit: async (values) => {
      const email = readField(values, 'email').trim();
      await api(sendGiftCard, { params: { id: card._id }, body: email ? { email } : {} });
      onSent();
      return 'leave';
    },
  });
  return (
    <Dialog title={words.send} close={close} closeLabel={common.close}>
      <Form state={form}>
        <TextField
          label={words.sendTo}
          name="email"
          type="email"
          hint={words.sendToHint}
          error={form.errors.email}
          defaultValue={card.recipientEmail}
          autoComplete="off"
          required
        />
        <SubmitButton state={form} className="self-start px-6">
          {words.send}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

function CardDetails({ card }: { card: GiftCard }) {
  const { order, reason, expiresAt, sendAt, sentAt, recipientName, recipientEmail, senderName, message } = card;
  const sending = sendAt ? formatDateTime(sendAt) : sentAt ? formatDateTime(sentAt) : words.notSent;
  return (
    <Panel title={words.details}>
      <dl className="-mt-2 grid gap-3">
        <Detail name={words.recipient}>{[recipientName, recipientEmail].filter(Boolean).join('\n') || words.nobody}</Detail>
        {senderName && <Detail name={words.from}>{senderName}</Detail>}
        {message && <Detail name={words.message}>{message}</Detail>}
        <Detail name={sendAt ? words.sendAt : words.sentAt}>{sending}</Detail>
        <Detail name={words.expiresOn}>{expiresAt ? formatDate(new Date(Date.parse(expiresAt) - 1).toISOString()) : words.never}</Detail>
        <div>
          <dt className="text-small text-soft">{words.order}</dt>
          <dd>
            {order ? (
              <Link to={`${ORDERS_PATH}/${order._id}`} className="tabular-nums text-accent underline underline-offset-4">
                #{order.number}
              </Link>
            ) : (
              words.byHand
            )}
          </dd>
        </div>
        {reason && <Detail name={words.reason}>{reason}</Detail>}
      </dl>
    </Panel>
  );
}

function Detail({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-small text-soft">{name}</dt>
      <dd dir="auto" className="text-left wrap-anywhere whitespace-pre-line">
        {children}
      </dd>
    </div>
  );
}
