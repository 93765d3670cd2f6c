import { Tabs } from '../../kit/panel.tsx';
import { emails as words } from './messages.ts';

export function EmailTabs({ current }: { current: 'all' | 'failed' }) {
  return (
    <Tabs
      label={words.tabs}
      tabs={[
        { label: words.all, to: '?', isCurrent: current === 'all' },
        { label: words.failedOnly, to: '?state=failed', isCurrent: current === 'failed' },
      ]}
    />
  );
}
