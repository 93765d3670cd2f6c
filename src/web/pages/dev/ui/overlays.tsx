import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog, type DialogVariant } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { PopoverButton, PopoverPanel, popoverItem } from '../../../ui/popover.tsx';
import { ZoomDialog } from '../../../ui/zoom/zoom-dialog.tsx';
import { Example, Section } from './example.tsx';
import { SAMPLE } from './sample.ts';

const VARIANTS: DialogVariant[] = ['card', 'sheet', 'drawer', 'screen'];

export function Overlays() {
  const [open, setOpen] = useState<DialogVariant | 'confirm' | 'zoom' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Over the page">
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
      <Example name="Pop over">
        <PopoverButton panel="ui-kit-menu" className="border border-line">
          Menu
          <ChevronIcon />
        </PopoverButton>
        <PopoverPanel id="ui-kit-menu" label="Menu of parts" className="popover-below min-w-52 rounded-card p-2">
          <a href="#main" className={popoverItem}>
            One way
          </a>
          <button type="button" className={popoverItem}>
            Another
          </button>
        </PopoverPanel>
      </Example>
      {open === 'confirm' && (
        <ConfirmDialog
          title="Delete “Tempo Running Shoe”?"
          error="It could not be deleted"
          close={close}
          confirm={close}
          cancelLabel="Cancel"
          confirmLabel="Delete"
        >
          It leaves the shop at once.
        </ConfirmDialog>
      )}
      {open === 'zoom' && (
        <ZoomDialog
          title="Picture"
          hint="Press to enlarge"
          src={SAMPLE}
          alt="A square"
          size={640}
          close={close}
          labels={{ close: 'Close', zoomIn: 'Larger', zoomOut: 'Smaller' }}
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
