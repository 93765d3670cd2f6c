/** The texts of About, Contact and Privacy Policy: each has a call of its own, and one bar saves them. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { type ContentPageName, readContentPage, updateContentPage } from '../../../contract/page.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { MarkdownField } from '../parts/markdown/markdown-field.tsx';
import { markdownField } from '../parts/markdown/messages.ts';
import { BarForm, SaveBar } from '../parts/save-bar.tsx';
import { useVersionedForm } from '../parts/use-versioned-form.ts';
import { LEGAL_PAGES } from './legal-page-names.ts';
import { adminPages, legalPages as words } from './messages.ts';

export const meta = createTitleMeta(words.title);

const skeleton = (
  <PanelSkeleton className="h-200">
    <FieldsSkeleton fields={3} />
  </PanelSkeleton>
);

export default function LegalPagesPage() {
  const loaded = useLoad('legal pages', (it, signal) =>
    Promise.all(LEGAL_PAGES.map(async (page) => ({ ...page, loaded: await it(readContentPage, { params: { name: page.name }, signal }) }))),
  );
  return (
    <div className="max-w-[48rem]">
      <BackLink to="/dashboard/admin/pages">{adminPages.back}</BackLink>
      <DashboardHeader title={words.title} lead={words.lead} />
      <AsyncContent state={loaded} skeleton={skeleton}>
        {(pages) => (
          <SaveBar>
            <p className="text-small text-soft">{markdownField.hint}</p>
            {pages.map((page) => (
              <TextForm key={page.name} {...page} />
            ))}
          </SaveBar>
        )}
      </AsyncContent>
    </div>
  );
}

type Loaded = Pick<ReplyOf<typeof readContentPage>, 'text' | 'version' | 'isDraft'>;

const toSnapshot = ({ text, version }: Loaded): Snapshot => ({ version, values: { text } });

function TextForm({ name, label, loaded }: { name: ContentPageName; label: string; loaded: Loaded }) {
  const [isDraft, setIsDraft] = useState(loaded.isDraft);
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: { text: { label } },
    read: (values) => {
      const typed = { text: readField(values, 'text') };
      return { typed, save: (version) => api(updateContentPage, { params: { name }, body: { ...typed, version } }) };
    },
    saved: words.saved(label),
    failed: words.saveFailed(label),
    onSaved: () => setIsDraft(false),
  });
  const keepDraft = async () => {
    if (await form.submit()) toast.success(words.saved(label));
    else toast.error(words.saveFailed(label));
  };
  return (
    <Panel title={label}>
      <BarForm id={name} state={form} label={label} className="gap-3">
        {isDraft && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-60 text-small text-caution">{words.draft(label)}</p>
            <Button
              variant="secondary"
              size="small"
              busy={form.isBusy}
              aria-label={words.keepDraftOf(label)}
              onClick={() => void keepDraft()}
            >
              {words.keepDraft}
            </Button>
          </div>
        )}
        <EditConflictPanel conflict={edit} />
        <MarkdownField key={keyOf('text')} {...text('text')} label={words.text(label)} rows={9} />
      </BarForm>
    </Panel>
  );
}
