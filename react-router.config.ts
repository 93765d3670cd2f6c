import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The whole table of pages comes with the first page: no request to learn of the next one.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
