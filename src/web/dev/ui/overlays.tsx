import { useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog, Dialog, type DialogVariant } from '../../kit/dialog.tsx';
import { ErrorSummary, TextField } from '../../kit/field.tsx';
import { ChevronIcon, ImageIcon } from '../../kit/icons.tsx';
import { SearchIllustration } from '../../kit/illustrations.tsx';
import { NavLink } from '../../kit/link.tsx';
import { Skeleton, SkeletonText, Spinner } from '../../kit/loading.tsx';
import { EmptyState, Notice } from '../../kit/notice.tsx';
import { PopoverButton, PopoverPanel } from '../../kit/popover.tsx';
import { Badge, Progress } from '../../kit/status.tsx';
import { ZoomDialog } from '../../kit/zoom/zoom-dialog.tsx';
import { Example, SAMPLE, Section } from './example.tsx';

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

const VARIANTS: DialogVariant[] = ['card', 'sheet', 'drawer', 'screen'];

export function Overlays() {
  const [open, setOpen] = useState<DialogVariant | 'confirm' | 'zoom' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Overlays">
      <Example name="Dialog">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant="secondary" onClick={() => setOpen(variant)}>
            {variant}
          </Button>
        ))}
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          confirm
        </Button>
        <Button variant="secondary" onClick={() => setOpen('zoom')}>
          zoom
        </Button>
      </Example>
      <Example name="Popover">
        <PopoverButton panel="ui-kit-menu" className="border border-line">
          Menu
          <ChevronIcon />
        </PopoverButton>
        <PopoverPanel id="ui-kit-menu" label="UI kit menu" className="popover-below min-w-52 rounded-card p-2">
          <a href="#main" className="menu-item">
            Back to top
          </a>
          <NavLink to="/dev/ui" className="menu-item">
            This page
          </NavLink>
          <button type="button" className="menu-item">
            A button
          </button>
        </PopoverPanel>
      </Example>
      {open === 'confirm' && (
        <ConfirmDialog
          title="Delete “Tempo Running Shoe”?"
          error="The product wasn't deleted"
          close={close}
          confirm={close}
          cancelLabel="Cancel"
          confirmLabel="Delete"
        >
          It's removed from the shop right away.
        </ConfirmDialog>
      )}
      {open === 'zoom' && (
        <ZoomDialog
          title="Image"
          hint="Double-click or pinch to zoom"
          images={[{ src: SAMPLE, alt: 'A square' }]}
          size={640}
          close={close}
          labels={{
            close: 'Close',
            zoomIn: 'Zoom in',
            zoomOut: 'Zoom out',
            previous: 'Previous image',
            next: 'Next image',
            position: (position, count) => `${position} / ${count}`,
          }}
        />
      )}
      {open && open !== 'confirm' && open !== 'zoom' && (
        <Dialog title={`A ${open}`} variant={open} close={close} closeLabel="Close" footer={<Button onClick={close}>Done</Button>}>
          <TextField label="Name" name="name" />
        </Dialog>
      )}
    </Section>
  );
}
