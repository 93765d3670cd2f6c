/** Buttons, and links that look like them. */
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet';
export type ButtonSize = 'small' | 'medium' | 'large';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-ink text-ground hover:bg-ink/85 active:bg-ink/75',
  secondary: 'bg-raised text-ink border border-line hover:border-edge active:bg-ground',
  quiet: 'text-ink hover:bg-line/60 active:bg-line',
  danger: 'bg-danger-ground text-on-danger hover:opacity-90',
  'danger-quiet': 'text-danger hover:bg-danger/10',
};

const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 text-small',
  medium: 'min-h-10 px-4 text-base',
  large: 'min-h-12 px-6 text-base',
};

function buttonClass(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control font-[560] text-center whitespace-nowrap transition-colors duration-150 select-none disabled:opacity-45 aria-disabled:opacity-45',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
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
