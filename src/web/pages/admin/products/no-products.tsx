import { adminNav, products as words } from '../../../messages/admin.ts';
import { adminSpec } from '../../../messages/specification-admin.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { BoxIcon } from '../../../ui/nav-icons.tsx';
import { ActionLink } from '../action-button.tsx';
import { IMPORTS_PATH } from '../nav-items.tsx';

/** The empty state of a shop without products. It leads to categories first if there is none, because each product needs one. */
export function NoProducts({ hasCategory }: { hasCategory: boolean }) {
  const next = hasCategory
    ? { to: '/dashboard/admin/create-product', label: words.createFirst }
    : { to: '/dashboard/admin/create-category', label: words.createFirstCategory };
  return (
    <EmptyState
      icon={<BoxIcon size={22} />}
      title={adminSpec.noProducts}
      actions={
        <>
          <ActionLink to={next.to}>{next.label}</ActionLink>
          <ActionLink to={IMPORTS_PATH} variant="secondary">
            {adminNav.imports}
          </ActionLink>
        </>
      }
    >
      {hasCategory ? words.noneHint : words.noCategories}
    </EmptyState>
  );
}
