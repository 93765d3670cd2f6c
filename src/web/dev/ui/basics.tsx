import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { Button, type ButtonSize, type ButtonVariant, LinkButton } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import * as icons from '../../kit/icons.tsx';
import { OfflineIllustration, PlugIllustration, SearchIllustration, ShelfIllustration } from '../../kit/illustrations.tsx';
import { ImageWithFallback } from '../../kit/image.tsx';
import * as navIcons from '../../kit/nav-icons.tsx';
import {
  BagIllustration,
  ClockIllustration,
  LockIllustration,
  PaidIllustration,
  ReturnIllustration,
} from '../../kit/order-illustrations.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Panel, Tabs } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { Example, SAMPLE, Section } from './example.tsx';

interface Row {
  name: string;
  status: string;
  total: string;
}

const ROWS: Row[] = [
  { name: 'Ada Shopper', status: 'Paid', total: '$129.00' },
  { name: 'Grace Shopper', status: 'Paid', total: '$1,249.50' },
];

const COLUMNS: Column<Row>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Status', cell: ({ status }) => <Badge tone="good">{status}</Badge> },
  { header: 'Total', isEndAligned: true, cell: ({ total }) => total },
];

const PAGES = 12;

export function Lists() {
  const [search] = useSearchParams();
  const page = Math.min(Math.max(Number(search.get('page')) || 1, 1), PAGES);
  return (
    <Section title="Lists and images">
      <DataTable caption="People as cards where it is narrow" columns={COLUMNS} rows={ROWS} getRowKey={({ name }) => name} />
      <Panel
        title="A panel"
        hint="With a table inside"
        action={
          <Button size="small" variant="secondary">
            All of them
          </Button>
        }
      >
        <DataTable caption="People in a panel" columns={COLUMNS} rows={ROWS} getRowKey={({ name }) => name} narrowLayout="list" isInPanel />
      </Panel>
      <Example name="Image, and its fallback">
        <ImageWithFallback src={SAMPLE} alt="A circle" size={160} className="w-40! rounded-card" />
        <ImageWithFallback src="" alt="Not there" size={160} className="w-40! rounded-card" />
      </Example>
      <Tabs label="Parts of a list" tabs={['All', 'Unpaid'].map((label, index) => ({ label, to: '/dev/ui', isCurrent: index === 0 }))} />
      <Pagination page={page} pages={PAGES} to={(it) => `/dev/ui?page=${it}`} label="Pages of the UI kit" />
    </Section>
  );
}

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
const iconEntries = Object.entries({ ...icons, ...navIcons })
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
