/** As tall as the bar at the top. */
const BAR_HEIGHT = 72;
/** Lower in the window than this share of its height, little of a list is in sight. */
const LOWEST_SHARE = 0.6;

/** What was chosen shows its result, wherever the page is scrolled to: the heading of product-list.tsx is the list's top. */
export function showResults(): void {
  const heading = document.getElementById('results');
  const top = heading?.getBoundingClientRect().top ?? 0;
  if (top < BAR_HEIGHT || top > innerHeight * LOWEST_SHARE) heading?.scrollIntoView();
}
