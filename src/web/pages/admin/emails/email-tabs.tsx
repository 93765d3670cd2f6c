import { emails as words } from '../../../messages/admin.ts';
import { Tabs } from '../../../ui/tabs.tsx';

export function EmailTabs({ current }: { current: 'all' | 'failed' | 'settings' }) {
  return (
    <Tabs
      label={words.tabs}
      tabs={[
        { label: words.all, to: '?', isCurrent: current === 'all' },
        { label: words.failedOnly, to: '?state=failed', isCurrent: current === 'failed' },
        { label: words.settings, to: '?view=settings', isCurrent: current === 'settings' },
      ]}
    />
  );
}
