import { useSearchParams } from 'react-router';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { ImageWithFallback } from '../../kit/image.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Example, Section } from './example.tsx';
import { SAMPLE } from './sample.ts';

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
