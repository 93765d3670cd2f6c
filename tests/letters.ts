/** A letter for tests that aren't about what stands in it. */
import { type Letter, writeLetter } from '../src/server/mail/letter.ts';

export function letterTo(recipient: string, change: Partial<Letter> = {}): Letter {
  const draft = {
    kind: 'order paid',
    recipient,
    subject: 'Your order #1 is paid',
    greeting: 'Hello Zoë 🦉,',
    parts: ['Grüße', 'a . dot'],
  } as const;
  return { ...writeLetter(draft), ...change };
}
