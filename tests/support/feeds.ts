/** Makes the feeds for Google and Meta as the job does, and reads them as other programs do. */

import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { Parser } from 'htmlparser2';
import { FEED_PATHS, updateFeeds } from '../../src/contract/feeds.ts';
import { renewFeeds } from '../../src/server/shop/feeds/build-feeds.service.ts';
import { requestBuild } from '../../src/server/shop/feeds/feed.repository.ts';
import type { Shop } from './harness.ts';

/** The elements of an item by their names; one that comes several times, or has others inside, is a list. */
export type XmlItem = Record<string, string>;

/** Throws where the feed isn't well-formed: the parser knows no entities but XML's own. */
export function readGoogleFeed(xml: string): XmlItem[] {
  const items: XmlItem[] = [];
  const open: string[] = [];
  let text = '';
  const parser = new Parser(
    {
      onopentag: (name) => {
        open.push(name);
        text = '';
        if (name === 'item') items.push({});
      },
      ontext: (it) => {
        text += it;
      },
      onclosetag: (name, isImplied) => {
        if (isImplied || open.pop() !== name) throw new Error(`The feed isn't well-formed at ${name}`);
        const item = items.at(-1);
        const path = open.at(-1) === 'g:shipping' ? `shipping.${name}` : name;
        if (item && open.includes('item') && text) item[path.replaceAll('g:', '')] = text;
        text = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  if (open.length) throw new Error(`The feed ends inside of ${open.join(' > ')}`);
  return items;
}

export const readMetaFeed = (csv: string): Record<string, string>[] => parse(csv, { columns: true });

/** Makes them now, whatever the clock says. */
export async function buildNow({ deps }: Pick<Shop, 'deps'>): Promise<void> {
  await requestBuild(deps.db, randomUUID(), deps.now());
  await renewFeeds(deps, new AbortController().signal);
}

/** Switches them on and makes them. */
export async function openFeeds(shop: Shop, token: string, country = 'US'): Promise<void> {
  const { status, body } = await shop.call(updateFeeds, { token, body: { isOn: true, country } });
  if (status !== 200) throw new Error(`The feeds can't be switched on: ${body.message}`);
  await buildNow(shop);
}

export async function fetchFeeds(shop: Shop): Promise<{ google: XmlItem[]; meta: Record<string, string>[]; xml: string; csv: string }> {
  const [xml = '', csv = ''] = await Promise.all(
    [FEED_PATHS.google, FEED_PATHS.meta].map(async (url) => String((await shop.send({ url })).body.text)),
  );
  return { google: readGoogleFeed(xml), meta: readMetaFeed(csv), xml, csv };
}
