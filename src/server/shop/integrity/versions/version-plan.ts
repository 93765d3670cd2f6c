/** A plan of what restoring an earlier version would change. */
import { isDeepStrictEqual } from 'node:util';
import type { VersionPreview } from '../../../../contract/audit.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { DEFAULT_WIDTH, imageFileName } from '../../content/media/image-url.ts';
import type { Parts, Row, Step } from './version.repository.ts';

export type Context = Pick<Deps, 'db' | 'images' | 'now' | 'payment' | 'memoize' | 'publicUrl' | 'setupWarnings'>;

export interface VersionPlan {
  /** The current version; null: it was deleted. */
  version: number | null;
  changes: VersionPreview['changes'];
  kept: VersionPreview['kept'];
  /** Images that it doesn't have now. */
  imageIds: string[];
  /** Writes the plan, through the service that saves its form. */
  write: (context: Context) => Promise<unknown>;
}

export const createNotRestorable = (message: string): AppError => new AppError('invalid_request', message);

/** Undoes the steps, newest first. */
export function rewind(current: Parts, steps: Step[]): Parts {
  const parts: Parts = new Map(current);
  for (const { action, part, changes } of steps) {
    const name = part ?? '';
    const before = Object.fromEntries(Object.entries(changes).map(([column, change]) => [column, change.before ?? null]));
    if (action === 'created') parts.delete(name);
    else parts.set(name, action === 'deleted' ? before : { ...parts.get(name), ...before });
  }
  return parts;
}

/** An absent column equals an empty one. */
export function listChanges(current: Row | undefined, next: Row): VersionPreview['changes'] {
  return Object.entries(next)
    .map(([field, after]) => ({ field, before: current?.[field] ?? null, after: after ?? null, hidden: false }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

export function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}

export const getVersion = (row: Row | undefined): number | null => (typeof row?.version === 'number' ? row.version : null);

/** Whether its files still exist: the cleanup job deletes images that nothing shows. */
export const hasFiles = async (images: Context['images'], imageId: string): Promise<boolean> =>
  (await images.find(imageFileName(imageId, DEFAULT_WIDTH))) !== null;
