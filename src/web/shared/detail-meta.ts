import { createTitleMeta } from './meta.ts';

type TitleArgs = Parameters<ReturnType<typeof createTitleMeta>>[0];

/** The meta tags of a route that shows a list, or the item that the URL's `id` names. Not in meta.ts, which every first visit loads. */
export const createDetailMeta =
  (listTitle: string, getDetailTitle: (id: string) => string) => (args: TitleArgs & { params: { id?: string | undefined } }) => {
    const { id } = args.params;
    return createTitleMeta(id === undefined ? listTitle : getDetailTitle(id))(args);
  };
