import type { ComponentType } from 'react';
import { Button, type ButtonSize, type ButtonVariant, LinkButton } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import * as controlIcons from '../../kit/control-icons.tsx';
import * as icons from '../../kit/icons.tsx';
import { BagIllustration } from '../../kit/illustrations/bag.tsx';
import { ClockIllustration } from '../../kit/illustrations/clock.tsx';
import { LockIllustration } from '../../kit/illustrations/lock.tsx';
import { OfflineIllustration } from '../../kit/illustrations/offline.tsx';
import { PaidIllustration } from '../../kit/illustrations/paid.tsx';
import { PlugIllustration } from '../../kit/illustrations/plug.tsx';
import { ReturnIllustration } from '../../kit/illustrations/return.tsx';
import { SearchIllustration } from '../../kit/illustrations/search.tsx';
import { ShelfIllustration } from '../../kit/illustrations/shelf.tsx';
import * as navIcons from '../../kit/nav-icons.tsx';
import { Example, Section } from './example.tsx';

/** Full class names, so that Tailwind finds them. */
const COLORS = {
  ground: 'bg-ground',
  raised: 'bg-raised',
  line: 'bg-line',
  edge: 'bg-edge',
  ink: 'bg-ink',
  soft: 'bg-soft',
  accent: 'bg-accent',
  'accent-ground': 'bg-accent-ground',
  good: 'bg-good',
  caution: 'bg-caution',
  danger: 'bg-danger',
  'danger-ground': 'bg-danger-ground',
};

const TYPOGRAPHY = {
  'hero 40': 'text-hero font-[640] tracking-[-0.035em]',
  'display 36': 'text-display font-[640] tracking-[-0.035em]',
  'head 26': 'text-head font-[640] tracking-[-0.02em]',
  'title 20': 'text-title font-[600]',
  'large 17': 'text-large',
  'base 15': 'text-base',
  'small 13': 'text-small',
};

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger', 'danger-quiet'];
const SIZES: ButtonSize[] = ['small', 'medium', 'large'];
const ILLUSTRATIONS = [
  BagIllustration,
  ShelfIllustration,
  SearchIllustration,
  LockIllustration,
  ClockIllustration,
  PaidIllustration,
  ReturnIllustration,
  PlugIllustration,
  OfflineIllustration,
];

/** Sorted, because server and browser list a module's exports in different orders. */
const iconEntries = Object.entries({ ...icons, ...controlIcons, ...navIcons })
  .filter(([name]) => name.endsWith('Icon') && name !== 'Icon')
  .sort(([a], [b]) => (a < b ? -1 : 1)) as [string, ComponentType<icons.IconProps>][];

export function Basics() {
  return (
    <Section title="Colors, typography, buttons, icons">
      <Example name="Colors">
        {Object.entries(COLORS).map(([name, className]) => (
          <div key={name} className="w-28">
            <span className={classNames('block h-14 rounded-control border border-line', className)} />
            <span className="text-small text-soft">{name}</span>
          </div>
        ))}
      </Example>
      <Example name="Typography">
        <div className="grid gap-2">
          {Object.entries(TYPOGRAPHY).map(([name, className]) => (
            <p key={name} className={className}>
              Good things, well made · {name}
            </p>
          ))}
        </div>
      </Example>
      {SIZES.map((size) => (
        <Example key={size} name={`Button, ${size}`}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant}
            </Button>
          ))}
          <Button size={size} busy>
            busy
          </Button>
          <Button size={size} disabled>
            disabled
          </Button>
          <LinkButton to="/dev/ui" size={size} variant="secondary">
            a link
          </LinkButton>
        </Example>
      ))}
      <Example name="Illustrations">
        {ILLUSTRATIONS.map((Illustration, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a constant list of components without names
          <Illustration key={index} />
        ))}
        <BagIllustration tone="good" />
        <BagIllustration tone="caution" />
      </Example>
      <Example name="Icons">
        {iconEntries.map(([name, Icon]) => (
          <span key={name} className="flex w-28 flex-col items-center gap-2 rounded-control border border-line p-3 text-small text-soft">
            <Icon size={20} />
            {name.replace('Icon', '')}
          </span>
        ))}
      </Example>
    </Section>
  );
}
