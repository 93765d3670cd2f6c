/** Moves a category among those of its parent, by buttons that a keyboard and a finger can use. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { ListedCategory } from '../../../contract/category.ts';
import { moveCategory } from '../../../contract/category-admin.ts';
import { api } from '../../api.ts';
import { ChevronIcon } from '../../kit/icons.tsx';
import { ActionButton } from '../parts/controls.tsx';
import { categories as words } from './messages.ts';

interface OrderButtonsProps {
  category: ListedCategory;
  categories: readonly ListedCategory[];
  onMoved: () => Promise<void>;
}

export function OrderButtons({ category, categories, onMoved }: OrderButtonsProps) {
  const [isBusy, setIsBusy] = useState(false);
  const { name, parent = null } = category;
  const brothers = categories.filter((it) => (it.parent ?? null) === parent);
  const place = brothers.findIndex(({ _id }) => _id === category._id);

  const move = async (change: -1 | 1) => {
    const next = place + change;
    const others = brothers.filter(({ _id }) => _id !== category._id);
    setIsBusy(true);
    try {
      await api(moveCategory, { params: { id: category._id }, body: { parent, after: others[next - 1]?._id ?? null } });
      toast(words.moved(name, next + 1, brothers.length));
      await onMoved();
    } catch {
      toast.error(words.notMoved);
    }
    setIsBusy(false);
  };
  // While it is busy nothing is disabled, so that the keyboard's focus stays.
  const button = (label: string, change: -1 | 1) => (
    <ActionButton
      variant="quiet"
      size="small"
      aria-label={label}
      disabled={!brothers[place + change]}
      onClick={() => {
        if (!isBusy) void move(change);
      }}
    >
      <ChevronIcon className={change < 0 ? 'rotate-180' : ''} />
    </ActionButton>
  );
  return (
    <>
      {button(words.moveUp(name), -1)}
      {button(words.moveDown(name), 1)}
    </>
  );
}
