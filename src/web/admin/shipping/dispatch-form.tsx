/** How long the shop takes until an order is sent: a part of the shipping settings, saved by a form of its own. */
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { type readShippingSettings, updateShippingSettings } from '../../../contract/pricing-settings.ts';
import { api, isApiError } from '../../api.ts';
import { TextArea, TextField } from '../../kit/field.tsx';
import { getTimeZone } from '../../shared/format.ts';
import { EditConflictPanel } from '../../shared/forms/edit-conflict.tsx';
import { createValidationError } from '../../shared/hooks/use-form.ts';
import { BarForm } from '../parts/save-bar.tsx';
import { useVersionedForm } from '../parts/use-versioned-form.ts';
import { describeWorkdays, parseDispatch, readDispatchTexts, toDispatchTexts } from './dispatch-drafts.ts';
import { dispatchSettings as words } from './dispatch-messages.ts';

type Loaded = Pick<ReplyOf<typeof readShippingSettings>, 'shipping' | 'version'>;

const toSnapshot = ({ shipping, version }: Loaded) => ({ version, values: { ...toDispatchTexts(shipping.dispatch) } });

/** The field of what the server refuses. */
const toField = (path: string): string => path.replace(/^dispatch\.(\w+).*$/, '$1');

function read(values: FormData) {
  const typed = readDispatchTexts(values);
  const { dispatch, issues } = parseDispatch(typed);
  if (issues.length) throw createValidationError(words.failed, issues);
  const save = (version: number, { shipping }: Loaded) =>
    api(updateShippingSettings, { body: { ...shipping, dispatch, version } }).catch((error: unknown) => {
      if (isApiError(error)) error.issues = error.issues.map((issue) => ({ ...issue, path: toField(issue.path) }));
      throw error;
    });
  return { typed: { ...typed }, save };
}

export function DispatchForm({ loaded }: { loaded: Loaded }) {
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: {
      handling: { label: words.handling, format: (it) => it },
      cutOff: { label: words.cutOff, format: (it) => it },
      workdays: { label: words.workdays, format: describeWorkdays },
      closures: { label: words.closures, format: (it) => it },
    },
    read,
    saved: words.saved,
    failed: words.failed,
    isPart: true,
  });
  const chosen = text('workdays').defaultValue.split(',');
  return (
    <BarForm state={form} id="dispatch">
      <EditConflictPanel conflict={edit} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField key={keyOf('handling')} {...text('handling')} label={words.handling} hint={words.handlingHint} autoComplete="off" />
        <TextField key={keyOf('cutOff')} {...text('cutOff')} type="time" label={words.cutOff} hint={words.cutOffHint(getTimeZone())} />
      </div>
      <fieldset key={keyOf('workdays')} className="min-w-0">
        <legend className="mb-1.5 font-[560]">{words.workdays}</legend>
        <div className="flex flex-wrap gap-x-5">
          {words.days.map((name, index) => (
            <label key={name} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input
                type="checkbox"
                name={`workday-${index + 1}`}
                defaultChecked={chosen.includes(String(index + 1))}
                className="size-4.5 accent-accent"
              />
              {name}
            </label>
          ))}
        </div>
        {form.errors['workday-1'] && <p className="text-small text-danger">{form.errors['workday-1']}</p>}
      </fieldset>
      <TextArea key={keyOf('closures')} {...text('closures')} label={words.closures} hint={words.closuresHint} rows={3} />
    </BarForm>
  );
}
