/** Buttons, and links that look like them. */
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';
import { Spinner } from './loading.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet';
export type ButtonSize = 'small' | 'medium' | 'large';

function buttonClass(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return classNames('button', `button-${variant}`, size !== 'medium' && `button-${size}`, className);
}

interface ButtonStyleProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

interface ButtonProps extends ComponentProps<'button'>, ButtonStyleProps {
  /** Shows a spinner and ignores clicks. */
  busy?: boolean;
}

export function Button({
  variant = 'primary',
  size = 'medium',
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={buttonClass(variant, size, className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner size={16} />}
      {children}
    </button>
  );
}

interface LinkButtonProps extends LinkProps, ButtonStyleProps {
  children: ReactNode;
  className?: string;
}

export function LinkButton({ variant = 'primary', size = 'medium', className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={buttonClass(variant, size, className)} />;
}
