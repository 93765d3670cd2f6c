import { common, nav, spec } from '../messages/common.ts';
import { LinkButton } from '../ui/button.tsx';
import { SearchIllustration } from '../ui/illustrations/search.tsx';
import { PageMessage } from './page-message.tsx';

export function NotFound() {
  const actions = (
    <>
      <LinkButton to="/">{spec.backHome}</LinkButton>
      <LinkButton to="/category" variant="secondary">
        {nav.allCategories}
      </LinkButton>
    </>
  );
  return (
    <>
      <title>{`${spec.pageNotFound} – ${spec.title}`}</title>
      <PageMessage title={spec.pageNotFound} illustration={<SearchIllustration />} actions={actions}>
        {common.notFoundHint}
      </PageMessage>
    </>
  );
}
