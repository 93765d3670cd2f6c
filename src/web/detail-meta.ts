import { createTitleMeta } from './meta.ts';

type TitleArgs = Parameters<ReturnType<typeof createTitleMeta>>[0];

/** The meta of a route that is a list, or what the URL's `id` names of it. Apart from meta.ts, which every first visit loads. */
export const createDetailMeta =
  (listTitle: string, getDetailTitle: (id: string) => string) => (args: TitleArgs & { params: { id?: string | undefined } }) => {
    const { id } = args.params;
    return createTitleMeta(id === undefined ? listTitle : getDetailTitle(id))(args);
  };
