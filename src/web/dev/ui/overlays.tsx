import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { Dialog, type DialogVariant } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { ChevronIcon } from '../../kit/icons.tsx';
import { NavLink } from '../../kit/link.tsx';
import { PopoverButton, PopoverPanel } from '../../kit/popover.tsx';
import { ZoomDialog } from '../../kit/zoom/zoom-dialog.tsx';
import { Example, Section } from './example.tsx';
import { SAMPLE } from './sample.ts';

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
