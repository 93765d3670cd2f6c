import { useState } from 'react';
import toast from 'react-hot-toast';
import type { Issue } from '../../../../contract/common.ts';
import { cart } from '../../../messages.buy.ts';
import { common, spec } from '../../../messages.ts';
import { type CartLine, putBack, refreshCart, type Taken, takeFromCart } from '../../../state/cart.ts';
import { Line } from './line.tsx';
import { standingOf } from './standing.ts';
import type { Comparison } from './use-comparison.ts';

/** The line that was taken out last, and how it comes back. */
interface Removed {
  line: CartLine;
  /** Its place among the lines. */
  index: number;
  taken: Taken[];
}

interface LinesProps {
  lines: CartLine[];
  comparison: Comparison;
  /** What the server said of single products; `path` is the id. */
  issues: Issue[];
}

function withRemoved(lines: CartLine[], removed: Removed | null): CartLine[] {
  if (!removed || lines.some(({ product }) => product._id === removed.line.product._id)) return lines;
  return lines.toSpliced(removed.index, 0, removed.line);
}

export function Lines({ lines, comparison, issues }: LinesProps) {
  const [removed, setRemoved] = useState<Removed | null>(null);
  const shown = withRemoved(lines, removed);
  if (!shown.length) return null;

  const remove = (line: CartLine, count: number) => {
    const taken = takeFromCart(line.product._id, count);
    toast.success(spec.removed);
    if (count >= line.count) setRemoved({ line, index: lines.indexOf(line), taken });
  };
  const undo = ({ taken }: Removed) => {
    if (!putBack(taken)) toast.error(common.cartNotKept);
    // It may have been taken out before the shop had answered.
    refreshCart(comparison.now);
    setRemoved(null);
  };

  return (
    <section>
      <h2 className="sr-only">{cart.items}</h2>
      <ul className="border-t border-line">
        {shown.map((line) => (
          <Line
            key={line.product._id}
            line={line}
            standing={standingOf(line, comparison)}
            issue={issues.find((it) => it.path.toLowerCase() === line.product._id.toLowerCase())?.message}
            remove={(count) => remove(line, count)}
            undo={removed?.line === line ? () => undo(removed) : null}
          />
        ))}
      </ul>
    </section>
  );
}
