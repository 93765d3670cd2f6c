/** The merchant's daily email: sales, open tasks, and low stock. */
import { toDollars } from '../../../contract/money.ts';
import { addDays, toDay, toHour } from '../../../contract/time-zone.ts';
import type { Deps } from '../../deps.ts';
import { readHead } from '../integrity/audit/audit.repository.ts';
import { readEmailShop } from '../messages/emails/email-settings.service.ts';
import { queueEmail } from '../messages/emails/outbox.ts';
import { readNotifications } from '../settings/notifications.service.ts';
import { claimDay } from '../settings/settings.repository.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { countWaiting, listDayStats, listLowStock } from './dashboard-stats.repository.ts';

const LAST_DAY_KEY = 'private:daily-summary';
const MAX_LOW_STOCK = 20;

/** In the shop's time zone. */
const SENT_FROM_HOUR = 7;

/**
 * About the day before, from seven in the morning on, in the shop's time zone. If it is called twice, or by two processes at once, it
 * queues one email.
 */
export async function queueDailySummary({ db, now, publicUrl }: Pick<Deps, 'db' | 'now' | 'publicUrl'>): Promise<void> {
  const { email, dailySummary } = (await readNotifications(db)).notifications;
  if (!email || !dailySummary) return;
  const at = now();
  const { timeZone } = await readShopDetails(db);
  if (toHour(at, timeZone) < SENT_FROM_HOUR) return;
  const day = addDays(toDay(at, timeZone), -1);
  await db.transaction(async (tx) => {
    if (!(await claimDay(tx, LAST_DAY_KEY, day))) return;
    const shop = await readEmailShop(tx);
    const stats = (await listDayStats(tx, day, day))[0];
    const data = {
      recipient: email,
      publicUrl,
      shop,
      day,
      orders: stats?.orders ?? 0,
      revenue: toDollars(stats?.cents ?? 0),
      waiting: await countWaiting(tx, shop.lowStockThreshold),
      lowStock: await listLowStock(tx, shop.lowStockThreshold, MAX_LOW_STOCK),
      auditHead: await readHead(tx),
    };
    const { renderDailySummaryEmail } = await import('../messages/emails/templates/team-emails.ts');
    await queueEmail(tx, renderDailySummaryEmail(data), at);
  });
}
