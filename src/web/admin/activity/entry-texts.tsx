/** Who and what of an entry, in words. */
import type { AuditEntry } from '../../../contract/audit.ts';
import { formatOrderNumber } from '../../../contract/order-number.ts';
import { audit as words } from './messages.ts';

export function ActorName({ actor: { kind, _id, name } }: Pick<AuditEntry, 'actor'>) {
  const shown = name ?? (_id ? words.deletedAccount : null);
  return (
    <span className="block min-w-0">
      <bdi className="line-clamp-2 sm:min-w-28">{shown ?? words.actors[kind]}</bdi>
      {shown && <span className="block text-small text-soft">{words.actors[kind]}</span>}
    </span>
  );
}

export function describeObject({ object: { type, _id, name }, part }: Pick<AuditEntry, 'object' | 'part'>): string {
  const shown = name ?? (type === 'setting' ? words.setting(_id) : null);
  const object = [words.object(type), type === 'order' && shown ? formatOrderNumber(shown) : shown].filter(Boolean).join(' ');
  return part ? words.part(part, object) : object;
}
