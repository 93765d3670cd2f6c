/** A page's load function knows no side; these two give it the api of the side it runs on. */
import { createContext, type RouterContextProvider } from 'react-router';
import { type Api, api } from './api.ts';

export interface LoadArgs {
  params: Record<string, string | undefined>;
  url: URL;
}

/** The server puts its in-process api here before it renders. */
export const apiContext = createContext<Api>();

interface ServerArgs {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
}

type Load<T> = (api: Api, args: LoadArgs) => Promise<T>;

export function onServer<T>(load: Load<T>) {
  return ({ request, params, context }: ServerArgs) => load(context.get(apiContext), { params, url: new URL(request.url) });
}

export function inBrowser<T>(load: Load<T>) {
  return ({ request, params }: Pick<ServerArgs, 'request' | 'params'>) => load(api, { params, url: new URL(request.url) });
}
