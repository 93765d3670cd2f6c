/** What the link of the email opens: the new day, and the choice. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { answerDelay, type DelayedOrder, readDelay } from '../../../contract/order-delay.ts';
import { api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { formatDay, formatPrice } from '../../shared/format.ts';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { useForm } from '../../shared/hooks/use-form.ts';
import { QueryProvider, useLoad } from '../../shared/hooks/use-load.ts';
import { lateOrder as words } from './messages.ts';

type Answer = 'wait' | 'cancel';

interface DelayLink {
  id: string;
  delay: string;
  signature: string;
}

/** `#<order>.<delay>.<signature>`, which is sent to no server but in the calls below. */
function readLink(hash: string): DelayLink {
  const [id = '', delay = '', signature = ''] = hash.slice(1).split('.');
  return { id, delay, signature };
}

function Card({ title, isResult = false, children }: { title: string; isResult?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Takes the focus from the button that is gone, so that screen readers say it.
  useEffect(() => {
    if (isResult) heading.current?.focus();
  }, [isResult]);
  return (
    <section aria-labelledby="step" className="mt-8 grid max-w-text gap-4 rounded-card border border-line bg-raised p-5 sm:p-6">
      <h2 id="step" ref={heading} tabIndex={-1} className="text-title focus:outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}

export default function DelayChoice() {
  const link = readLink(useLocation().hash);
  return (
    <QueryProvider>
      <ByLink key={link.delay} link={link} />
    </QueryProvider>
  );
}

function ByLink({ link }: { link: DelayLink }) {
  const { id, ...body } = link;
  const loaded = useLoad(`delay ${id} ${body.delay}`, async (it, signal) => (await it(readDelay, { params: { id }, body, signal })).order);
  if (isApiError(loaded.error) && [400, 404].includes(loaded.error.status)) {
    return (
      <Card title={words.notFound}>
        <p className="text-soft">{words.notFoundHint}</p>
      </Card>
    );
  }
  return (
    <AsyncContent state={loaded} skeleton={<Skeleton className="mt-8 h-96 max-w-text rounded-card" />}>
      {(order) => <OfOrder order={order} link={link} reload={loaded.reload} />}
    </AsyncContent>
  );
}

function Facts({ order: { number, lines, delay } }: { order: DelayedOrder }) {
  return (
    <>
      <div>
        <p className="font-[600]">{words.order(number)}</p>
        <ul className="text-soft">
          {lines.map(({ name, options, quantity }) => (
            <li key={`${name} ${options}`} className="break-words">
              {quantity} × <bdi>{options ? `${name} (${options})` : name}</bdi>
            </li>
          ))}
        </ul>
      </div>
      <dl className="tabular-nums grid gap-3 sm:grid-cols-2">
        <div>
          <dt className="text-small text-soft">{words.promised}</dt>
          <dd>{formatDay(delay.previousDay)}</dd>
        </div>
        <div>
          <dt className="text-small text-soft">{words.newDay}</dt>
          <dd className="font-[600]">{delay.day ? words.byDay(formatDay(delay.day)) : words.unknownDay}</dd>
        </div>
      </dl>
    </>
  );
}

function Result({ order, answered }: { order: DelayedOrder; answered: Answer | null }) {
  const { state, isRefunding } = order;
  const isCancelled = state === 'cancelled' || state === 'refunded';
  if (isCancelled)
    return (
      <Card title={words.cancelDone} isResult={answered !== null}>
        <Facts order={order} />
        <p className="text-soft">{state === 'refunded' || isRefunding ? words.refunded : words.refundWaits}</p>
      </Card>
    );
  const [title, hint] =
    state === 'sent'
      ? [words.sent, words.sentHint]
      : state === 'newer'
        ? [words.newer, words.newerHint]
        : [words.waitDone, words.waitDoneHint];
  return (
    <Card title={title} isResult={answered !== null}>
      {state !== 'newer' && <Facts order={order} />}
      <p className="text-soft">{hint}</p>
    </Card>
  );
}

function OfOrder({ order, link, reload }: { order: DelayedOrder; link: DelayLink; reload: () => Promise<void> }) {
  const [chosen, setChosen] = useState<Answer | null>(null);
  const [answered, setAnswered] = useState<{ order: DelayedOrder; answer: Answer } | null>(null);
  const now = answered?.order ?? order;
  if (now.state !== 'open' || answered) return <Result order={now} answered={answered?.answer ?? null} />;
  if (chosen)
    return (
      <Confirm
        order={order}
        answer={chosen}
        link={link}
        done={(it) => setAnswered({ order: it, answer: chosen })}
        onError={() => void reload()}
        back={() => setChosen(null)}
      />
    );
  const { delay, left, currency } = order;
  return (
    <Card title={words.choose}>
      <Facts order={order} />
      <p>{delay.answer === 'wait' ? words.waits : delay.consentBy ? words.consent(formatDay(delay.consentBy)) : words.silence}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {delay.answer !== 'wait' && (
          <div className="flex flex-col gap-2">
            <Button size="large" onClick={() => setChosen('wait')}>
              {words.wait}
            </Button>
            <p className="text-small text-soft">{words.waitHint}</p>
          </div>
        )}
        <div className="flex flex-col gap-2">
          <Button size="large" variant="secondary" onClick={() => setChosen('cancel')}>
            {words.cancel}
          </Button>
          <p className="text-small text-soft">{words.cancelHint(formatPrice(left, currency))}</p>
        </div>
      </div>
    </Card>
  );
}

interface ConfirmProps {
  order: DelayedOrder;
  answer: Answer;
  link: DelayLink;
  done: (order: DelayedOrder) => void;
  onError: () => void;
  back: () => void;
}

function Confirm({ order, answer, link: { id, ...link }, done, onError, back }: ConfirmProps) {
  const isCancel = answer === 'cancel';
  const form = useForm({
    onSubmit: async () => {
      done((await api(answerDelay, { params: { id }, body: { ...link, answer } })).order);
      return 'leave';
    },
    onFailure: () => {
      onError();
      return undefined;
    },
  });
  const title = isCancel ? words.confirmCancel : words.confirmWait;
  return (
    <Card title={title} isResult>
      <Form state={form} label={title}>
        <div className="grid gap-4">
          <Facts order={order} />
          <p className={isCancel ? 'font-[560]' : 'text-soft'}>
            {isCancel ? words.confirmCancelHint(formatPrice(order.left, order.currency)) : words.waitHint}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <SubmitButton state={form}>{isCancel ? words.yesCancel : words.yesWait}</SubmitButton>
          <Button variant="secondary" onClick={back}>
            {words.back}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
