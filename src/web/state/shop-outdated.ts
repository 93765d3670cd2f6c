/** Whether an admin has changed something that every page shows, and this tab hasn't loaded it yet. */
let isOutdated = false;

export const isShopOutdated = (): boolean => isOutdated;

export function setShopOutdated(value: boolean): void {
  isOutdated = value;
}
