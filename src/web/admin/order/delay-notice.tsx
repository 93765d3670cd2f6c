/** An order that isn't sent by its day, or was given a new one: what its customer was told and chose, and what the law asks for. */
import { useState } from 'react';
import { findDelayRule, findDueDay, findRefundDay } from '../../../contract/delay-rules.ts';
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { toDay } from '../../../contract/time-zone.ts';
import { classNames } from '../../kit/class-names.ts';
import { formatDay, getTimeZone } from '../../shared/format.ts';
import { ActionButton } from '../parts/controls.tsx';
import { DelayDialog } from './delay-dialog.tsx';
import { delays as words } from './delay-messages.ts';

const isAwaited = ({ status, needsShipping, isTest }: AdminOrder) => status === 'paid' && needsShipping !== false && !isTest;

const hasCancelled = ({ delays }: AdminOrder) => delays?.at(-1)?.answer === 'cancel';

/** As the list `late` has it. */
export function isLate(order: AdminOrder): boolean {
  const today = toDay(new Date(), getTimeZone());
  const last = order.delays?.at(-1);
  const isConsentMissing = last?.consentBy !== undefined && !last.answer && last.consentBy < today;
  return isAwaited(order) && (findDueDay(order, getTimeZone()) < today || hasCancelled(order) || isConsentMissing);
}

function listFacts(order: AdminOrder): string[] {
  const last = order.delays?.at(-1);
  const dueDay = findDueDay(order, getTimeZone());
  const rule = findDelayRule(order.shipTo?.country);
  if (!last) {
    const promised = order.dueOn || order.estimatedDelivery ? words.promised(formatDay(dueDay)) : words.unpromised(formatDay(dueDay));
    return [promised, ...(rule.silentDays === null ? [] : [words.refundUnlessSent(formatDay(findRefundDay(dueDay, rule)))])];
  }
  const { day, answer, consentBy, refundBy } = last;
  const refund = refundBy ? [words.refundBy(formatDay(refundBy))] : [];
  const told = day ? words.newDay(formatDay(day)) : words.unknownDay;
  if (answer === 'cancel') return [words.cancelled, ...refund];
  if (answer === 'wait') return [told, words.waits];
  return [
    told,
    words.unanswered,
    ...(consentBy && refundBy ? [words.consentBy(formatDay(consentBy), formatDay(refundBy))] : [words.silence]),
  ];
}

export function DelayNotice({ order, reload }: { order: AdminOrder; reload: () => Promise<void> }) {
  const [isSetting, setIsSetting] = useState(false);
  const late = isLate(order);
  if (!isAwaited(order)) return null;
  const title = late ? words.title : words.sendBy(formatDay(findDueDay(order, getTimeZone())));
  return (
    <section
      aria-label={title}
      className={classNames('rounded-card p-5', late ? 'bg-caution/8 text-caution' : 'border border-line bg-raised')}
    >
      <p className="font-[600]">{title}</p>
      {(late || order.delays) && (
        <ul className="mt-2 grid gap-1">
          {listFacts(order).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {!hasCancelled(order) && (
        <ActionButton size="small" variant={late ? 'primary' : 'secondary'} className="mt-3" onClick={() => setIsSetting(true)}>
          {words.set}
        </ActionButton>
      )}
      {isSetting && (
        <DelayDialog
          orders={[order]}
          onDone={() => {
            setIsSetting(false);
            void reload();
          }}
          close={() => setIsSetting(false)}
        />
      )}
    </section>
  );
}
