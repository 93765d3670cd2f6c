/** How a customer is reached, and where to ship to. Names and addresses can have any length and direction. */
import type { ReactNode } from 'react';
import type { Customer } from '../../../../contract/account.ts';
import { Panel } from '../../../kit/panel.tsx';
import { Badge } from '../../../kit/status.tsx';
import { users as listWords, customer as words } from '../messages.ts';

export function CustomerContact({ customer: { email, phone, address, addresses } }: { customer: Customer }) {
  return (
    <Panel title={words.contact}>
      <dl className="-mt-2 grid gap-3">
        <DetailItem name={listWords.email}>
          <a
            href={`mailto:${encodeURIComponent(email)}`}
            className="inline-flex min-h-6 items-center wrap-anywhere text-accent hover:underline"
          >
            {email}
          </a>
        </DetailItem>
        <DetailItem name={listWords.phone}>{phone || '–'}</DetailItem>
        <DetailItem name={words.profileAddress}>{address || '–'}</DetailItem>
        <DetailItem name={words.addresses}>
          {addresses.length === 0 && words.noAddresses}
          <ul className="grid gap-3">
            {addresses.map(({ _id, text, isDefault }) => (
              <li key={_id} dir="auto" className="line-clamp-8">
                {text}
                {isDefault && (
                  <span className="ml-2">
                    <Badge>{words.defaultAddress}</Badge>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </DetailItem>
      </dl>
    </Panel>
  );
}

function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-soft">{name}</dt>
      <dd dir="auto" className="text-left whitespace-pre-line">
        {children}
      </dd>
    </div>
  );
}
