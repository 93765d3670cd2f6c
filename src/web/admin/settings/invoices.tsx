/** Whether the shop makes invoices and what is on them; and the pages that each order keeps as they were. */
import {
  type InvoiceSettings,
  type OrderTexts,
  readInvoiceSettings,
  readOrderTexts,
  updateInvoiceSettings,
  updateOrderTexts,
} from '../../../contract/documents.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { DOCUMENT_NOTE_MAX_LENGTH, MAX_PAGE_SIZE, TAX_NUMBER_MAX_LENGTH } from '../../../contract/limits.ts';
import { type ListedPage, listPages } from '../../../contract/page.ts';
import { api } from '../../api.ts';
import { SelectField, SwitchField, TextArea, TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { BarForm, SaveBar } from '../parts/save-bar.tsx';
import { formatSwitch, useRevalidateShop, useVersionedForm } from '../parts/use-versioned-form.ts';
import { parseNumber } from '../parts/values.ts';
import { invoices as words } from './invoice-messages.ts';
import { settingsMenu } from './menu-messages.ts';
import { SettingsPage } from './settings-page.tsx';

export const meta = createTitleMeta(settingsMenu.invoices);

const skeleton = (
  <PanelSkeleton className="h-120">
    <FieldsSkeleton fields={6} />
  </PanelSkeleton>
);

export default function InvoiceSettingsPage() {
  const loaded = useLoad('invoice settings', async (it, signal) => {
    const [invoices, texts, pages] = await Promise.all([
      it(readInvoiceSettings, { signal }),
      it(readOrderTexts, { signal }),
      it(listPages, { query: { limit: MAX_PAGE_SIZE }, signal }),
    ]);
    return { invoices, texts, pages: pages.pages.filter(({ status }) => status === 'published') };
  });
  return (
    <SettingsPage title={settingsMenu.invoices} lead={words.lead}>
      <AsyncContent state={loaded} skeleton={skeleton}>
        {({ invoices, texts, pages }) => (
          <SaveBar>
            <InvoiceForm loaded={invoices} />
            <TextsForm loaded={texts} pages={pages} />
          </SaveBar>
        )}
      </AsyncContent>
    </SettingsPage>
  );
}

type Loaded = Pick<
  ReplyOf<typeof readInvoiceSettings>,
  'settings' | 'version' | 'nextInvoice' | 'nextCreditNote' | 'isInvoiceNumberFixed' | 'isCreditNoteNumberFixed' | 'nextInvoiceNumber'
>;

const toValues = (settings: InvoiceSettings, nextInvoice: number, nextCreditNote: number): Record<string, string> => ({
  ...settings,
  isOn: formatSwitch(settings.isOn),
  isAttached: formatSwitch(settings.isAttached),
  nextInvoice: String(nextInvoice),
  nextCreditNote: String(nextCreditNote),
});

const toSnapshot = ({ settings, version, nextInvoice, nextCreditNote }: Loaded): Snapshot => ({
  version,
  values: toValues(settings, nextInvoice, nextCreditNote),
});

function readInvoiceForm(values: FormData) {
  const text = (name: string) => readField(values, name).trim();
  const input: InvoiceSettings = {
    isOn: values.has('isOn'),
    madeWhen: text('madeWhen') === 'shipped' ? 'shipped' : 'paid',
    invoicePrefix: text('invoicePrefix').toUpperCase(),
    creditNotePrefix: text('creditNotePrefix').toUpperCase(),
    vatId: text('vatId'),
    taxNumber: text('taxNumber'),
    note: text('note'),
    untaxedNote: text('untaxedNote'),
    paper: text('paper') === 'Letter' ? 'Letter' : 'A4',
    isAttached: values.has('isAttached'),
  };
  const [nextInvoice, nextCreditNote] = ['nextInvoice', 'nextCreditNote'].map((name) => parseNumber(text(name)) ?? 1);
  const typed = toValues(input, nextInvoice ?? 1, nextCreditNote ?? 1);
  const save = (version: number, current: Loaded) => {
    const numbers = {
      ...(!current.isInvoiceNumberFixed && nextInvoice !== current.nextInvoice && { nextInvoice: nextInvoice ?? 1 }),
      ...(!current.isCreditNoteNumberFixed && nextCreditNote !== current.nextCreditNote && { nextCreditNote: nextCreditNote ?? 1 }),
    };
    return api(updateInvoiceSettings, { body: { ...input, ...numbers, version } });
  };
  return { typed, save };
}

function InvoiceForm({ loaded }: { loaded: Loaded }) {
  const revalidateShop = useRevalidateShop();
  const { form, edit, keyOf, text, toggle } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: {
      isOn: { label: words.isOn },
      madeWhen: { label: words.madeWhen, format: (value) => (value === 'shipped' ? words.shipped : words.paid) },
      invoicePrefix: { label: words.invoicePrefix },
      creditNotePrefix: { label: words.creditNotePrefix },
      nextInvoice: { label: words.nextInvoice },
      nextCreditNote: { label: words.nextCreditNote },
      vatId: { label: words.vatId },
      taxNumber: { label: words.taxNumber },
      note: { label: words.note },
      untaxedNote: { label: words.untaxedNote },
      paper: { label: words.paper },
      isAttached: { label: words.isAttached },
    },
    read: readInvoiceForm,
    saved: words.saved,
    failed: words.failed,
    onSaved: () => void revalidateShop(),
  });
  const { isInvoiceNumberFixed, isCreditNoteNumberFixed } = loaded;
  return (
    <BarForm state={form} className="gap-4">
      <EditConflictPanel conflict={edit} />
      <Panel title={words.title}>
        <div className="grid gap-5">
          <SwitchField key={keyOf('isOn')} {...toggle('isOn')} label={words.isOn} hint={words.isOnHint} />
          <SelectField key={keyOf('madeWhen')} {...text('madeWhen')} label={words.madeWhen}>
            <option value="paid">{words.paid}</option>
            <option value="shipped">{words.shipped}</option>
          </SelectField>
          <SwitchField key={keyOf('isAttached')} {...toggle('isAttached')} label={words.isAttached} hint={words.isAttachedHint} />
        </div>
      </Panel>
      <Panel title={words.numbers} hint={words.numbersHint}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            key={keyOf('invoicePrefix')}
            {...text('invoicePrefix')}
            label={words.invoicePrefix}
            maxLength={11}
            autoComplete="off"
          />
          <TextField
            key={keyOf('nextInvoice')}
            {...text('nextInvoice')}
            label={words.nextInvoice}
            hint={isInvoiceNumberFixed ? words.fixed : words.open}
            readOnly={isInvoiceNumberFixed}
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField
            key={keyOf('creditNotePrefix')}
            {...text('creditNotePrefix')}
            label={words.creditNotePrefix}
            maxLength={11}
            autoComplete="off"
          />
          <TextField
            key={keyOf('nextCreditNote')}
            {...text('nextCreditNote')}
            label={words.nextCreditNote}
            hint={isCreditNoteNumberFixed ? words.fixed : words.open}
            readOnly={isCreditNoteNumberFixed}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      </Panel>
      <Panel title={words.contents} hint={words.contentsHint}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField key={keyOf('vatId')} {...text('vatId')} label={words.vatId} maxLength={TAX_NUMBER_MAX_LENGTH} autoComplete="off" />
          <TextField
            key={keyOf('taxNumber')}
            {...text('taxNumber')}
            label={words.taxNumber}
            maxLength={TAX_NUMBER_MAX_LENGTH}
            autoComplete="off"
          />
          <TextArea
            key={keyOf('note')}
            {...text('note')}
            label={words.note}
            hint={words.noteHint}
            rows={3}
            maxLength={DOCUMENT_NOTE_MAX_LENGTH}
            className="sm:col-span-2"
          />
          <TextField
            key={keyOf('untaxedNote')}
            {...text('untaxedNote')}
            label={words.untaxedNote}
            hint={words.untaxedNoteHint}
            maxLength={200}
            autoComplete="off"
            className="sm:col-span-2"
          />
          <SelectField key={keyOf('paper')} {...text('paper')} label={words.paper}>
            <option value="A4">A4</option>
            <option value="Letter">Letter</option>
          </SelectField>
        </div>
      </Panel>
    </BarForm>
  );
}

type LoadedTexts = Pick<ReplyOf<typeof readOrderTexts>, 'texts' | 'version'>;

const toTextValues = ({ pages }: OrderTexts, listed: readonly string[]): Record<string, string> =>
  Object.fromEntries([...new Set([...listed, ...pages])].map((slug) => [`page:${slug}`, formatSwitch(pages.includes(slug))]));

function TextsForm({ loaded, pages }: { loaded: LoadedTexts; pages: readonly ListedPage[] }) {
  const slugs = pages.map(({ slug }) => slug);
  const read = (values: FormData) => {
    const chosen = { pages: slugs.filter((slug) => values.has(`page:${slug}`)) };
    return { typed: toTextValues(chosen, slugs), save: (version: number) => api(updateOrderTexts, { body: { ...chosen, version } }) };
  };
  const { form, edit, keyOf, toggle } = useVersionedForm<LoadedTexts>({
    loaded,
    toSnapshot: ({ texts, version }) => ({ version, values: toTextValues(texts, slugs) }),
    fields: Object.fromEntries(pages.map(({ slug, title }) => [`page:${slug}`, { label: title }])),
    read,
    saved: words.textsSaved,
    failed: words.textsFailed,
  });
  return (
    <BarForm state={form} className="mt-4 gap-4">
      <EditConflictPanel conflict={edit} />
      <Panel title={words.texts} hint={words.textsHint}>
        {pages.length === 0 && <p className="text-soft">{words.noPages}</p>}
        <div className="grid gap-5">
          {pages.map(({ slug, title }) => (
            <SwitchField key={keyOf(`page:${slug}`)} {...toggle(`page:${slug}`)} label={title} hint={`/pages/${slug}`} />
          ))}
        </div>
      </Panel>
    </BarForm>
  );
}
