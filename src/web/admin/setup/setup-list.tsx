/** The guided setup on the admin's home: what is done, what is left, and a way to each field. It goes once the shop is open and nothing is left. */
import { type ReactNode, useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { SETUP_STEPS, type Setup, type SetupStep, updateSetup } from '../../../contract/setup.ts';
import { api } from '../../api.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { CheckIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { Panel } from '../../kit/panel.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { OPENING_PATH } from '../settings/settings-menu.tsx';
import { setup as words } from './messages.ts';
import { SETUP_TARGETS } from './targets.ts';

type Change = BodyOf<typeof updateSetup>;

export function SetupList({ loaded }: { loaded: Setup }) {
  const refusal = useRefusal();
  const [setup, setSetup] = useState(loaded);
  const [busyWith, setBusyWith] = useState<string | null>(null);
  if (!setup.isShown) return setup.isOpen ? null : <ClosedNotice />;

  const change = async (name: string, body: Change) => {
    setBusyWith(name);
    try {
      const reply = await api(updateSetup, { body });
      setSetup(reply.setup);
      if (body.isShown === false) toast.success(words.hidden);
    } catch (error) {
      console.error(error);
      toast.error(words.failed);
    }
    setBusyWith(null);
  };
  const button = (name: string) => ({
    size: 'small' as const,
    disabled: refusal !== null,
    title: refusal ?? undefined,
    busy: busyWith === name,
  });
  const finished = setup.steps.filter(({ state }) => state !== 'open').length;
  const next = setup.steps.find(({ state }) => state === 'open')?.step;
  return (
    <Panel
      title={words.title}
      action={
        <Button variant="quiet" {...button('hide')} className="-my-1" onClick={() => void change('hide', { isShown: false })}>
          {words.hide}
        </Button>
      }
    >
      <Progress finished={finished} total={setup.steps.length} />
      <ol className="mt-3 -mb-3 divide-y divide-line">
        {setup.steps.map((step) => (
          <StepRow
            key={step.step}
            {...step}
            isNext={step.step === next}
            skip={
              <Button
                variant="quiet"
                {...button(step.step)}
                aria-label={words.of(step.state === 'skipped' ? words.takeUp : words.skip, words.steps[step.step].title)}
                onClick={() => void change(step.step, { step: { name: step.step, isSkipped: step.state !== 'skipped' } })}
              >
                {step.state === 'skipped' ? words.takeUp : words.skip}
              </Button>
            }
          />
        ))}
      </ol>
    </Panel>
  );
}

/** Without the list, nothing else here would say so. */
function ClosedNotice() {
  return (
    <p className="rounded-control bg-caution/8 px-4 py-3 text-caution">
      {words.notOpen}{' '}
      <Link to={OPENING_PATH} className="font-[560] underline underline-offset-2">
        {words.toOpening}
      </Link>
    </p>
  );
}

function Progress({ finished, total }: { finished: number; total: number }) {
  return (
    <div className="flex items-center gap-4">
      <div aria-hidden="true" className="h-1.5 max-w-80 grow overflow-hidden rounded-full bg-line">
        <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * finished) / total}%` }} />
      </div>
      <p className="tabular-nums text-small whitespace-nowrap text-soft">{words.progress(finished, total)}</p>
    </div>
  );
}

interface StepRowProps extends SetupStep {
  isNext: boolean;
  skip: ReactNode;
}

function StepRow({ step, state, missing, isNext, skip }: StepRowProps) {
  const { title, hint, minutes } = words.steps[step];
  const [firstMissing] = missing;
  const isBegun = state === 'open' && missing.length > 0 && missing.length < SETUP_STEPS[step].length;
  const action = isBegun ? words.goOn : words.start;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3 sm:flex-nowrap">
      <StepSign state={state} />
      <div className="min-w-0 flex-1 basis-60">
        <p className={state === 'open' ? 'font-[600]' : 'text-soft'}>
          {title}
          {state !== 'open' && <span className={state === 'done' ? 'sr-only' : 'ml-2 text-small'}> {words[state]}</span>}
        </p>
        {state === 'open' && (
          <p className="text-small text-soft">
            {hint} {isBegun && <span className="text-caution">{words.missing(missing)}</span>}
          </p>
        )}
      </div>
      <div className="flex shrink-0 items-center gap-1 max-sm:w-full max-sm:pl-7.5">
        {state === 'open' && <span className="mr-2 text-small whitespace-nowrap text-soft max-sm:grow">{words.minutes(minutes)}</span>}
        {state !== 'done' && step !== 'opening' && skip}
        {state === 'open' && firstMissing && (
          <LinkButton
            to={SETUP_TARGETS[firstMissing]}
            size="small"
            variant={isNext ? 'primary' : 'secondary'}
            aria-label={words.of(action, title)}
          >
            {action}
          </LinkButton>
        )}
      </div>
    </li>
  );
}

function StepSign({ state }: Pick<SetupStep, 'state'>) {
  if (state === 'done') return <CheckIcon size={18} className="mt-0.5 shrink-0 text-good" />;
  return (
    <span
      aria-hidden="true"
      className={classNames('mt-0.5 size-4.5 shrink-0 rounded-full border border-edge', state === 'skipped' && 'border-dashed')}
    />
  );
}
