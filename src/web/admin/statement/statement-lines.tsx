/** The lines of a bank statement, each with its order and whether it fits. */
import type { StatementLine } from '../../../contract/order-payment.ts';
import { Link } from '../../kit/link.tsx';
import { formatPrice } from '../../shared/format.ts';
import { statement as words } from './messages.ts';

interface StatementLinesProps {
  lines: StatementLine[];
  chosen: ReadonlySet<string>;
  /** Null: booked; a text: why not. */
  results: ReadonlyMap<string, string | null>;
  isBookable: (line: StatementLine) => boolean;
  toggle: (key: string, isChosen: boolean) => void;
}

const formatSum = (amount: number, currency: string) => (currency ? formatPrice(amount, currency) : amount.toFixed(2));

export function StatementLines({ lines, chosen, results, isBookable, toggle }: StatementLinesProps) {
  return (
    <ul className="tabular-nums divide-y divide-line border-y border-line">
      {lines.map((line) => {
        const { key, date, amount, currency, payer, text, order } = line;
        const canBook = isBookable(line) && results.get(key) !== null;
        return (
          <li key={key} className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[2rem_7rem_8rem_1fr_14rem]">
            <span>
              {canBook && order && (
                <input
                  type="checkbox"
                  aria-label={words.choose(order.number)}
                  checked={chosen.has(key)}
                  onChange={({ target }) => toggle(key, target.checked)}
                  className="size-5 accent-accent"
                />
              )}
            </span>
            <span className="text-soft">{date}</span>
            <span className="font-[560]">{formatSum(amount, currency)}</span>
            <span className="min-w-0 wrap-anywhere">
              {payer && <span className="block">{payer}</span>}
              <span className="block text-small text-soft">{text}</span>
            </span>
            <LineState line={line} result={results.get(key)} />
          </li>
        );
      })}
    </ul>
  );
}

function LineState({ line: { state, order }, result }: { line: StatementLine; result: string | null | undefined }) {
  const told = result === undefined ? words.states[state] : result === null ? words.booked(1) : words.failed(result);
  const tone = result === null || (result === undefined && state === 'fits') ? 'text-good' : result ? 'text-danger' : 'text-soft';
  return (
    <span className="min-w-0">
      {order && (
        <span className="block">
          <Link to={`/dashboard/admin/orders/${order._id}`} className="text-accent hover:underline">
            {words.number(order.number)}
          </Link>{' '}
          {result !== null && <span className="text-small text-soft">{words.left(formatPrice(order.left, order.currency))}</span>}
        </span>
      )}
      <span className={`block text-small ${tone}`}>{told}</span>
    </span>
  );
}
