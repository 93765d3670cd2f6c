/** What is shown beside prices, which the law of many countries asks for. */
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { listPages } from '../../../contract/page.ts';
import { type PriceNotesInput, type readPriceNotes, updatePriceNotes } from '../../../contract/price-notes.ts';
import { api } from '../../api.ts';
import { SelectField, SwitchField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { BarForm } from '../parts/save-bar.tsx';
import { formatSwitch, useRevalidateShop, useVersionedForm } from '../parts/use-versioned-form.ts';
import { EU } from '../shipping/country-groups.ts';
import { priceNotes as words } from './messages.ts';

type Loaded = Pick<ReplyOf<typeof readPriceNotes>, 'notes' | 'version'>;

const toValues = ({ lowestPrice, taxAndShipping, shippingPage }: PriceNotesInput): Record<string, string> => ({
  lowestPrice: formatSwitch(lowestPrice),
  taxAndShipping: formatSwitch(taxAndShipping),
  shippingPage,
});

const toSnapshot = ({ notes, version }: Loaded): Snapshot => ({ version, values: toValues(notes) });

function read(values: FormData) {
  const notes = {
    lowestPrice: values.has('lowestPrice'),
    taxAndShipping: values.has('taxAndShipping'),
    shippingPage: readField(values, 'shippingPage'),
  };
  return { typed: toValues(notes), save: (version: number) => api(updatePriceNotes, { body: { ...notes, version } }) };
}

interface PriceNotesFormProps {
  loaded: Loaded;
  pages: ReplyOf<typeof listPages>['pages'];
  /** Where the shop is, and where it ships. */
  countries: readonly string[];
}

export function PriceNotesForm({ loaded, pages, countries }: PriceNotesFormProps) {
  const revalidateShop = useRevalidateShop();
  const { form, edit, keyOf, text, toggle } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: {
      lowestPrice: { label: words.lowestPrice },
      taxAndShipping: { label: words.taxAndShipping },
      shippingPage: { label: words.shippingPage },
    },
    read,
    saved: words.saved,
    failed: words.failed,
    onSaved: () => void revalidateShop(),
  });
  const isInUnion = countries.some((it) => EU.countries.includes(it));
  const isOff = !loaded.notes.lowestPrice || !loaded.notes.taxAndShipping;
  const published = pages.filter(({ status }) => status === 'published');
  return (
    <BarForm state={form} className="mt-4 gap-4">
      <EditConflictPanel conflict={edit} />
      <Panel title={words.title} hint={words.hint}>
        <div className="grid gap-5">
          {isInUnion && isOff && <p className="rounded-control bg-accent-ground p-3">{words.suggested}</p>}
          <SwitchField key={keyOf('lowestPrice')} {...toggle('lowestPrice')} label={words.lowestPrice} hint={words.lowestPriceHint} />
          <SwitchField
            key={keyOf('taxAndShipping')}
            {...toggle('taxAndShipping')}
            label={words.taxAndShipping}
            hint={words.taxAndShippingHint}
          />
          <SelectField
            key={keyOf('shippingPage')}
            {...text('shippingPage')}
            label={words.shippingPage}
            hint={words.shippingPageHint}
            className="max-w-96"
          >
            <option value="">{words.contactPage}</option>
            {published.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </SelectField>
        </div>
      </Panel>
    </BarForm>
  );
}
