/** Fees that states lay on deliveries. Saved as a whole. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { LOCAL_FEES_MAX } from '../../../contract/limits.ts';
import { readLocalFees, updateLocalFees } from '../../../contract/local-fees.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { formatDay } from '../../shared/format.ts';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { FeeFields, listDraftIssues, toDraft, toFee } from './fee-fields.tsx';
import { FEE_PRESETS } from './fee-presets.ts';
import { localFees as words } from './messages.ts';

const NEW = { name: '', country: 'US', region: '', amount: 0, minimum: null, exemptClasses: [], isOn: true };

export function LocalFeesPanel({ isTaxAutomatic }: { isTaxAutomatic: boolean }) {
  const loaded = useLoad('local fees', (it, signal) => it(readLocalFees, { signal }));
  return (
    <AsyncContent state={loaded} skeleton={<PanelSkeleton className="h-40" />}>
      {(fees) => <FeesForm key={fees.version} loaded={fees} isTaxAutomatic={isTaxAutomatic} reload={loaded.reload} />}
    </AsyncContent>
  );
}

interface FeesFormProps {
  loaded: ReplyOf<typeof readLocalFees>;
  isTaxAutomatic: boolean;
  reload: () => Promise<void>;
}

function FeesForm({ loaded, isTaxAutomatic, reload }: FeesFormProps) {
  const [drafts, setDrafts] = useState(() => loaded.fees.map((fee) => toDraft(fee)));
  const form = useForm({
    onSubmit: async () => {
      const issues = listDraftIssues(drafts);
      if (issues.length) throw createValidationError(words.check, issues);
      await api(updateLocalFees, { body: { fees: drafts.map(toFee), version: loaded.version } });
      toast.success(words.saved);
      await reload();
      return 'stay';
    },
  });
  const presets = FEE_PRESETS.filter(({ fee }) => !drafts.some((it) => it.name === fee.name && it.region === fee.region));
  return (
    <Panel title={words.title} hint={isTaxAutomatic ? words.automatic : words.hint}>
      <Form state={form}>
        {drafts.map((draft, index) => (
          <FeeFields
            key={draft.key}
            draft={draft}
            path={`fees.${index}`}
            errors={form.errors}
            change={(next) => setDrafts(drafts.with(index, next))}
            remove={() => setDrafts(drafts.toSpliced(index, 1))}
          />
        ))}
        <fieldset className="flex min-w-0 flex-wrap gap-2" disabled={drafts.length >= LOCAL_FEES_MAX}>
          <legend className="mb-2 text-small font-[560]">{words.add}</legend>
          {presets.map(({ label, fee, source, readOn }) => (
            <Button
              key={label}
              variant="secondary"
              size="small"
              onClick={() => setDrafts([...drafts, toDraft(fee, words.source(source, formatDay(readOn)))])}
            >
              {label}
            </Button>
          ))}
          <Button variant="secondary" size="small" onClick={() => setDrafts([...drafts, toDraft(NEW)])}>
            {words.addOwn}
          </Button>
        </fieldset>
        {(drafts.length > 0 || loaded.fees.length > 0) && (
          <div>
            <SubmitButton state={form}>{words.save}</SubmitButton>
          </div>
        )}
      </Form>
    </Panel>
  );
}
