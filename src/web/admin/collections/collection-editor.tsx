/** The editor of one collection; `new` in the URL creates one. */
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type AdminCollection, readAdminCollection } from '../../../contract/collection-admin.ts';
import { isInvalidOrNotFound } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { BoxIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { adminNav } from '../layout/messages.ts';
import { COLLECTIONS_PATH } from '../layout/nav-items.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { CollectionForm, type EditedCollection } from './collection-form.tsx';
import { collections as words } from './messages.ts';

const NEW_ID = 'new';
const EMPTY: EditedCollection = {
  title: '',
  slug: '',
  text: '',
  image: null,
  isPublished: false,
  isInMenu: false,
  sort: 'manual',
  rule: null,
  products: [],
  seoTitle: '',
  seoDescription: '',
  version: 0,
};

export const meta = createTitleMeta(adminNav.collections);

export default function CollectionEditor() {
  const { id = '' } = useParams();
  // The key resets all state when the URL changes to another collection.
  return (
    <div className="max-w-[48rem]">
      <BackLink to={COLLECTIONS_PATH}>{words.back}</BackLink>
      {id === NEW_ID ? <NewCollection /> : <ExistingCollection key={id} id={id} />}
    </div>
  );
}

function NewCollection() {
  const navigate = useNavigate();
  const [created, setCreated] = useState<AdminCollection | null>(null);
  // Only once the form shows what was saved: before that, it would ask whether to leave without saving.
  useEffect(() => {
    if (created) void navigate(`${COLLECTIONS_PATH}/${created._id}`, { replace: true });
  }, [created, navigate]);
  return (
    <>
      <DashboardHeader title={words.addTitle} />
      <SaveBar>
        <CollectionForm id={null} collection={EMPTY} onSaved={setCreated} />
      </SaveBar>
    </>
  );
}

const skeleton = (
  <PanelSkeleton className="h-200">
    <FieldsSkeleton fields={6} />
  </PanelSkeleton>
);

function ExistingCollection({ id }: { id: string }) {
  const loaded = useLoad(`collection ${id}`, (it, signal) => it(readAdminCollection, { params: { id }, signal }));
  const collection = loaded.data?.collection;
  if (isInvalidOrNotFound(loaded.error)) {
    return (
      <EmptyState icon={<BoxIcon size={22} />} title={words.notFound}>
        {words.notFoundHint}
      </EmptyState>
    );
  }
  return (
    <>
      <DashboardHeader
        title={collection?.title ?? '\u00a0'}
        actions={
          collection?.isPublished ? (
            <LinkButton variant="secondary" to={`/collections/${collection.slug}`}>
              {words.view}
            </LinkButton>
          ) : undefined
        }
      />
      <AsyncContent state={loaded} skeleton={skeleton}>
        {(data) => (
          <SaveBar>
            <CollectionForm id={id} collection={data.collection} onSaved={() => void loaded.reload()} />
          </SaveBar>
        )}
      </AsyncContent>
    </>
  );
}
