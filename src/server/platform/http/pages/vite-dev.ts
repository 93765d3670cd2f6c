/** During development, Vite serves the pages from their sources, and the browser follows each change. */
import type { FastifyInstance } from 'fastify';
import type { Pages } from './ssr.ts';

/** Vite gets every request that no route of the shop handles, before the pages do. */
export async function startViteDev(app: FastifyInstance, root: string): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } });
  app.addHook('onRequest', (request, reply, done) => {
    // If Vite answers itself, `next` is never called.
    vite.middlewares(request.raw, reply.raw, () => done());
  });
  app.addHook('onClose', () => vite.close());
  return {
    renderPage: async (url, fetcher) => {
      // Loaded for each request; Vite caches what hasn't changed.
      const { renderPage } = (await vite.ssrLoadModule('/src/web/render-page.ts')) as Pick<Pages, 'renderPage'>;
      return renderPage(url, fetcher);
    },
    // Nothing is cached while developing.
    toPageUrl: (url) => url,
    assetsDir: null,
  };
}
