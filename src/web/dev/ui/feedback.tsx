import { useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorSummary } from '../../kit/error-summary.tsx';
import { ImageIcon } from '../../kit/icons.tsx';
import { SearchIllustration } from '../../kit/illustrations/search.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Progress } from '../../kit/progress.tsx';
import { Skeleton, SkeletonText } from '../../kit/skeleton.tsx';
import { Spinner } from '../../kit/spinner.tsx';
import { Example, Section } from './example.tsx';

export function Feedback() {
  const summary = useRef<HTMLDivElement>(null);
  return (
    <Section title="Feedback">
      <Example name="Badge">
        <Badge tone="good">Paid</Badge>
        <Badge tone="caution">Awaiting payment</Badge>
        <Badge tone="accent">On hold</Badge>
        <Badge>Cancelled</Badge>
      </Example>
      <Example name="Toast">
        <Button variant="secondary" onClick={() => toast.success('Settings saved')}>
          success
        </Button>
        <Button variant="secondary" onClick={() => toast.error("The settings weren't saved")}>
          error
        </Button>
        <Button variant="secondary" onClick={() => toast('Upload cancelled')}>
          blank
        </Button>
      </Example>
      <Example name="Spinner and skeletons">
        <Spinner size={16} />
        <Spinner />
        <span className="block w-60">
          <SkeletonText />
        </span>
        <Skeleton className="size-24 rounded-card" />
      </Example>
      <Example name="Progress">
        <div className="grid w-72 gap-4">
          <Progress label="Started" value={0.1} />
          <Progress label="Nearly done" value={0.8} />
          <Progress label="Unknown" value={null} />
        </div>
      </Example>
      <Example name="Error summary">
        <div className="w-full max-w-text">
          <ErrorSummary
            ref={summary}
            title="Please check 2 fields"
            isAlert={false}
            fields={[
              { name: 'email', id: 'email', label: 'Email', error: "This doesn't look right" },
              { name: 'password', id: 'password', label: 'Password', error: 'Use at least 8 characters' },
            ]}
            focusField={() => summary.current?.focus()}
          />
        </div>
      </Example>
      <Notice
        illustration={<SearchIllustration />}
        title="No products match your filters"
        actions={<Button variant="secondary">See all products</Button>}
      >
        Remove a filter, or see all products.
      </Notice>
      <EmptyState title="No products yet" icon={<ImageIcon size={24} />} actions={<Button>Create your first product</Button>}>
        An image, a name and a price are all your first one needs.
      </EmptyState>
    </Section>
  );
}
