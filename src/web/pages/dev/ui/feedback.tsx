import { useRef } from 'react';
import toast from 'react-hot-toast';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { SearchIllustration } from '../../../ui/illustrations/search.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Skeleton, SkeletonText } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Example, Section } from './example.tsx';

export function Feedback() {
  const summary = useRef<HTMLDivElement>(null);
  return (
    <Section title="What is said back">
      <Example name="Badge">
        <Badge tone="good">Paid</Badge>
        <Badge tone="caution">Awaiting payment</Badge>
        <Badge tone="accent">Being checked</Badge>
        <Badge>Cancelled</Badge>
      </Example>
      <Example name="Toast">
        <Button variant="secondary" onClick={() => toast.success('It worked')}>
          success
        </Button>
        <Button variant="secondary" onClick={() => toast.error("It didn't")}>
          error
        </Button>
        <Button variant="secondary" onClick={() => toast('Neither')}>
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
          <Progress label="Begun" value={0.1} />
          <Progress label="Nearly done" value={0.8} />
          <Progress label="Nobody knows" value={null} />
        </div>
      </Example>
      <Example name="Summary of errors">
        <div className="w-full max-w-text">
          <ErrorSummary
            ref={summary}
            title="Two things need another look"
            isAlert={false}
            fields={[
              { name: 'email', id: 'email', label: 'Email', error: 'This is no address' },
              { name: 'password', id: 'password', label: 'Password', error: 'Please use at least 8 characters' },
            ]}
            focusField={() => summary.current?.focus()}
          />
        </div>
      </Example>
      <Notice
        illustration={<SearchIllustration />}
        title="Nothing fits all of that"
        actions={<Button variant="secondary">See everything</Button>}
      >
        Take a filter away, or look at everything.
      </Notice>
      <EmptyState title="No products yet" icon={<ImageIcon size={24} />} actions={<Button>Create the first product</Button>}>
        As soon as the first one is there, it stands here.
      </EmptyState>
    </Section>
  );
}
