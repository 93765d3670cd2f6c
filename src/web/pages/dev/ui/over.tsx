import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog, type DialogShape } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { PopOverButton, PopOverPanel, popOverItem } from '../../../ui/pop-over.tsx';
import { ZoomDialog } from '../../../ui/zoom/zoom-dialog.tsx';
import { Chapter, Part } from './part.tsx';
import { SAMPLE } from './sample.ts';

const SHAPES: DialogShape[] = ['card', 'sheet', 'drawer', 'screen'];

export function Over() {
  const [open, setOpen] = useState<DialogShape | 'confirm' | 'zoom' | null>(null);
  const close = () => setOpen(null);
  return (
    <Chapter title="Over the page">
      <Part name="Dialog">
        {SHAPES.map((shape) => (
          <Button key={shape} variant="secondary" onClick={() => setOpen(shape)}>
            {shape}
          </Button>
        ))}
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          confirm
        </Button>
        <Button variant="secondary" onClick={() => setOpen('zoom')}>
          zoom
        </Button>
      </Part>
      <Part name="Pop over">
        <PopOverButton panel="parts-menu" className="border border-line">
          Menu
          <ChevronIcon />
        </PopOverButton>
        <PopOverPanel id="parts-menu" label="Menu of parts" className="pop-below min-w-52 rounded-card p-2">
          <a href="#main" className={popOverItem}>
            One way
          </a>
          <button type="button" className={popOverItem}>
            Another
          </button>
        </PopOverPanel>
      </Part>
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
          labels={{ close: 'Close', larger: 'Larger', smaller: 'Smaller' }}
        />
      )}
      {open && open !== 'confirm' && open !== 'zoom' && (
        <Dialog title={`A ${open}`} shape={open} close={close} closeLabel="Close" footer={<Button onClick={close}>Done</Button>}>
          <TextField label="Name" name="name" />
        </Dialog>
      )}
    </Chapter>
  );
}
