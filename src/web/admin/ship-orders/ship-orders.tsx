/** Marks many orders as shipped: lines are pasted, looked at, and then sent. */

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ORDER_NUMBERS_MAX } from '../../../contract/limits.ts';
import { CARRIER_NAMES } from '../../../contract/order-shipping.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import { Badge, type BadgeTone, Progress } from '../../kit/status.tsx';
import { BackLink, DashboardHeader, FullWidth, focusHeading } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createIssue, createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { adminOrder, shipOrders as words } from '../orders/messages.ts';
import { OrderLink } from '../orders/order-links.tsx';
import { ActionButton } from '../parts/controls.tsx';
import { parseShipments, type ShipmentRow, useShipOrders } from './use-ship-orders.ts';

/** Each pasted line with the order that it names and what becomes of it. */
const TONES: Record<ShipmentRow['state'], BadgeTone> = { ready: 'accent', shipped: 'good', faulty: 'caution', failed: 'caution' };

const COLUMNS: Column<ShipmentRow>[] = [
  {
    header: words.order,
    cell: ({ order, number, text }) =>
      order && number !== null ? (
        <OrderLink order={{ _id: order._id, number }} />
      ) : (
        <bdi className="line-clamp-2 wrap-anywhere">{text}</bdi>
      ),
  },
  { header: words.line, cell: ({ line }) => <span className="tabular-nums">{line}</span> },
  { header: words.customer, cell: ({ order }) => <bdi className="line-clamp-1">{order?.buyer ?? '–'}</bdi> },
  {
    header: words.shipment,
    cell: ({ carrier, tracking }) => (
      <span className="block min-w-0">
        <bdi className="line-clamp-1">{carrier || '–'}</bdi>
        <bdi className="line-clamp-2 text-small wrap-anywhere text-soft tabular-nums">{tracking || words.noTracking}</bdi>
      </span>
    ),
  },
  {
    header: words.result,
    cell: ({ state, problem }) =>
      problem === null ? (
        <Badge tone={TONES[state]}>{state === 'shipped' ? words.shipped : words.ready}</Badge>
      ) : (
        <span className="text-caution">{problem}</span>
      ),
  },
];

function ShipmentTable({ rows }: { rows: ShipmentRow[] }) {
  return <DataTable caption={words.previewTitle} columns={COLUMNS} rows={rows} getRowKey={({ line }) => String(line)} />;
}

export const meta = createTitleMeta(words.title);

interface Draft {
  text: string;
  carrier: string;
}

const readNumbers = (search: URLSearchParams) => (search.get('numbers') ?? '').split(',').filter((it) => /^\d{1,9}$/.test(it));

export default function ShipOrdersPage() {
  const [search] = useSearchParams();
  const [draft, setDraft] = useState<Draft>(() => ({
    text: readNumbers(search)
      .map((number) => `${number}, `)
      .join('\n'),
    carrier: '',
  }));
  const { state, edit, preview, run } = useShipOrders();

  const submit = async (next: Draft) => {
    setDraft(next);
    await preview(next.text, next.carrier);
    focusHeading();
  };

  return (
    <FullWidth>
      <BackLink to="/dashboard/admin/orders?status=to_ship">{adminOrder.backToList}</BackLink>
      <DashboardHeader title={words.title} lead={words.lead} />
      {state.step === 'edit' && <LinesForm draft={draft} submit={submit} />}
      {state.step !== 'edit' && (
        <>
          <Summary rows={state.rows} step={state.step} />
          <div className="my-4 flex flex-wrap gap-2">
            {state.step === 'preview' && <PreviewButtons rows={state.rows} run={run} edit={edit} />}
            {state.step === 'done' && (
              <LinkButton to="/dashboard/admin/orders?status=to_ship" variant="secondary">
                {adminOrder.backToList}
              </LinkButton>
            )}
          </div>
          <ShipmentTable rows={state.rows} />
        </>
      )}
    </FullWidth>
  );
}

function LinesForm({ draft, submit }: { draft: Draft; submit: (draft: Draft) => Promise<void> }) {
  const form = useForm({
    onSubmit: async (values) => {
      const next = { text: readField(values, 'lines'), carrier: readField(values, 'carrier') };
      const { length } = parseShipments(next.text, next.carrier);
      if (length === 0) throw createValidationError(words.nothing, [createIssue('lines', 'required')]);
      if (length > ORDER_NUMBERS_MAX) throw createValidationError(words.tooMany(ORDER_NUMBERS_MAX));
      await submit(next);
      return 'stay';
    },
  });
  return (
    <Form state={form} label={words.title} className="max-w-text">
      <TextArea
        label={words.lines}
        name="lines"
        hint={words.linesHint}
        error={form.errors.lines}
        placeholder={words.linesExample}
        defaultValue={draft.text}
        rows={12}
        spellCheck={false}
        autoComplete="off"
      />
      <TextField
        label={words.carrier}
        name="carrier"
        hint={words.carrierHint}
        error={form.errors.carrier}
        defaultValue={draft.carrier}
        list="carriers"
        autoComplete="off"
        className="max-w-80"
      />
      <datalist id="carriers">
        {CARRIER_NAMES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <SubmitButton state={form} className="self-start">
        {words.preview}
      </SubmitButton>
    </Form>
  );
}

const countRows = (rows: ShipmentRow[], state: ShipmentRow['state']) => rows.filter((row) => row.state === state).length;

function Summary({ rows, step }: { rows: ShipmentRow[]; step: 'preview' | 'running' | 'done' }) {
  const [ready, shipped, failed] = (['ready', 'shipped', 'failed'] as const).map((it) => countRows(rows, it)) as [number, number, number];
  const all = ready + shipped + failed;
  return (
    <div className="max-w-text">
      <p role="status" className="font-[560]">
        {step === 'preview' && words.summary(ready, countRows(rows, 'faulty'))}
        {step === 'running' && words.progress(shipped + failed, all)}
        {step === 'done' && words.finished(shipped, failed)}
      </p>
      {step === 'running' && <Progress label={words.progressLabel} value={(shipped + failed) / all} className="mt-3" />}
    </div>
  );
}

interface PreviewButtonsProps {
  rows: ShipmentRow[];
  run: (rows: ShipmentRow[]) => Promise<void>;
  edit: () => void;
}

function PreviewButtons({ rows, run, edit }: PreviewButtonsProps) {
  const ready = countRows(rows, 'ready');
  return (
    <>
      {ready > 0 && <ActionButton onClick={() => void run(rows)}>{words.submit(ready)}</ActionButton>}
      <Button variant="secondary" onClick={edit}>
        {words.edit}
      </Button>
    </>
  );
}
