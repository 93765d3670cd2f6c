/** Looks at the shop as a customer without an account: each page and script is fetched once for all duties. */
import { type BodyOf, buildEndpointUrl, type Endpoint, type ParamsOf, type ReplyOf } from '../../../../contract/endpoint.ts';
import type { ShopRequest, ShopResponse, VisitShop } from '../../../platform/http/visit-shop.ts';
import type { Facts } from './facts.ts';
import { type PageLink, type ReadPage, readPage } from './read-page.ts';

export interface VisitedPage extends ReadPage {
  status: number;
  /** Where it ended, after redirects. */
  path: string;
  cookies: string[];
}

export interface Finding {
  state: 'met' | 'unmet' | 'unknown';
  /** In a sentence or two, for the merchant. */
  saw: string;
}

export type Check = (visitor: Visitor) => Promise<Finding> | Finding;

export const met = (saw: string): Finding => ({ state: 'met', saw });
export const unmet = (saw: string): Finding => ({ state: 'unmet', saw });
export const unknown = (saw: string): Finding => ({ state: 'unknown', saw });

const MAX_REDIRECTS = 3;
const MAX_SCRIPTS = 150;
const ORIGIN = 'http://shop';
/** Names of scripts that a script loads, later or at once. */
const LOADED_SCRIPT = /["'](?:\.\/|\/?assets\/)([\w.-]+\.js)["']/g;

/** Null: it leads out of the shop. */
function toOwnPath(to: string, publicUrl: string | null): string | null {
  const url = URL.parse(to, ORIGIN);
  if (!url) return null;
  const isOwn = url.origin === ORIGIN || (publicUrl !== null && url.origin === URL.parse(publicUrl)?.origin);
  return isOwn ? url.pathname + url.search : null;
}

export class Visitor {
  readonly facts: Facts;
  readonly #visit: VisitShop;
  readonly #headers: Record<string, string>;
  readonly #pages = new Map<string, Promise<VisitedPage>>();
  readonly #scripts = new Map<string, Promise<string>>();

  /** `cookie`: what lets into a closed shop. */
  constructor(visit: VisitShop, facts: Facts, cookie: string | null) {
    this.#visit = visit;
    this.facts = facts;
    this.#headers = cookie ? { cookie } : {};
  }

  #ask(path: string, request: ShopRequest = {}): Promise<ShopResponse> {
    return this.#visit(path, { ...request, headers: { ...this.#headers, ...request.headers } });
  }

  page(path: string): Promise<VisitedPage> {
    const known = this.#pages.get(path) ?? this.#open(path);
    this.#pages.set(path, known);
    return known;
  }

  async #open(path: string): Promise<VisitedPage> {
    let response = await this.#ask(path);
    let at = path;
    for (let count = 0; count < MAX_REDIRECTS && response.location !== null; count += 1) {
      const next = toOwnPath(response.location, this.facts.publicUrl);
      if (next === null) break;
      at = next;
      response = await this.#ask(at);
    }
    return { ...readPage(response.body), status: response.status, cookies: response.cookies, path: at };
  }

  /** Null: it was refused. `body`: absent in a call that only reads. */
  async call<E extends Endpoint>(endpoint: E, params: ParamsOf<E> | null, body?: BodyOf<E>): Promise<ReplyOf<E> | null> {
    const url = buildEndpointUrl(endpoint, params ?? {});
    const response = await this.#ask(url, body === undefined ? {} : { method: 'POST', body: body as object });
    return response.status === 200 ? (JSON.parse(response.body) as ReplyOf<E>) : null;
  }

  /** What each page of the shop links to at its bottom. */
  async footer(): Promise<PageLink[]> {
    return (await this.page('/')).links.filter(({ isInFooter }) => isInFooter);
  }

  /** By the words of their links, in the shop itself. */
  async findInFooter(words: RegExp): Promise<{ text: string; path: string }[]> {
    const links = (await this.footer()).filter(({ text }) => words.test(text));
    return links.flatMap(({ text, to }) => {
      const path = toOwnPath(to, this.facts.publicUrl);
      return path === null ? [] : [{ text, path }];
    });
  }

  isOwn(to: string): boolean {
    return toOwnPath(to, this.facts.publicUrl) !== null || /^data:/.test(to);
  }

  #script(path: string): Promise<string> {
    const known = this.#scripts.get(path) ?? this.#ask(path).then(({ status, body }) => (status === 200 ? body : ''));
    this.#scripts.set(path, known);
    return known;
  }

  /** The script with these words, among those that a page loads, and that these load in turn; null: none has them. */
  async findInScripts(path: string, words: RegExp): Promise<string | null> {
    const wanted = (await this.page(path)).scripts.flatMap((it) => toOwnPath(it, this.facts.publicUrl) ?? []);
    const add = (from: string, code: string) => {
      for (const [, name = ''] of code.matchAll(LOADED_SCRIPT))
        if (!name.startsWith('manifest-')) wanted.push(from.replace(/[^/]*$/, name));
    };
    const seen = new Set<string>();
    for (let script = wanted.shift(); script !== undefined && seen.size < MAX_SCRIPTS; script = wanted.shift()) {
      if (seen.has(script)) continue;
      seen.add(script);
      const code = await this.#script(script);
      if (words.test(code)) return script;
      add(script, code);
    }
    return null;
  }
}
