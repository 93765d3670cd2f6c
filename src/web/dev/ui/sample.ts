/** An inline image, which needs no server. */
export const SAMPLE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#e6e0fa"/><circle cx="32" cy="30" r="14" fill="#4b3fd6"/></svg>',
)}`;
