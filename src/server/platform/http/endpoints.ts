/** Every call of the contract with its schemas, which stand beside it under its name: `login` and `loginSchemas`. */
import type { Endpoint, EndpointSchemas } from '../../../contract/endpoint.ts';
import * as nouns from '../../../contract/nouns.ts';
import { isRecord } from '../../../contract/values.ts';

type SchemasOf<Noun> = {
  [Name in keyof Noun & string as Noun[Name] extends Endpoint ? `${Name}Schemas` : never]: Noun[Name] extends Endpoint<infer S> ? S : never;
};

/** Doesn't compile if a call has no schemas beside it, or others than it declares. */
const described: { [Noun in keyof typeof nouns]: SchemasOf<(typeof nouns)[Noun]> } = nouns;

interface Described {
  name: string;
  schemas: EndpointSchemas;
}

const isEndpoint = (value: unknown): value is Endpoint => isRecord(value) && 'method' in value && 'path' in value && 'access' in value;

function* listDescribed(): Generator<[Endpoint, Described]> {
  for (const noun of Object.values<Record<string, unknown>>(described)) {
    for (const [name, endpoint] of Object.entries(noun)) {
      // The type above says that they are there.
      if (isEndpoint(endpoint)) yield [endpoint, { name, schemas: noun[`${name}Schemas`] as EndpointSchemas }];
    }
  }
}

const byEndpoint = new Map(listDescribed());

export const endpoints: readonly Endpoint[] = [...byEndpoint.keys()];

function describe(endpoint: Endpoint): Described {
  const found = byEndpoint.get(endpoint);
  if (!found) throw new Error(`${endpoint.method} ${endpoint.path} is unknown: add its file to src/contract/nouns.ts`);
  return found;
}

/** They are of the type that the endpoint declares, see above. */
export const getSchemas = <S extends EndpointSchemas>(endpoint: Endpoint<S>): S => describe(endpoint).schemas as S;

/** The endpoint's name in the contract, which is unique. */
export const getOperationId = (endpoint: Endpoint): string => describe(endpoint).name;
