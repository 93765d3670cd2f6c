/** The table of pages, one line each. */
import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [index('pages/store/home.tsx'), route('*', 'pages/store/not-found.tsx')] satisfies RouteConfig;
