import { useRef, useState } from 'react';

/** A list whose entries keep their key while others come and go, so that the focus stays. */
export function useKeyed<Item>(initial: readonly Item[]) {
  const [rows, setRows] = useState(() => initial.map((item, key) => ({ key, item })));
  const nextKey = useRef(initial.length);
  return {
    rows,
    items: rows.map(({ item }) => item),
    add: (item: Item) => {
      const key = nextKey.current;
      nextKey.current += 1;
      setRows([...rows, { key, item }]);
    },
    remove: (key: number) => setRows(rows.filter((row) => row.key !== key)),
    change: (key: number, item: Item) => setRows(rows.map((row) => (row.key === key ? { key, item } : row))),
  };
}
