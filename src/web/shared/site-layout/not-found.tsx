import { LinkButton } from '../../kit/button.tsx';
import { SearchIllustration } from '../../kit/illustrations/search.tsx';
import { useShop } from '../hooks/use-shop.ts';
import { common } from '../messages/common.ts';
import { nav } from '../messages/navigation.ts';
import { spec } from '../messages/specified-labels.ts';
import { formatPageTitle } from '../meta.ts';
import { PageMessage } from '../page-message.tsx';

/** `isGone`: it was there once. */
export function NotFound({ isGone }: { isGone: boolean }) {
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
      <title>{formatPageTitle(spec.pageNotFound, useShop().settings.shop.name)}</title>
      <PageMessage title={spec.pageNotFound} illustration={<SearchIllustration />} actions={actions}>
        {isGone ? common.goneHint : common.notFoundHint}
      </PageMessage>
    </>
  );
}
