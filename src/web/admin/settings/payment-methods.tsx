/** The ways to pay among which customers choose: ordered, named, switched on and limited. Saved as a whole. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import {
  PAGE_KINDS,
  PAYMENT_METHOD_KINDS,
  PAYMENT_METHODS_MAX,
  type PaymentMethodInput,
  readPaymentMethods,
  updatePaymentMethods,
} from '../../../contract/payment-method.ts';
import { readShippingSettings } from '../../../contract/pricing-settings.ts';
import { api } from '../../api.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { listIssues, type MethodDraft, toDraft, toInput } from './payment-method-drafts.ts';
import { PaymentMethodFields } from './payment-method-fields.tsx';
import { paymentMethods as words } from './payment-method-messages.ts';

const STATEMENT_PATH = '/dashboard/admin/orders/statement';

type Loaded = ReplyOf<typeof readPaymentMethods>;

/** `revision`: raised when something was connected, which is a way to pay. */
export function PaymentMethodsPanel({ revision }: { revision: number }) {
  const loaded = useLoad(`payment methods ${revision}`, async (it, signal) => {
    const [methods, { shipping }] = [await it(readPaymentMethods, { signal }), await it(readShippingSettings, { signal })];
    return { methods, rates: shipping.zones.flatMap(({ rates }) => rates.flatMap(({ _id, name }) => (_id ? [{ _id, name }] : []))) };
  });
  return (
    <AsyncContent
      state={loaded}
      skeleton={
        <PanelSkeleton className="h-60">
          <FieldsSkeleton fields={2} />
        </PanelSkeleton>
      }
    >
      {({ methods, rates }) => (
        <MethodsForm key={`${methods.version} ${methods.hasPaypal}`} loaded={methods} rates={rates} reload={loaded.reload} />
      )}
    </AsyncContent>
  );
}

interface MethodsFormProps {
  loaded: Loaded;
  rates: { _id: string; name: string }[];
  reload: () => Promise<void>;
}

function MethodsForm({ loaded, rates, reload }: MethodsFormProps) {
  const [drafts, setDrafts] = useState<MethodDraft[]>(() => loaded.methods.map(toDraft));
  const revalidate = useRevalidateShop();
  const form = useForm({
    onSubmit: async () => {
      const issues = listIssues(drafts);
      if (issues.length) throw createValidationError(words.check, issues);
      await api(updatePaymentMethods, { body: { methods: drafts.map(toInput), version: loaded.version } });
      toast.success(words.saved);
      await reload();
      await revalidate();
      return 'stay';
    },
  });
  const add = (kind: PaymentMethodInput['kind']) => setDrafts([...drafts, toDraft({ kind, name: words.kinds[kind], isOn: true })]);
  const move = (from: number, to: number) => {
    const moved = drafts[from];
    if (moved) setDrafts(drafts.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <Panel title={words.title} hint={words.hint}>
      <Form state={form}>
        <div className="grid gap-4">
          {drafts.map((draft, index) => (
            <PaymentMethodFields
              key={draft.key}
              draft={draft}
              path={`methods.${index}`}
              errors={form.errors}
              rates={rates}
              isConnected={draft.kind === 'paypal' ? loaded.hasPaypal === true : loaded.provider !== null}
              change={(next) => setDrafts(drafts.with(index, next))}
              remove={PAGE_KINDS.includes(draft.kind) ? null : () => setDrafts(drafts.toSpliced(index, 1))}
              moveUp={index > 0 ? () => move(index, index - 1) : null}
              moveDown={index < drafts.length - 1 ? () => move(index, index + 1) : null}
            />
          ))}
        </div>
        <fieldset className="mt-4 flex min-w-0 flex-wrap gap-2" disabled={drafts.length >= PAYMENT_METHODS_MAX}>
          <legend className="mb-2 text-small font-[560]">{words.add}</legend>
          {PAYMENT_METHOD_KINDS.filter((kind) => !PAGE_KINDS.includes(kind)).map((kind) => (
            <Button key={kind} variant="secondary" size="small" onClick={() => add(kind)}>
              {words.kinds[kind]}
            </Button>
          ))}
        </fieldset>
        <div className="mt-4 flex flex-wrap gap-2">
          <SubmitButton state={form}>{words.save}</SubmitButton>
          {loaded.methods.some(({ kind }) => kind === 'bank_transfer') && (
            <LinkButton to={STATEMENT_PATH} variant="secondary">
              {words.statement}
            </LinkButton>
          )}
        </div>
      </Form>
    </Panel>
  );
}
