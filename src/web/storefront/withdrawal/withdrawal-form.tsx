/** The form to withdraw from an order, in two steps: by the link of an email, which knows the order, or by its number and email. */
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { declareWithdrawal, declareWithdrawalByNumber, readWithdrawalForm, type WithdrawalForm } from '../../../contract/withdrawal.ts';
import { WITHDRAWAL_SLUG } from '../../../contract/withdrawal-fields.ts';
import { api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Link } from '../../kit/link.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { formatDay } from '../../shared/format.ts';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { useForm } from '../../shared/hooks/use-form.ts';
import { QueryProvider, useLoad } from '../../shared/hooks/use-load.ts';
import { withdrawal as words } from '../../shared/messages/withdrawal.ts';
import { WithdrawalList, WithdrawnItems } from '../../shared/orders/withdrawals.tsx';
import { Receipt, ReceiptUnknown } from './receipt.tsx';
import { type LinkDraft, LinkFields, type NumberDraft, NumberFields } from './statement-fields.tsx';

/** `#<order>.<signature>`, which is sent to no server. */
function readLink(hash: string): { id: string; signature: string } | null {
  const [id = '', signature = '', ...rest] = hash.slice(1).split('.');
  return id && signature && !rest.length ? { id, signature } : null;
}

export function Withdrawal() {
  const link = readLink(useLocation().hash);
  return <QueryProvider>{link ? <ByLink key={`${link.id} ${link.signature}`} {...link} /> : <ByNumber />}</QueryProvider>;
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="step" className="mt-8 max-w-text rounded-card border border-line bg-raised p-5 sm:p-6">
      <h2 id="step" className="mb-4 text-title">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface ConfirmProps {
  children: ReactNode;
  send: () => Promise<void>;
  back: () => void;
}

function Confirm({ children, send, back }: ConfirmProps) {
  const form = useForm({
    onSubmit: async () => {
      await send();
      return 'leave';
    },
  });
  return (
    <Step title={words.stepConfirm}>
      <Form state={form} label={words.stepConfirm}>
        <div className="grid gap-3">
          <p>{words.statement}</p>
          {children}
          <p className="text-small text-soft">{words.confirmHint}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <SubmitButton state={form}>{words.confirm}</SubmitButton>
          <Button variant="secondary" onClick={back}>
            {words.back}
          </Button>
        </div>
      </Form>
    </Step>
  );
}

function ByLink({ id, signature }: { id: string; signature: string }) {
  const loaded = useLoad(`withdrawal ${id}`, async (it, signal) => {
    const { order } = await it(readWithdrawalForm, { params: { id }, body: { signature }, signal });
    return order;
  });
  if (isApiError(loaded.error) && [400, 404].includes(loaded.error.status)) {
    return (
      <Step title={words.notFound}>
        <p className="mb-4 text-soft">{words.notFoundHint}</p>
        <Link to={`/pages/${WITHDRAWAL_SLUG}`} className="text-accent underline underline-offset-4">
          {words.byNumber}
        </Link>
      </Step>
    );
  }
  return (
    <AsyncContent state={loaded} skeleton={<Skeleton className="mt-8 h-96 max-w-text rounded-card" />}>
      {(order) => <OfOrder order={order} signature={signature} />}
    </AsyncContent>
  );
}

const describePeriod = ({ until, isLate }: WithdrawalForm): string =>
  until === null ? words.notBegun : (isLate ? words.late : words.until)(formatDay(until));

function OfOrder({ order, signature }: { order: WithdrawalForm; signature: string }) {
  const [draft, setDraft] = useState<LinkDraft | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const [received, setReceived] = useState<WithdrawalForm | null>(null);
  if (received) return <Receipt order={received} />;
  const intro = (
    <div className="mb-5 grid gap-1">
      <p className="font-[600]">{words.order(order.number)}</p>
      <p className="text-small text-soft">{describePeriod(order)}</p>
      <p className="text-small break-words text-soft">{words.receiptTo(order.email)}</p>
    </div>
  );
  if (!order.lines.some(({ left }) => left > 0)) {
    return (
      <Step title={words.nothingLeft}>
        <p className="mb-4 text-soft">{words.nothingLeftHint}</p>
        <WithdrawalList withdrawals={order.withdrawals} all={order.lines} />
      </Step>
    );
  }
  if (draft && isConfirming) {
    const send = async () => {
      const body = { signature, name: draft.name, lines: draft.lines };
      setReceived((await api(declareWithdrawal, { params: { id: order._id }, body })).order);
    };
    return (
      <Confirm send={send} back={() => setIsConfirming(false)}>
        {intro}
        <WithdrawnItems of={draft} all={order.lines} />
        <p>{draft.name}</p>
      </Confirm>
    );
  }
  return (
    <Step title={words.stepState}>
      {intro}
      <LinkFields
        order={order}
        draft={draft}
        next={(typed) => {
          setDraft(typed);
          setIsConfirming(true);
        }}
      />
    </Step>
  );
}

function ByNumber() {
  const [draft, setDraft] = useState<NumberDraft | null>(null);
  const [step, setStep] = useState<'state' | 'confirm' | 'done'>('state');
  if (step === 'done') return <ReceiptUnknown />;
  if (draft && step === 'confirm') {
    const send = async () => {
      await api(declareWithdrawalByNumber, { body: draft });
      setStep('done');
    };
    return (
      <Confirm send={send} back={() => setStep('state')}>
        <p className="font-[600]">{words.order(Number(draft.number.replace(/\D/g, '')))}</p>
        <p dir="auto" className="text-left break-words whitespace-pre-line">
          {draft.items ?? words.all}
        </p>
        <p className="break-words">
          {draft.name}, {draft.email}
        </p>
      </Confirm>
    );
  }
  return (
    <Step title={words.stepState}>
      <NumberFields
        draft={draft}
        next={(typed) => {
          setDraft(typed);
          setStep('confirm');
        }}
      />
    </Step>
  );
}
