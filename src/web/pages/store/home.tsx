import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { listCategories } from '../../../contract/category.ts';
import type { Api } from '../../api.ts';
import { inBrowser, onServer } from '../../load.ts';

const load = async (api: Api) => ({ categories: (await api(listCategories)).category });

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export default function Home() {
  const { categories } = useLoaderData<typeof loader>();
  const [n, setN] = useState(0);
  return (
    <button type="button" onClick={() => setN(n + 1)}>
      Hello {categories.length} {n}
    </button>
  );
}
