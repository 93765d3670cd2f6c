/** The editor of one page; `new` in the URL creates one. */
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type AdminPage, readAdminPage } from '../../../contract/page.ts';
import { isInvalidOrNotFound } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { PageIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { adminNav } from '../layout/messages.ts';
import { adminPages as words } from './messages.ts';
import { type EditedPage, PageForm } from './page-form.tsx';

const LIST_PATH = '/dashboard/admin/pages';
const NEW_ID = 'new';
const EMPTY: EditedPage = {
  title: '',
  slug: '',
  text: '',
  status: 'published',
  inFooter: true,
  footerPosition: 0,
  description: '',
  version: 0,
};

export const meta = createTitleMeta(adminNav.pages);

export default function PageEditor() {
  const { id = '' } = useParams();
  // The key resets all state when the URL changes to another page.
  return (
    <div className="max-w-[48rem]">
      <BackLink to={LIST_PATH}>{words.back}</BackLink>
      {id === NEW_ID ? <NewPage /> : <ExistingPage key={id} id={id} />}
    </div>
  );
}

function NewPage() {
  const navigate = useNavigate();
  const [created, setCreated] = useState<AdminPage | null>(null);
  // Only once the form shows what was saved: before that, it would ask whether to leave without saving.
  useEffect(() => {
    if (created) void navigate(`${LIST_PATH}/${created._id}`, { replace: true });
  }, [created, navigate]);
  return (
    <>
      <DashboardHeader title={words.addTitle} />
      <PageForm id={null} page={EMPTY} onSaved={setCreated} />
    </>
  );
}

const skeleton = (
  <PanelSkeleton className="h-200">
    <FieldsSkeleton fields={6} />
  </PanelSkeleton>
);

function ExistingPage({ id }: { id: string }) {
  const loaded = useLoad(`page ${id}`, (it, signal) => it(readAdminPage, { params: { id }, signal }));
  const page = loaded.data?.page;
  if (isInvalidOrNotFound(loaded.error)) {
    return (
      <EmptyState icon={<PageIcon size={22} />} title={words.notFound}>
        {words.notFoundHint}
      </EmptyState>
    );
  }
  return (
    <>
      <DashboardHeader
        title={page ? words.editTitle(page.title) : '\u00a0'}
        actions={
          page?.status === 'published' ? (
            <LinkButton variant="secondary" to={`/pages/${page.slug}`}>
              {words.view}
            </LinkButton>
          ) : undefined
        }
      />
      <AsyncContent state={loaded} skeleton={skeleton}>
        {(data) => <PageForm id={id} page={data.page} onSaved={() => void loaded.reload()} />}
      </AsyncContent>
    </>
  );
}
