/** A bank statement is read, each line shows the order that it pays, and what the team chooses is booked. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import {
  bookStatement,
  PAYMENT_NOTE_MAX_LENGTH,
  readStatement,
  STATEMENT_BYTES_MAX,
  type StatementLine,
} from '../../../contract/order-payment.ts';
import { cutText } from '../../../contract/values.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Field, TextArea } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { BackLink, DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createIssue, createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { statement as words } from './messages.ts';
import { StatementLines } from './statement-lines.tsx';

export const meta = createTitleMeta(words.title);

/** Each line is a transaction: a request with a few of them answers within its time. */
const LINES_AT_ONCE = 100;

type Read = ReplyOf<typeof readStatement>;

/** Base64, because the server tells the encoding by the bytes. */
async function toBase64(file: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(',') + 1);
}

export default function StatementPage() {
  const [read, setRead] = useState<Read | null>(null);
  const form = useForm({
    onSubmit: async (values) => {
      const file = values.get('file');
      const pasted = readField(values, 'pasted');
      const blob = file instanceof File && file.size > 0 ? file : new Blob([pasted]);
      if (!blob.size) throw createValidationError(words.fileHint, [createIssue('file', 'required')]);
      if (blob.size > STATEMENT_BYTES_MAX) throw createValidationError(words.tooLarge);
      setRead(await api(readStatement, { body: { file: await toBase64(blob) } }));
      return 'stay';
    },
  });
  return (
    <>
      <BackLink to="/dashboard/admin/orders">{words.all}</BackLink>
      <DashboardHeader title={words.title} lead={words.lead} />
      <div className="grid gap-4">
        <Panel title={words.fromBank}>
          <Form state={form}>
            <Field label={words.file} hint={words.fileHint} error={form.errors.file}>
              {(field) => (
                <input {...field} type="file" name="file" accept=".csv,.txt,.xml,text/csv,text/xml" className="input h-auto py-4" />
              )}
            </Field>
            <TextArea label={words.paste} name="pasted" rows={3} />
            <SubmitButton state={form} className="self-start">
              {words.read}
            </SubmitButton>
          </Form>
        </Panel>
        {read && <ReadStatement key={read.lines[0]?.key ?? ''} read={read} />}
      </div>
    </>
  );
}

const isBookable = ({ state, order }: StatementLine) => order !== null && (state === 'fits' || state === 'less');

function ReadStatement({ read }: { read: Read }) {
  const { lines, encoding, unread } = read;
  /** Those that fit are chosen, and a part of a sum is looked at first. */
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(lines.filter(({ state }) => state === 'fits').map(({ key }) => key)),
  );
  const [results, setResults] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [isBusy, setIsBusy] = useState(false);
  const toBook = lines.filter((line) => isBookable(line) && chosen.has(line.key) && results.get(line.key) !== null);
  const book = async () => {
    setIsBusy(true);
    try {
      const sent = toBook.flatMap(({ key, order, amount, currency, date, payer, text }) =>
        order ? [{ key, order: order._id, amount, currency, date, note: cutText(`${payer} ${text}`.trim(), PAYMENT_NOTE_MAX_LENGTH) }] : [],
      );
      const told = new Map(results);
      for (let start = 0; start < sent.length; start += LINES_AT_ONCE) {
        const booked = await api(bookStatement, { body: { lines: sent.slice(start, start + LINES_AT_ONCE) } });
        for (const { key, error } of booked.results) told.set(key, error?.message ?? null);
        setResults(new Map(told));
      }
      toast.success(words.booked(sent.filter(({ key }) => told.get(key) === null).length));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : words.failed(''));
    }
    setIsBusy(false);
  };
  const toggle = (key: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(key);
    else next.delete(key);
    setChosen(next);
  };
  return (
    <Panel title={words.title} hint={words.found(lines.length, encoding)}>
      {unread.length > 0 && <p className="mb-3 text-caution">{words.unread(unread)}</p>}
      <StatementLines lines={lines} chosen={chosen} results={results} isBookable={isBookable} toggle={toggle} />
      <Button className="mt-4" busy={isBusy} disabled={!toBook.length} onClick={() => void book()}>
        {words.book(toBook.length)}
      </Button>
    </Panel>
  );
}
