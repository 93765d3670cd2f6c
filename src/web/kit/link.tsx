/**
 * Links within the shop. Their URLs are complete and written as they are: React Router's own <Link> resolves each of them against the
 * matched routes, three times over, which took a third of a page's rendering time (docs/decisions/0045).
 */
import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react';
import { type NavigateFunction, type NavigateOptions, useLocation } from 'react-router';

/** The router's `navigate`, given by root.tsx: asking for it takes four hooks, and a page has a hundred links. */
export const NavigateContext = createContext<NavigateFunction>(() => undefined);

type RouterOptions = Pick<NavigateOptions, 'state' | 'preventScrollReset' | 'viewTransition'>;

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'>, RouterOptions {
  /** Path and query of a page of the shop. */
  to: string;
}

/** All other clicks are left to the browser: they open a new tab or window, or save the page. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

function useAnchorProps({ to, state, preventScrollReset, viewTransition, onClick, ...anchor }: LinkProps): ComponentProps<'a'> {
  const navigate = useContext(NavigateContext);
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    // As without JavaScript, a link to the current page adds no entry to the history.
    const replace = event.currentTarget.href === location.href;
    void navigate(to, { replace, state, ...(preventScrollReset && { preventScrollReset }), ...(viewTransition && { viewTransition }) });
  };
  return { ...anchor, href: to, onClick: handleClick };
}

export function Link(props: LinkProps) {
  return <a {...useAnchorProps(props)} />;
}

/** A link with `aria-current` while its page is open. `to` is in lower case; the case of the current path doesn't matter. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const isCurrent = [props.to, `${props.to}/`].includes(pathname.toLowerCase());
  return <a {...useAnchorProps(props)} aria-current={isCurrent ? 'page' : undefined} />;
}
