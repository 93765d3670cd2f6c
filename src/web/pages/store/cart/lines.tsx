import toast from 'react-hot-toast';
import { Link } from 'react-router';
import type { Issue } from '../../../../contract/common.ts';
import { ProductPicture } from '../../../components/product-picture.tsx';
import { ADD_MAX, EXCERPT } from '../../../constants.ts';
import { excerpt, formatPrice } from '../../../format.ts';
import { cart, detail } from '../../../messages.store.ts';
import { common, spec } from '../../../messages.ts';
import { addToCart, type CartLine, removeFromCart } from '../../../state/cart.ts';
import { Button } from '../../../ui/button.tsx';
import { Stepper } from '../../../ui/stepper.tsx';

interface LinesProps {
  lines: CartLine[];
  /** What the server said of single products; `path` is the id. */
  issues: Issue[];
  /** The last item of a line was taken: its button is gone, and the focus with it. */
  onGone: () => void;
}

export function Lines({ lines, issues, onGone }: LinesProps) {
  return (
    <section>
      <h2 className="sr-only">{cart.items}</h2>
      <ul className="border-t border-line">
        {lines.map((line) => (
          <Line
            key={line.product._id}
            line={line}
            issue={issues.find((it) => it.path.toLowerCase() === line.product._id.toLowerCase())?.message}
            onGone={onGone}
          />
        ))}
      </ul>
    </section>
  );
}

/** What was stored may be old or odd: a stock that makes no sense is no bound. */
function mostOf({ product, count }: CartLine): number {
  const most = Number.isInteger(product.quantity) && product.quantity > 0 ? Math.min(product.quantity, ADD_MAX) : ADD_MAX;
  return Math.max(most, count);
}

function changeCount({ product, count }: CartLine, next: number): void {
  for (let taken = count; taken > next; taken -= 1) removeFromCart(product._id);
  if (next > count && !addToCart(product, next - count)) toast.error(common.cartNotKept);
}

function Line({ line, issue, onGone }: { line: CartLine; issue: string | undefined; onGone: () => void }) {
  const { product, count } = line;
  const to = `/product/${product.slug}`;
  const remove = () => {
    removeFromCart(product._id);
    toast.success(spec.removed);
    if (count === 1) onGone();
  };
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 border-b border-line py-5 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <Link to={to} tabIndex={-1} aria-hidden="true" className="row-span-2 self-start overflow-hidden rounded-card">
        <ProductPicture image={product.image} alt="" sizes="112px" />
      </Link>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <div className="min-w-0">
          <h3 className="text-base leading-snug font-[600] tracking-[-0.01em]">
            <Link to={to} className="inline-block py-0.5 hover:text-accent">
              {product.name}
            </Link>
          </h3>
          <p className="mt-0.5 text-small text-soft">{excerpt(product.description, EXCERPT.category)}</p>
          <p className="figures mt-0.5 text-small text-soft">{cart.each(formatPrice(product.price))}</p>
          {issue && <p className="mt-1 text-small text-danger">{issue}</p>}
        </div>
        <p className="figures font-[600]">{formatPrice((Math.round(product.price * 100) * count) / 100)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Stepper
          label={cart.countOf(product.name)}
          lessLabel={`${detail.less}: ${product.name}`}
          moreLabel={`${detail.more}: ${product.name}`}
          value={count}
          min={1}
          max={mostOf(line)}
          onChange={(next) => changeCount(line, next)}
        />
        <Button variant="danger-quiet" className="px-2!" aria-label={cart.removeOf(product.name)} onClick={remove}>
          {spec.removeItem}
        </Button>
      </div>
    </li>
  );
}
