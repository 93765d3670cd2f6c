/**
 * A button that changes something. It is disabled, with the reason, for users who may not. For buttons that only open or show something,
 * use Button.
 */
import type { ComponentProps } from 'react';
import { useRefusal } from '../../hooks/use-refusal.ts';
import { Button } from '../../ui/button.tsx';

export function ActionButton({ disabled = false, title, ...rest }: ComponentProps<typeof Button>) {
  const refusal = useRefusal();
  return <Button {...rest} disabled={disabled || refusal !== null} title={refusal ?? title} />;
}
