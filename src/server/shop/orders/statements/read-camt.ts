/** CAMT.053, the statement of ISO 20022, in any of its versions. Read by htmlparser2, which knows no entities but XML's own and loads nothing. */
import { Parser } from 'htmlparser2';
import type { BankLine } from './bank-line.ts';

interface Entry {
  values: Map<string, string[]>;
  currency: string;
}

const toLocal = (name: string) => name.slice(name.indexOf(':') + 1);

/** Where an entry has what a line needs, by the last elements of its path. */
const PATHS = {
  amount: ['Ntry/Amt'],
  sign: ['Ntry/CdtDbtInd'],
  isReversal: ['Ntry/RvslInd'],
  date: ['Ntry/BookgDt/Dt', 'Ntry/BookgDt/DtTm', 'Ntry/ValDt/Dt'],
  reference: ['Ntry/AcctSvcrRef', 'TxDtls/Refs/AcctSvcrRef'],
  payer: ['Dbtr/Nm', 'Dbtr/Pty/Nm'],
  text: ['RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'Refs/EndToEndId', 'Ntry/AddtlNtryInf'],
} as const;

const DECIMAL = /^\d{1,15}(\.\d{1,5})?$/;

/** Some batches hold several payments in one entry: each has a sum and a payer of its own. */
function toLines({ values, currency }: Entry, details: Entry[]): BankLine[] {
  const own = details.filter((it) => it.values.has('TxDtls/Amt') || it.values.has('TxAmt/Amt'));
  const parts = own.length > 1 ? own : [{ values: new Map([...values, ...(details[0]?.values ?? [])]), currency }];
  return parts.flatMap((part): BankLine[] => {
    const find = (name: keyof typeof PATHS) => PATHS[name].flatMap((path) => part.values.get(path) ?? values.get(path) ?? []);
    const amount = part.values.get('TxDtls/Amt')?.[0] ?? part.values.get('TxAmt/Amt')?.[0] ?? values.get('Ntry/Amt')?.[0] ?? '';
    if (!DECIMAL.test(amount)) return [];
    const isCredit = (find('sign')[0] === 'CRDT') !== (find('isReversal')[0] === 'true');
    const cents = Math.round(Number(amount) * 100);
    return [
      {
        date: find('date')[0]?.slice(0, 10) ?? null,
        amountCents: isCredit ? cents : -cents,
        currency: (part.currency || currency).toLowerCase(),
        payer: find('payer')[0] ?? '',
        text: [...new Set(find('text'))].filter((it) => it !== 'NOTPROVIDED').join(' '),
        bankReference: own.length > 1 ? '' : (find('reference')[0] ?? ''),
      },
    ];
  });
}

export function readCamt(xml: string): BankLine[] {
  const lines: BankLine[] = [];
  const path: string[] = [];
  let entry: Entry | null = null;
  let details: Entry[] = [];
  let text = '';
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        const name = toLocal(tag);
        path.push(name);
        text = '';
        if (name === 'Ntry') [entry, details] = [{ values: new Map(), currency: '' }, []];
        if (name === 'TxDtls' && entry) details.push({ values: new Map(), currency: '' });
        const target = details.at(-1) ?? entry;
        if (name === 'Amt' && target && !target.currency && attributes.Ccy) target.currency = attributes.Ccy;
      },
      ontext: (part) => {
        text += part;
      },
      onclosetag: (tag) => {
        const value = text.trim();
        const isInDetails = path.includes('TxDtls');
        const target = isInDetails ? details.at(-1) : entry;
        for (const depth of value && target ? [2, 3, 4] : []) {
          const key = path.slice(-depth).join('/');
          target?.values.set(key, [...(target.values.get(key) ?? []), value]);
        }
        if (toLocal(tag) === 'Ntry' && entry) {
          lines.push(...toLines(entry, details));
          [entry, details] = [null, []];
        }
        path.pop();
        text = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return lines;
}
