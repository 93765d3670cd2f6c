import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    target: 'es2023',
    // All of these know light-dark(): written out for older ones it would follow the system alone, not the theme switch.
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
});
