import { useRef } from 'react';
import toast from 'react-hot-toast';
import { Badge } from '../../../ui/badge.tsx';
import { Blank } from '../../../ui/blank.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { PictureIcon } from '../../../ui/icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { SearchSign } from '../../../ui/signs/search-sign.tsx';
import { Skeleton, SkeletonText } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Chapter, Part } from './part.tsx';

export function Feedback() {
  const summary = useRef<HTMLDivElement>(null);
  return (
    <Chapter title="What is said back">
      <Part name="Badge">
        <Badge tone="good">Paid</Badge>
        <Badge tone="caution">Awaiting payment</Badge>
        <Badge tone="accent">Being checked</Badge>
        <Badge>Cancelled</Badge>
      </Part>
      <Part name="Toast">
        <Button variant="secondary" onClick={() => toast.success('It worked')}>
          success
        </Button>
        <Button variant="secondary" onClick={() => toast.error("It didn't")}>
          error
        </Button>
        <Button variant="secondary" onClick={() => toast('Neither')}>
          blank
        </Button>
      </Part>
      <Part name="Spinner and skeletons">
        <Spinner size={16} />
        <Spinner />
        <span className="block w-60">
          <SkeletonText />
        </span>
        <Skeleton className="size-24 rounded-card" />
      </Part>
      <Part name="Progress">
        <div className="grid w-72 gap-4">
          <Progress label="Begun" value={0.1} />
          <Progress label="Nearly done" value={0.8} />
          <Progress label="Nobody knows" value={null} />
        </div>
      </Part>
      <Part name="Summary of errors">
        <div className="w-full max-w-text">
          <ErrorSummary
            ref={summary}
            title="Two things need another look"
            isAlert={false}
            fields={[
              { name: 'email', id: 'email', label: 'Email', error: 'This is no address' },
              { name: 'password', id: 'password', label: 'Password', error: 'Please use at least 8 characters' },
            ]}
            goTo={() => summary.current?.focus()}
          />
        </div>
      </Part>
      <Notice sign={<SearchSign />} title="Nothing fits all of that" actions={<Button variant="secondary">See everything</Button>}>
        Take a filter away, or look at everything.
      </Notice>
      <Blank title="No products yet" icon={<PictureIcon size={24} />} actions={<Button>Create the first product</Button>}>
        As soon as the first one is there, it stands here.
      </Blank>
    </Chapter>
  );
}
