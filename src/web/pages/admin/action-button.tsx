/** A button that changes something: disabled, with the reason, for whoever may not. One that only opens or shows something is a Button. */
import type { ComponentProps } from 'react';
import { useRefusal } from '../../hooks/use-refusal.ts';
import { Button } from '../../ui/button.tsx';

export function ActionButton({ disabled = false, title, ...rest }: ComponentProps<typeof Button>) {
  const refusal = useRefusal();
  return <Button {...rest} disabled={disabled || refusal !== null} title={refusal ?? title} />;
}
