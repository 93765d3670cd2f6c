/** What changes something, or leads to where that is done. For what only opens or shows something, use Button and LinkButton. */
import type { ComponentProps } from 'react';
import { Button, LinkButton } from '../../kit/button.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';

/** Disabled, with the reason, for users who may not. */
export function ActionButton({ disabled = false, title, ...rest }: ComponentProps<typeof Button>) {
  const refusal = useRefusal();
  return <Button {...rest} disabled={disabled || refusal !== null} title={refusal ?? title} />;
}

/** To a page on which users who may not change anything find only disabled fields: they don't see it. */
export function ActionLink(props: ComponentProps<typeof LinkButton>) {
  return useRefusal() === null && <LinkButton {...props} />;
}
