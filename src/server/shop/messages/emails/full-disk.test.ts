/** Emails that are saved to files, on a disk that is full. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeEmail } from '../../../../../tests/support/emails.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { mountTinyDisk } from '../../../../../tests/support/tiny-disk.ts';
import { HOUR, SECOND } from '../../../../contract/values.ts';
import { emails } from '../../database/schema/messages.ts';
import { sendQueuedEmails } from './email.service.ts';
import { createFileMailer } from './mailer.ts';
import { queueEmail } from './outbox.ts';

const disk = mountTinyDisk('64k');
afterAll(() => disk?.unmount());
const shop = await openShop();

test.skipIf(!disk)(
  '[RUN-16] [LETTER-2] [fault 23] on a full disk an email waits and leaves no partial file; when there is space it is saved',
  async () => {
    if (!disk) return;
    const directory = path.join(disk.folder, 'mail');
    const mailer = createFileMailer(directory, { name: 'Shop', address: 'hello@shop.example' });
    const send = () => sendQueuedEmails({ ...shop.deps, mailer }, { log: SILENT_LOG });
    const queue = () => shop.deps.db.transaction((tx) => queueEmail(tx, makeEmail('ada@example.com'), shop.deps.now()));
    await queue();
    expect(await send()).toBe(1);
    shop.advanceClock(SECOND);
    await queue();
    disk.fill();
    expect(await send()).toBe(0);
    const waiting = await shop.deps.db.select().from(emails).orderBy(emails.createdAt);
    expect(waiting.map(({ attempts, sentAt }) => [attempts, sentAt !== null])).toEqual([
      [1, true],
      [1, false],
    ]);
    expect(waiting[1]?.lastError).toContain('ENOSPC');
    expect(readdirSync(directory)).toEqual([`${waiting[0]?.id}.eml`]);
    disk.free();
    shop.advanceClock(HOUR);
    expect(await send()).toBe(1);
    expect(readdirSync(directory).toSorted()).toEqual(waiting.map(({ id }) => `${id}.eml`).toSorted());
  },
);
