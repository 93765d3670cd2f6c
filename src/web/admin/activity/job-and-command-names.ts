/** What the shop does by itself (the jobs of src/server/schedule.ts). */
export const jobs: Record<string, string> = {
  'expire-orders': 'Ending expired checkouts',
  'reconcile-payments': 'Checking open payments',
  'reconcile-late-payments': 'Checking payments that take days',
  'retry-refunds': 'Retrying refunds',
  'send-emails': 'Sending emails',
  'deliver-webhooks': 'Delivering webhooks',
  'redeliver-events': 'Repeating test payment events',
  'seal-audit-log': 'Securing the activity log',
  'daily-summary': 'Sending the daily summary',
  'finish-bulk-edits': 'Finishing a bulk edit',
  'publish-products': 'Publishing products on time',
  'check-imports': 'Checking a product import',
  'run-imports': 'Importing products',
  'make-demo-images': 'Making demo images',
  'cleanup-bulk-edits': 'Deleting old bulk edits',
  'analyze-catalog': 'Tuning the search',
  'cleanup-sessions': 'Ending expired sessions',
  'cleanup-webhooks': 'Deleting old webhook deliveries',
  'apply-retention': 'Deleting data past its retention period',
  'cleanup-images': 'Deleting unused images',
  'back-up': 'Backing up',
  'rebuild-derived-data': 'Updating search and statistics',
};

/** What was run on the server by `npm run shop`. */
export const commands: Record<string, string> = {
  import: 'Importing products',
  seed: 'Adding demo data',
  admin: 'Creating an admin',
  'export-customer': "Exporting a customer's data",
  'erase-customer': "Erasing a customer's data",
  'end-checkouts': 'Ending unpaid checkouts',
  'move-images': 'Moving images',
  resend: 'Sending emails or webhooks again',
  'go-live': 'Opening a restored shop',
};
