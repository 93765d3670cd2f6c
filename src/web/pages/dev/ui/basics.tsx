import type { ComponentType } from 'react';
import * as areaIcons from '../../../ui/area-icons.tsx';
import { Button, type ButtonSize, type ButtonVariant, LinkButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import * as icons from '../../../ui/icons.tsx';
import { BagSign } from '../../../ui/signs/bag-sign.tsx';
import { ClockSign } from '../../../ui/signs/clock-sign.tsx';
import { LockSign } from '../../../ui/signs/lock-sign.tsx';
import { OfflineSign } from '../../../ui/signs/offline-sign.tsx';
import { PaidSign } from '../../../ui/signs/paid-sign.tsx';
import { PlugSign } from '../../../ui/signs/plug-sign.tsx';
import { ReturnSign } from '../../../ui/signs/return-sign.tsx';
import { SearchSign } from '../../../ui/signs/search-sign.tsx';
import { ShelfSign } from '../../../ui/signs/shelf-sign.tsx';
import { Chapter, Part } from './part.tsx';

/** Written out, so that the style sheet holds them. */
const COLOURS = {
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

const TYPE = {
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
const SIGNS = [BagSign, ShelfSign, SearchSign, LockSign, ClockSign, PaidSign, ReturnSign, PlugSign, OfflineSign];

/** By name: modules list what they export in another order here than there. */
const drawn = Object.entries({ ...icons, ...areaIcons })
  .filter(([name]) => name.endsWith('Icon') && name !== 'Icon')
  .sort(([a], [b]) => (a < b ? -1 : 1)) as [string, ComponentType<icons.IconProps>][];

export function Basics() {
  return (
    <Chapter title="Colours, letters, buttons, drawings">
      <Part name="Colours">
        {Object.entries(COLOURS).map(([name, look]) => (
          <div key={name} className="w-28">
            <span className={classNames('block h-14 rounded-control border border-line', look)} />
            <span className="text-small text-soft">{name}</span>
          </div>
        ))}
      </Part>
      <Part name="Letters">
        <div className="grid gap-2">
          {Object.entries(TYPE).map(([name, look]) => (
            <p key={name} className={look}>
              Good things, well made · {name}
            </p>
          ))}
        </div>
      </Part>
      {SIZES.map((size) => (
        <Part key={size} name={`Button, ${size}`}>
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
        </Part>
      ))}
      <Part name="Signs">
        {SIGNS.map((Sign, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: drawings without names, in an order that stays
          <Sign key={index} />
        ))}
        <BagSign mood="good" />
        <BagSign mood="caution" />
      </Part>
      <Part name="Icons">
        {drawn.map(([name, Icon]) => (
          <span key={name} className="flex w-28 flex-col items-center gap-2 rounded-control border border-line p-3 text-small text-soft">
            <Icon size={20} />
            {name.replace('Icon', '')}
          </span>
        ))}
      </Part>
    </Chapter>
  );
}
