/** The place of the panel that appears after adding to the cart. Its code is only downloaded then; if that fails, the toast is enough. */
import { useEffect, useState } from 'react';
import { useJustAdded } from '../../state/just-added.ts';
import type { AddedPanel } from './added-panel.tsx';

export function AddedPanelSlot() {
  const added = useJustAdded();
  const [Panel, setPanel] = useState<typeof AddedPanel>();
  useEffect(() => {
    if (added) import('./added-panel.tsx').then((it) => setPanel(() => it.AddedPanel)).catch(() => {});
  }, [added]);
  return added && Panel && <Panel added={added} />;
}
