/** A list whose rows are put in order by dragging, with mouse or finger, and by buttons, with `data-move` of up or down. */
import { type PointerEvent, useEffect, useRef, useState } from 'react';

/**
 * Where the row at `from` is inserted when it is dragged to `y`: after each row whose middle it has passed, so that rows of different
 * heights don't swap back and forth.
 */
function findDropIndex(rows: Element[], from: number, y: number): number {
  const middles = rows.map((row) => row.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
  const before = middles.findIndex((middle, index) => index < from && y < middle);
  if (before >= 0) return before;
  return Math.max(
    from,
    middles.findLastIndex((middle, index) => index > from && y > middle),
  );
}

/** `keys`: those of the rows, in their order. */
export function useSortable(keys: readonly string[], move: (key: string, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [draggedKey, setDraggedKey] = useState<string | null>(null);
  const [moved, setMoved] = useState<{ key: string; button: 'up' | 'down' } | null>(null);
  const movedTo = moved ? keys.indexOf(moved.key) : -1;

  // A row that is moved may lose the focus.
  useEffect(() => {
    const row = moved && list.current?.children[movedTo];
    if (!row) return;
    const buttons = [row.querySelector<HTMLButtonElement>(`[data-move="${moved.button}"]`), ...row.querySelectorAll('button')];
    buttons.find((it) => it && !it.disabled)?.focus();
  }, [moved, movedTo]);

  return {
    list,
    /** The list captures all events of the drag, by mouse or finger, because the pressed row moves in the DOM. */
    listProps: {
      onPointerMove: ({ clientY }: PointerEvent) => {
        if (draggedKey === null || !list.current) return;
        const from = keys.indexOf(draggedKey);
        const to = findDropIndex([...list.current.children], from, clientY);
        if (to !== from) move(draggedKey, to);
      },
      onLostPointerCapture: () => setDraggedKey(null),
    },
    draggedKey,
    /** Where the row is that a button has moved last; -1: none. */
    movedTo,
    step: (key: string, to: number, button: 'up' | 'down') => {
      move(key, to);
      setMoved({ key, button });
    },
    startDrag: (event: PointerEvent, key: string) => {
      if (event.button !== 0) return;
      list.current?.setPointerCapture(event.pointerId);
      setDraggedKey(key);
    },
  };
}
