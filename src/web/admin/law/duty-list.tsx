/** The duties of the law, what has to be done first. */
import type { Duty, DutyState, Law } from '../../../contract/law.ts';
import { classNames } from '../../kit/class-names.ts';
import { AlertIcon, CheckIcon, MinusIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { Panel } from '../../kit/panel.tsx';
import { formatDay } from '../../shared/format.ts';
import { SHORT_MARKETS, law as words } from './messages.ts';

const ORDER: readonly DutyState[] = ['unmet', 'unchecked', 'unknown', 'met'];

const TONES: Record<DutyState, string> = {
  unmet: 'bg-danger/8 text-danger',
  unknown: 'bg-caution/8 text-caution',
  unchecked: 'bg-line/70 text-soft',
  met: 'bg-good/8 text-good',
};

/** The color only repeats what the word says. */
function StateSign({ state }: { state: DutyState }) {
  const Sign = state === 'met' ? CheckIcon : state === 'unmet' ? AlertIcon : MinusIcon;
  return (
    <span className={classNames('mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full', TONES[state])}>
      <Sign size={14} />
    </span>
  );
}

function DutyRow({ id, title, state, saw, stateSince, advice, fixAt, sources }: Duty) {
  const label = state === 'met' ? words.toSee : words.toFix;
  return (
    <li id={id} className="flex items-start gap-3 py-4">
      <StateSign state={state} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h4 className="min-w-0 font-[600]">
            {title}
            <span className={classNames('ml-2 text-small font-[560]', TONES[state], 'bg-transparent')}>{words.states[state]}</span>
          </h4>
          <Link
            to={fixAt}
            aria-label={words.linkOf(label, title)}
            className="inline-flex min-h-6 items-center text-small text-accent hover:underline"
          >
            {label}
          </Link>
        </div>
        {saw && <p className="mt-1 wrap-anywhere">{saw}</p>}
        {state !== 'met' && (
          <p className="mt-1 text-small text-soft">
            {advice}
            {state === 'unmet' && stateSince && ` ${words.redSince(formatDay(stateSince.slice(0, 10)))}`}
          </p>
        )}
        <ul aria-label={words.sources} className="mt-1.5 text-small text-soft">
          {sources.map(({ market, law, since }) => (
            <li key={market}>
              {SHORT_MARKETS[market]}: {law}
              {since && `, ${words.since(formatDay(since))}`}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

export function DutyCounts({ duties }: { duties: readonly Duty[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {ORDER.map((state) => ({ state, count: duties.filter((it) => it.state === state).length }))
        .filter(({ count }) => count > 0)
        .map(({ state, count }) => (
          <li key={state} className={classNames('tabular-nums rounded-full px-2.5 py-0.5 text-small font-[560]', TONES[state])}>
            {words.count(state, count)}
          </li>
        ))}
    </ul>
  );
}

const formatMonth = (month: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`));

export function DutyList({ law: { duties, collectedAt } }: { law: Law }) {
  if (!duties.length) return <p className="text-soft">{words.noDuties}</p>;
  const groups = ORDER.map((state) => ({ state, found: duties.filter((it) => it.state === state) }));
  return (
    <div className="grid gap-5">
      {groups
        .filter(({ found }) => found.length > 0)
        .map(({ state, found }) => (
          <section key={state} aria-label={words.groups[state]}>
            <h3 className="text-small font-[600] text-soft">
              {words.groups[state]} ({found.length})
            </h3>
            <ul className="divide-y divide-line">
              {found.map((duty) => (
                <DutyRow key={duty.id} {...duty} />
              ))}
            </ul>
          </section>
        ))}
      <p className="mt-3 text-small text-soft">{words.collected(formatMonth(collectedAt))}</p>
    </div>
  );
}

export function UnseenPanel({ unseen }: Pick<Law, 'unseen'>) {
  if (!unseen.length) return null;
  return (
    <Panel title={words.unseen} hint={words.unseenHint} className="mt-4">
      <ul className="divide-y divide-line">
        {unseen.map(({ title, advice, markets }) => (
          <li key={title} className="py-3 first:pt-0 last:pb-0">
            <p className="font-[560]">{title}</p>
            <p className="text-small text-soft">{advice}</p>
            <p className="text-small text-soft">{markets.map((it) => SHORT_MARKETS[it]).join(', ')}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
