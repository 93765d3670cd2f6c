/** The texts that the law asks for: which there are, and drafts of those that are missing. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useLocation } from 'react-router';
import { createLegalTexts, type LegalText, listLegalTexts } from '../../../contract/legal-texts.ts';
import { api, isApiError } from '../../api.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge, type BadgeTone } from '../../kit/status.tsx';
import { AsyncContent, FieldsSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { useNamedFocus } from '../parts/save-bar.tsx';
import { law as words } from './messages.ts';

const TONES: Record<LegalText['status'], BadgeTone> = { missing: 'quiet', draft: 'caution', published: 'good' };

function TextRow({ title, slug, page, status, gaps }: LegalText) {
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-[560] wrap-anywhere">
          <bdi>{title}</bdi>
        </p>
        <p className="text-small text-soft">
          /pages/{slug}
          {gaps > 0 && ` · ${words.gaps(gaps)}`}
        </p>
      </div>
      <Badge tone={TONES[status]}>{words.textStates[status]}</Badge>
      {page && (
        <LinkButton to={`/dashboard/admin/pages/${page}`} variant="secondary" size="small" aria-label={words.linkOf(words.edit, title)}>
          {words.edit}
        </LinkButton>
      )}
    </li>
  );
}

/** `version`: loads them again after the markets have changed. */
export function TextsPanel({ version }: { version: number }) {
  const loaded = useLoad(`legal texts ${version}`, (it, signal) => it(listLegalTexts, { signal }));
  return (
    <Panel title={words.texts} hint={words.textsHint} className="mt-4">
      <AsyncContent state={loaded} skeleton={<FieldsSkeleton fields={5} />}>
        {({ texts }) => <Texts texts={texts} reload={loaded.reload} />}
      </AsyncContent>
    </Panel>
  );
}

/** Also when a link of this page leads here. */
function NamedFocus() {
  useNamedFocus();
  return null;
}

function Texts({ texts, reload }: { texts: LegalText[]; reload: () => Promise<void> }) {
  const refusal = useRefusal();
  const [isBusy, setIsBusy] = useState(false);
  const { key } = useLocation();
  const make = async () => {
    setIsBusy(true);
    try {
      const { created } = await api(createLegalTexts);
      toast.success(words.made(created));
      await reload();
    } catch (error) {
      console.error(error);
      toast.error(isApiError(error) ? error.message : words.makeFailed);
    }
    setIsBusy(false);
  };
  const isMissing = texts.some(({ status }) => status === 'missing');
  return (
    <>
      <NamedFocus key={key} />
      <p className="rounded-control bg-caution/8 p-3 text-small text-caution">{words.textsWarning}</p>
      <ul className="my-2 divide-y divide-line">
        {texts.map((text) => (
          <TextRow key={text.kind} {...text} />
        ))}
      </ul>
      {isMissing ? (
        <Button
          id="texts"
          variant="secondary"
          busy={isBusy}
          disabled={refusal !== null}
          title={refusal ?? undefined}
          onClick={() => void make()}
        >
          {words.make}
        </Button>
      ) : (
        <p id="texts" tabIndex={-1} className="text-small text-soft focus:outline-none">
          {words.allMade}
        </p>
      )}
    </>
  );
}
