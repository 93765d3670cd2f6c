import type { ImportStatus } from '../../../contract/product-import-fields.ts';
import { Badge, type BadgeTone } from '../../kit/badge.tsx';
import { productImport as words } from './messages.ts';

const TONES: Record<ImportStatus, BadgeTone> = {
  uploading: 'quiet',
  checking: 'accent',
  ready: 'quiet',
  queued: 'accent',
  running: 'accent',
  done: 'good',
  cancelled: 'quiet',
  failed: 'caution',
};

export function StatusBadge({ status, hasProblem }: { status: ImportStatus; hasProblem: boolean }) {
  return <Badge tone={hasProblem ? 'caution' : TONES[status]}>{words.status[status]}</Badge>;
}
