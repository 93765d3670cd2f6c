/** The shipping zones with their rates, saved as a whole. */
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { type readShippingSettings, type ShippingSettings, updateShippingSettings } from '../../../../contract/pricing-settings.ts';
import type { Issue } from '../../../../contract/schemas/common.ts';
import { api, isApiError } from '../../../api.ts';
import { useTrackUnsavedChanges } from '../../../components/dashboard-layout/unsaved-changes.tsx';
import { EditConflictPanel } from '../../../components/edit-conflict-panel.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { readCurrent, useEditConflict } from '../../../hooks/use-edit-conflict.ts';
import { createIssue, createValidationError, readField, useForm } from '../../../hooks/use-form.ts';
import { shippingSettings as words } from '../../../messages/shipping-settings.ts';
import { markSaved } from '../../../state/unsaved-changes.ts';
import { TextField } from '../../../ui/field.tsx';
import { describeZones, parseDrafts, toDrafts, type ZoneDraft } from './zone-drafts.ts';
import { ZonesEditor } from './zones-editor.tsx';

const toTexts = ({ defaultCountry, zones }: Pick<ShippingSettings, 'defaultCountry'> & { zones: ZoneDraft[] }): Record<string, string> => ({
  defaultCountry,
  zones: JSON.stringify(zones),
});

const toSnapshot = ({ shipping, version }: { shipping: ShippingSettings; version: number }) => ({
  version,
  values: toTexts({ ...shipping, zones: toDrafts(shipping.zones) }),
});

/** From the place in the request to the field that it was typed into. */
function toFieldPath({ path, ...issue }: Issue): Issue {
  const [, zone, place, rate, field] = /^zones\.(\d+)\.(places|name|rates\.(\d+)\.(name|tiers|freeFrom))/.exec(path) ?? [];
  if (zone === undefined) return { path, ...issue };
  return { ...issue, path: rate === undefined ? `zone-${zone}-${place}` : `zone-${zone}-rate-${rate}-${field}` };
}

export function ShippingForm({ shipping, version }: { shipping: ShippingSettings; version: number }) {
  const edit = useEditConflict(toSnapshot({ shipping, version }), {
    defaultCountry: { label: words.defaultCountry },
    zones: { label: words.zones, format: (text) => describeZones(JSON.parse(text) as ZoneDraft[]) },
  });
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const defaultCountry = readField(values, 'defaultCountry').trim().toUpperCase();
      const drafts = JSON.parse(readField(values, 'zones')) as ZoneDraft[];
      const { zones, issues } = parseDrafts(drafts);
      if (!/^[A-Z]{2}$/.test(defaultCountry)) issues.unshift(createIssue('defaultCountry', 'invalid_format'));
      if (issues.length) throw createValidationError(words.saveFailed, issues);
      const typed = toTexts({ defaultCountry, zones: drafts });
      const body = { defaultCountry, zones, version: edit.base.version };
      const saved = await api(updateShippingSettings, { body }).catch((error) => {
        const current = readCurrent<ReplyOf<typeof readShippingSettings>>(error);
        if (current) edit.rebase(typed, toSnapshot(current));
        if (isApiError(error)) error.issues = error.issues.map(toFieldPath);
        throw error;
      });
      const snapshot = toSnapshot(saved);
      edit.reset(typed, snapshot);
      values.set('zones', snapshot.values.zones ?? '');
      markSaved(form.ref.current, values);
      toast.success(words.saved);
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.saveFailed);
      return undefined;
    },
  });
  useTrackUnsavedChanges(form.ref);
  return (
    <Form state={form}>
      <EditConflictPanel conflict={edit} />
      <TextField
        key={edit.field('defaultCountry').key}
        label={words.defaultCountry}
        hint={words.defaultCountryHint}
        name="defaultCountry"
        defaultValue={edit.field('defaultCountry').value}
        error={form.errors.defaultCountry}
        maxLength={2}
        autoComplete="off"
        autoCapitalize="characters"
        className="max-w-form"
      />
      <ZonesEditor key={edit.field('zones').key} drafts={JSON.parse(edit.field('zones').value) as ZoneDraft[]} errors={form.errors} />
      <SubmitButton state={form} className="self-start px-6">
        {words.save}
      </SubmitButton>
    </Form>
  );
}
