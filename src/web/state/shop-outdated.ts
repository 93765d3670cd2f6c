/** Whether an admin has changed what every page shows of the shop, and this tab hasn't it yet. */
let isOutdated = false;

export const isShopOutdated = (): boolean => isOutdated;

export function setShopOutdated(value: boolean): void {
  isOutdated = value;
}
