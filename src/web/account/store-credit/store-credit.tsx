/** The customer's store credit with its history, and what is left on a gift card. */

import { useState } from 'react';
import type { BalanceEntry } from '../../../contract/balance-fields.ts';
import { checkGiftCard } from '../../../contract/gift-card.ts';
import { readStoreCredit } from '../../../contract/store-credit.ts';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { TextField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate, formatPrice } from '../../shared/format.ts';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { giftCards as words } from '../../shared/messages/gift-cards.ts';
import { createTitleMeta } from '../../shared/meta.ts';

export const meta = createTitleMeta(words.title);

const createColumns = (currency: string): Column<BalanceEntry>[] => [
  {
    header: words.what,
    cell: ({ kind, order, orderNumber, at }) => (
      <span className="block">
        <span className="font-[560]">{words.entries[kind]}</span>
        {order && orderNumber !== undefined && (
          <>
            {' '}
            <Link to={`/dashboard/user/orders/${order}`} className="tabular-nums text-accent hover:underline">
              #{orderNumber}
            </Link>
          </>
        )}
        <time dateTime={at} className="block text-small text-soft">
          {formatDate(at)}
        </time>
      </span>
    ),
  },
  {
    header: words.change,
    isEndAligned: true,
    cell: ({ amount }) => (
      <span className="tabular-nums">{amount > 0 ? `+${formatPrice(amount, currency)}` : formatPrice(amount, currency)}</span>
    ),
  },
];

export default function StoreCreditPage() {
  const loaded = useLoad('own store credit', (it, signal) => it(readStoreCredit, { signal }));
  return (
    <>
      <DashboardHeader title={words.title} lead={words.creditHint} />
      <div className="grid max-w-[48rem] gap-4">
        <Panel title={words.credit}>
          <AsyncContent state={loaded} skeleton={<Skeleton className="h-16" />}>
            {({ balance, currency, entries }) =>
              entries.length ? (
                <>
                  <p className="tabular-nums -mt-2 mb-3 text-head font-[640]">{formatPrice(balance, currency)}</p>
                  <DataTable
                    caption={words.historyOf}
                    columns={createColumns(currency)}
                    rows={entries.map((it, index) => ({ ...it, index }))}
                    getRowKey={({ index }) => String(index)}
                    narrowLayout="list"
                    isInPanel
                  />
                </>
              ) : (
                <p className="-mt-2">
                  {words.noCredit}. <span className="text-soft">{words.noCreditHint}</span>
                </p>
              )
            }
          </AsyncContent>
        </Panel>
        <Panel title={words.check}>
          <CheckForm />
        </Panel>
      </div>
    </>
  );
}

function CheckForm() {
  const [found, setFound] = useState<string | null>(null);
  const form = useForm({
    onSubmit: async (values) => {
      setFound(null);
      const { card } = await api(checkGiftCard, { body: { code: readField(values, 'code') } });
      const until = card.expiresAt ? ` · ${words.validUntil(formatDate(new Date(Date.parse(card.expiresAt) - 1).toISOString()))}` : '';
      setFound(words.checked(card.lastFour, formatPrice(card.balance, card.currency)) + until);
      return 'stay';
    },
  });
  return (
    <Form state={form} label={words.check}>
      <p className="-mt-2 text-soft">{words.checkHint}</p>
      <TextField
        label={words.code}
        name="code"
        hint={words.codeHint}
        error={form.errors.code}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <p role="status" className={found ? 'tabular-nums font-[560]' : 'sr-only'}>
        {found}
      </p>
      <SubmitButton state={form} className="self-start px-6">
        {words.checkButton}
      </SubmitButton>
    </Form>
  );
}
