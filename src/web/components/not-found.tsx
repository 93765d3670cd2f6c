import { common, nav, spec } from '../messages.ts';
import { LinkButton } from '../ui/button.tsx';
import { SearchSign } from '../ui/signs/search-sign.tsx';
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
      <PageMessage title={spec.pageNotFound} sign={<SearchSign />} actions={actions}>
        {common.notFoundHint}
      </PageMessage>
    </>
  );
}
