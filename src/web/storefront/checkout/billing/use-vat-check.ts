/** Asks the server about the VAT ID once it is typed, and again when the country changes that it has to belong to. */
import { useEffect, useState } from 'react';
import { checkVatId, type VatStatus } from '../../../../contract/company.ts';
import { api, isApiError } from '../../../api.ts';
import { type BillingDraft, changeBillingDraft } from '../../../state/billing-draft.ts';
import { billing as words } from './billing-messages.ts';

export interface VatCheck {
  /** Null: nothing was typed, or it isn't known yet. */
  status: VatStatus | null;
  isChecking: boolean;
  /** Why it isn't one. */
  problem: string | undefined;
  /** One of the country; null: none is known. */
  example: string | null;
  /** While it is typed nobody is asked, until the field is left. */
  edit: () => void;
  ask: () => void;
  /** Once more, by a button. */
  again: () => void;
}

const NOTHING = { key: '', problem: undefined, example: null } as const;

export function useVatCheck(owner: string, draft: BillingDraft | null, place: { country: string; postcode: string } | null): VatCheck {
  const { isCompany = false, vatId = '', checked = null } = draft ?? {};
  const typed = isCompany ? vatId.trim() : '';
  const [isEdited, setIsEdited] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<{ key: string; problem: string | undefined; example: string | null }>(NOTHING);
  const { country = '', postcode = '' } = place ?? {};
  // Only within the United Kingdom does the postcode tell one prefix from another.
  const at = country === 'GB' ? postcode : '';
  const isKnown = checked !== null && checked.vatId === typed && checked.country === country && checked.postcode === at;
  const key = typed && country && !isEdited ? `${typed} ${country} ${at} ${attempt}` : '';
  const isAnswered = (isKnown && (attempt === 0 || checked.status !== 'unavailable')) || refused.key === key;

  useEffect(() => {
    if (!key || isAnswered) return;
    const controller = new AbortController();
    const save = (status: VatStatus) => changeBillingDraft(owner, { checked: { vatId: typed, country, postcode: at, status } });
    api(checkVatId, { body: { vatId: typed, country, postcode: at }, signal: controller.signal })
      .then(({ status }) => {
        if (controller.signal.aborted) return;
        setRefused({ ...NOTHING, key });
        save(status);
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        const issue = isApiError(error) ? error.issues[0] : undefined;
        const example = issue?.example ?? null;
        const problem = issue && (issue.code === 'invalid_choice' ? words.elsewhere : words.notOne(example));
        setRefused({ key, problem, example });
        if (issue) changeBillingDraft(owner, { checked: null });
        else save('unavailable');
      });
    return () => controller.abort();
  }, [key, isAnswered, owner, typed, country, at]);

  const isRefused = refused.key !== '' && refused.key === key;
  return {
    status: isKnown && typed ? checked.status : null,
    isChecking: key !== '' && !isAnswered,
    problem: isRefused ? refused.problem : undefined,
    example: refused.example,
    edit: () => {
      setIsEdited(true);
      setAttempt(0);
    },
    ask: () => setIsEdited(false),
    again: () => setAttempt((count) => count + 1),
  };
}
