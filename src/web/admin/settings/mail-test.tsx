/** A test message by the mail server in the form: its result in words, and the DNS entries of the sender's domain that say who may send for it. */
import { type RefObject, useState } from 'react';
import { MAIL_SECURITIES, type MailTest, testEmailConnection } from '../../../contract/connections.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { AlertIcon, CheckIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { mailServer as words } from './connection-messages.ts';

export type FormRef = RefObject<HTMLFormElement | null>;

export function readServer(values: FormData) {
  const text = (name: string) => readField(values, name).trim();
  const security = MAIL_SECURITIES.find((it) => it === text('security')) ?? 'tls';
  const password = readField(values, 'password');
  const server = { host: text('host'), port: Number(text('port')), security, user: text('user'), sender: text('sender') };
  return { ...server, ...(password && { password }) };
}

/** Tries what is typed, saved or not. */
export function TestPanel({ form }: { form: FormRef }) {
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<MailTest | string | null>(null);
  const send = async () => {
    if (!form.current?.reportValidity()) return;
    setIsBusy(true);
    setResult(null);
    try {
      setResult((await api(testEmailConnection, { body: readServer(new FormData(form.current)) })).test);
    } catch (error) {
      setResult(error instanceof Error ? error.message : words.testFailed);
    }
    setIsBusy(false);
  };
  return (
    <Panel title={words.testTitle}>
      <Button variant="secondary" busy={isBusy} className="min-h-11" onClick={() => void send()}>
        {words.test}
      </Button>
      <div role="status" className="mt-3 empty:hidden">
        {isBusy && <p className="text-soft">{words.testing}</p>}
        {typeof result === 'string' && <p className="text-danger">{result}</p>}
        {result !== null && typeof result !== 'string' && <MailTestResult test={result} />}
      </div>
    </Panel>
  );
}

const RECORDS = ['spf', 'dkim', 'dmarc'] as const;

function MailTestResult({ test: { outcome, detail, recipient, domain } }: { test: MailTest }) {
  const isAccepted = outcome === 'accepted';
  const isDkimMissing = domain?.dkim === 'missing';
  return (
    <div className="flex flex-col gap-3">
      <p className="flex gap-2">
        <Mark isGood={isAccepted} />
        <span className="min-w-0 wrap-anywhere">{words.outcomes[outcome](recipient)}</span>
      </p>
      {detail && !isAccepted && (
        <p className="text-small wrap-anywhere text-soft">
          <bdi>{words.serverSays(detail)}</bdi>
        </p>
      )}
      {domain && (
        <section aria-label={words.domain(domain.name)} className="border-t border-line pt-3">
          <h3 className="font-[600] wrap-anywhere">{words.domain(domain.name)}</h3>
          <dl className="mt-2 grid gap-1">
            {RECORDS.map((name) => (
              <div key={name} className="flex items-center gap-2">
                <Mark isGood={domain[name] === 'found'} />
                <dt className="w-18 font-[560]">{words.records[name]}</dt>
                <dd className="text-soft">{words.found[domain[name]]}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2 text-small text-soft">
            {words.domainHint} {isDkimMissing && words.dkimHint}
          </p>
        </section>
      )}
    </div>
  );
}

function Mark({ isGood }: { isGood: boolean }) {
  return isGood ? (
    <CheckIcon size={18} className="mt-0.5 shrink-0 text-good" />
  ) : (
    <AlertIcon size={18} className="mt-0.5 shrink-0 text-caution" />
  );
}
