import {
  type Check,
  choice,
  databaseUrl,
  email,
  header,
  hosts,
  integer,
  interval,
  json,
  list,
  passphrase,
  password,
  sender,
  storageKey,
  storageUrl,
  stripeSecretKey,
  stripeWebhookSecrets,
  text,
  token,
  urlOf,
} from './checks.ts';

/**
 * All settings of the environment: the default or an example of each, what it may hold, and what it is for. `read-settings.ts` reads them by
 * this list, and `npm run settings` writes `.env.example` and `docs/settings.md` from it.
 */
export interface Setting<Value = unknown> {
  readonly check: Check<Value>;
  /** The default, in the form of the environment; null: none. */
  readonly default: string | null;
  /** A value to show where there is no default. */
  readonly example: string;
  /** It can be read from a file too (read-settings.ts). */
  readonly isSecret: boolean;
  readonly comment: string;
  readonly section: string;
}

/** The comment comes last, as it may run over several lines. */
const create = <Value>(check: Check<Value>, byDefault: string | null, example: string, isSecret: boolean) => ({
  says: (comment: string): Setting<Value> => ({
    ...{ check, default: byDefault, example, isSecret, section: '' },
    comment: comment.replace(/\s+/g, ' '),
  }),
});

const defaultsTo = <Value>(value: string, check: Check<Value>) => create(check, value, value, false);
const optional = <Value>(example: string, check: Check<Value>) => create<Value | undefined>(check, null, example, false);
const secret = <Value>(example: string, check: Check<Value>) => create<Value | undefined>(check, null, example, true);

function section<Settings extends Record<string, Setting>>(title: string, settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).map(([name, it]) => [name, { ...it, section: title }])) as Settings;
}

const httpUrl = urlOf('http:', 'https:');
const seconds = integer(1, 3600);

export const SETTINGS = {
  ...section('Address and data', {
    PORT: defaultsTo('3000', integer(0, 65_535)).says('The port to listen on; 0 takes any free one.'),
    HOST: defaultsTo('127.0.0.1', text).says(`The IP address to listen on. Only this machine reaches the default; 0.0.0.0 is for
      containers, and for a shop that is reached from outside without a proxy on the same machine.`),
    PUBLIC_URL: optional('https://shop.example', httpUrl).says(`The shop's URL as customers see it, for links in emails and the way back
      from payment pages. Set it behind a proxy. Without it, it is taken from each request.`),
    TRUST_PROXY: optional('127.0.0.1', list).says(`IP addresses or networks of the reverse proxies. Only their X-Forwarded-* headers are
      trusted; login limits count by the IP address in X-Forwarded-For.`),
    TRUSTED_HOSTS: optional('shop.example,shop.example:8443', hosts).says(`Without PUBLIC_URL: the hosts that those proxies may forward by
      X-Forwarded-Host, with the port unless it is the usual one. Any other is ignored.`),
    DATA_DIR: defaultsTo('./data', text).says(`A directory of its own for the embedded database, the images and whatever else must outlive
      the process.`),
    ADMIN_EMAIL: defaultsTo('admin@example.com', email).says('The first admin, whose account is created at the first start.'),
    ADMIN_PASSWORD: secret('', password).says('Their password. Without it, one is generated and printed once.'),
    SEALING_KEY: secret('', passphrase).says(`Encrypts, together with a secret of the database, the keys and passwords that owners save in
      the admin area, so that whoever has only the database or a backup can't read them. All processes need the same. Without it the database's
      own secret does; after a change, saved keys and passwords have to be entered again.`),
    DEMO: optional('on', choice('on', 'off')).says(`The demo: catalog, customers and payments without real money. Its logins and test
      cards are public. Unset, it is on where only this machine reaches the shop on the embedded database, and off with another HOST, an
      https PUBLIC_URL, DATABASE_URL or a live key of Stripe.`),
    START_OPEN: defaultsTo(
      'off',
      choice('on', 'off'),
    ).says(`Whether a new shop is open from its first start on. Otherwise, unless it begins with
      the demo, its pages ask for a password until an owner opens it in the admin area. Later starts change nothing.`),
  }),
  ...section('Database', {
    DATABASE_URL: secret('postgres://shop:secret@localhost:5432/shop', databaseUrl).says(`PostgreSQL (15 or newer) instead of the embedded
      database: for a shop that takes real money, and for several server processes (which share DATA_DIR/uploads or an object store). To
      encrypt, end it with ?sslmode=verify-full&sslrootcert=/etc/shop/root.pem.`),
    DATABASE_DIRECT_URL: secret('postgres://shop:secret@localhost:5432/shop', databaseUrl).says(`The database itself, if DATABASE_URL
      leads to PgBouncer in transaction mode (1.21 or newer, max_prepared_statements above 0): cache invalidation, migrations and jobs
      need connections of their own.`),
    DATABASE_REPLICA_URL: secret('postgres://shop:secret@replica:5432/shop', databaseUrl).says(`A standby for slow queries that few people
      ask for (the dashboard's statistics, exports, the sitemap's products). The primary answers while the standby is behind or
      unavailable.`),
    DATABASE_CONNECTIONS: optional('4', integer(1, 1000)).says(`Connections of each process by DATABASE_URL, besides one for readiness,
      one for cache invalidation and two for jobs. Unset: twice the cores of this machine, at least 4. More rarely helps: of all processes
      together, twice the cores of the database's machine do best.`),
    MIGRATE: defaultsTo('on', choice('on', 'off')).says(`off: this process never migrates the database. It waits until \`npm run shop --
      migrate\` has run, and /readyz says which migration is missing.`),
    SLOW_STATEMENT_MS: defaultsTo('500', integer(0, 600_000)).says(`Statements that take this many milliseconds are logged, without their
      values; 0: none.`),
  }),
  ...section('Images and backups', {
    STORAGE_URL: optional('s3://bucket/prefix?endpoint=https://s3.example:9000&region=eu-central-1&style=path', storageUrl).says(`An
      S3-compatible object store for images, instead of DATA_DIR/uploads. Without an endpoint it is AWS, without a region us-east-1. The
      bucket is in the path (style=path, the default with an endpoint) or in the host (style=host).`),
    STORAGE_ACCESS_KEY: optional('', storageKey).says('Its access key, with the rights to get, put, delete and list.'),
    STORAGE_SECRET_KEY: secret('', storageKey).says('Its secret key.'),
    STORAGE: optional('s3', choice('folder', 's3')).says(`Where new images go with STORAGE_URL (s3 if unset). Both are searched for
      images, so that they can be moved.`),
    IMAGES_URL: optional('https://images.example', httpUrl).says(`A host of its own for images, such as a CDN's, which passes /uploads/…
      on to the shop or to the bucket and its prefix.`),
    BACKUP_TO: optional('/mnt/backups', text).says(`Where the shop stores the backups that it makes by itself and checks by restoring
      them: a folder, or a bucket as in STORAGE_URL; best on another machine. Unset, it makes none.`),
    BACKUP_EVERY: defaultsTo('24h', interval('1m', '31d')).says('How often: 30m, 24h, 7d.'),
    BACKUP_KEEP: defaultsTo('14', integer(1, 10_000)).says('How many of the newest backups are kept.'),
    BACKUP_PASSPHRASE: secret('', passphrase).says(`Encrypts backups, which can't be restored without it: keep it somewhere else than the
      backups.`),
    BACKUP_ACCESS_KEY: optional('', storageKey).says(`The access key of the bucket in BACKUP_TO, if it differs from STORAGE_ACCESS_KEY.
      Same rights.`),
    BACKUP_SECRET_KEY: secret('', storageKey).says('Its secret key.'),
    BACKUP_FOLDER: optional('/mnt/backups', text).says(`Without BACKUP_TO: the folder on this machine below which owners may have the shop
      store backups, chosen in the admin area. DATA_DIR/backups if unset, which is lost together with the shop's disk; off: none, only
      buckets.`),
    BACKUP_HOSTS: optional('minio.internal:9000', hosts).says(`Hosts in the shop's own network, with the port unless it is the usual one, at
      which owners may use a bucket for backups. Without it their buckets must be in the public internet, and reached by https.`),
  }),
  ...section('Payments', {
    STRIPE_SECRET_KEY: secret('sk_test_...', stripeSecretKey).says(`The account's secret or restricted key: payments go through Stripe
      instead of the demo provider. Needs STRIPE_WEBHOOK_SECRET.`),
    STRIPE_WEBHOOK_SECRET: secret('whsec_...', stripeWebhookSecrets).says(`The signing secret of the webhook; the old and the new one
      while it is being changed. Needs STRIPE_SECRET_KEY.`),
    STRIPE_CHECKOUT_URL: optional('https://pay.shop.example', urlOf('https:')).says(`The address of Stripe's payment page, if the account
      has a custom domain for it.`),
    STRIPE_API_BASE: optional('http://127.0.0.1:12111', httpUrl).says(`The URL of Stripe's API, for tests against a fake. Only with a test
      key.`),
    VIES_URL: optional('http://127.0.0.1:12112', httpUrl).says(`The URL of VIES, which confirms VAT IDs of companies, for tests against a
      fake or a proxy of your own. Unset, it is the European Commission's.`),
    PAYPAL_API_BASE: optional('http://127.0.0.1:12112', httpUrl).says(`The URL of PayPal's API, for tests against a stand-in. Only for the
      sandbox, unless it is on this machine.`),
  }),
  ...section('Emails', {
    SMTP_URL: secret('smtps://user:secret@mail.example:465', urlOf('smtp:', 'smtps:')).says(`The mail server. Without it, emails are
      written to files in DATA_DIR/mail. Special characters of the password are URL-encoded: @ is %40.`),
    MAIL_FROM: optional('Our shop <shop@shop.example>', sender).says('The sender of emails; required with SMTP_URL.'),
  }),
  ...section('Accounts', {
    SECOND_FACTOR: optional('team', choice('optional', 'team')).says(`team: owners and staff need two-step login a week after the shop
      first asks, and can't use the admin area without it. optional: whoever wants to. Unset: team, in the demo optional.`),
    RESET_BY_ANSWER: optional('on', choice('on', 'off')).says(`Whether the answer to the security question resets a password. If links can
      be emailed (SMTP_URL and PUBLIC_URL), a link does too and is offered first. Unset: on; but off if links can be emailed, in a shop
      opened by this version or a later one.`),
    HIDE_TAKEN_EMAILS: defaultsTo('on', choice('on', 'off')).says(`If links can be emailed: registering with a taken email gets the same
      answer as any other, its owner is told, and logging in takes the link in the email first. off: a taken email is refused, and people
      log in at once.`),
  }),
  ...section('Checkouts and requests', {
    CHECKOUT_MAX_PER_PRODUCT: defaultsTo('20', integer(1, 10_000)).says('The most of one product in a checkout.'),
    CHECKOUT_MAX_ITEMS: defaultsTo('60', integer(1, 10_000)).says('The most items in a checkout.'),
    CHECKOUTS_PER_HOUR: defaultsTo('6', integer(1, 1_000_000)).says('The most checkouts of an account within an hour without paying one.'),
    CHECKOUT_HOLD_MINUTES: defaultsTo('15', integer(1, 1380)).says(`How long a checkout reserves its stock and can be paid. Stripe ends
      sessions after a day.`),
    GUEST_CHECKOUTS_OPEN: defaultsTo('10', integer(1, 1_000_000)).says(`The most open checkouts of the guests of one network (an IPv4
      address, an IPv6 /64).`),
    GUEST_CHECKOUTS_PER_HOUR: defaultsTo('30', integer(1, 1_000_000)).says(`The most unpaid checkouts of the guests of one network within
      an hour.`),
    NETWORK_CHECKOUTS_PER_HOUR: defaultsTo('120', integer(0, 10_000_000)).says(`The unpaid checkouts of one network within an hour, beyond
      which its customers reserve no more of a product than is left for others, except accounts that have paid before. 0: no limit.`),
    UNCACHED_REQUESTS_PER_MINUTE: defaultsTo('600', integer(0, 10_000_000)).says(`Requests to each process that the response cache doesn't
      answer, of an account, an API key or a visitor's browser. A network may make four times as many. 0: no limit.`),
  }),
  ...section('How long personal data is kept', {
    RETENTION_EMAIL_DAYS: defaultsTo('90', integer(1, 36_500)).says('Emails that the shop wrote.'),
    RETENTION_EVENT_DAYS: defaultsTo('400', integer(40, 36_500)).says(`Events of the payment provider, which may send one again for a
      month.`),
    RETENTION_CHECKOUT_DAYS: defaultsTo('30', integer(2, 36_500)).says('Checkouts that were never paid.'),
    RETENTION_ORDER_YEARS: defaultsTo('10', integer(1, 100)).says(`Name, email and address in orders of guests and of deleted accounts: as
      long as the law on bookkeeping asks where you sell.`),
    RETENTION_AUDIT_DAYS: defaultsTo('400', integer(30, 36_500)).says('The audit log: who changed what.'),
    RETENTION_IMPORT_DAYS: defaultsTo('7', integer(1, 36_500)).says(`Files that were uploaded for a product import, and their refused
      rows.`),
  }),
  ...section('Cache and CDN', {
    CACHE_MB: defaultsTo('64', integer(0, 65_536)).says(`Megabytes of the response cache in each process, for pages and API responses that
      are the same for everyone; 0 switches it off.`),
    CDN_MAX_AGE: defaultsTo('0', integer(0, 86_400)).says(`Seconds for which a CDN may show what is the same for everyone without asking;
      0: it asks each time. Sold stock is shown there as late as that.`),
    CDN_PURGE_URL: optional('https://api.cdn.example/zones/1/purge_cache', httpUrl).says(`The call of the CDN's API that drops everything
      it holds: a POST, made before an admin's change is answered.`),
    CDN_PURGE_HEADER: secret('Authorization: Bearer secret', header).says('The header of that call, with its key.'),
    CDN_PURGE_BODY: defaultsTo('{"purge_everything":true}', json).says('The body of that call.'),
  }),
  ...section('Jobs, log and monitoring', {
    JOBS: defaultsTo('on', choice('on', 'off', 'only')).says(`Scheduled jobs (emails, expired checkouts, refunds, cleaning up). off:
      another process works them; only: this one works them and serves nothing but /livez and /readyz. Anything but on needs DATABASE_URL.`),
    LOG_LEVEL: defaultsTo('warn', choice('silent', 'fatal', 'error', 'warn', 'info', 'debug')).says(`The least severe entries that are
      logged; info has each request.`),
    METRICS_PORT: optional('9464', integer(0, 65_535)).says(`Serves metrics in Prometheus format at /metrics of this port; 0 takes any
      free one.`),
    METRICS_HOST: defaultsTo('127.0.0.1', text).says('The IP address of that port.'),
    METRICS_TOKEN: secret('', token).says(`Serves metrics at /metrics of the shop's own port, to whoever sends it (Authorization: Bearer
      …).`),
    OTEL_EXPORTER_OTLP_ENDPOINT: optional('http://localhost:4318', httpUrl).says(`The base URL of a collector for traces, by OTLP over
      HTTP.`),
    OTEL_SERVICE_NAME: defaultsTo('storefront', text).says('What the shop is called there.'),
  }),
  ...section('Time limits', {
    DATABASE_CONNECT_TIMEOUT: defaultsTo('3', seconds).says(`Until a connection to the database is open, or one of the pool is free. Raise
      it if the database is far away.`),
    DATABASE_STATEMENT_TIMEOUT: defaultsTo('5', seconds).says('For a statement. Raise it for a catalog of many millions on slow disks.'),
    DATABASE_IDLE_TRANSACTION_TIMEOUT: defaultsTo('10', seconds).says(`How long a transaction may be idle and hold its locks. It must
      outlast a busy process, so rarely lower it.`),
    DATABASE_READINESS_TIMEOUT: defaultsTo('1', seconds).says(`For the database's answer to /readyz. Raise it through PgBouncer under
      load.`),
    MIGRATION_LOCK_TIMEOUT_MS: defaultsTo('500', integer(10, 60_000)).says(`Milliseconds that a migration waits for a lock before it lets
      others pass and tries again. Others wait meanwhile: lower it to keep them waiting less, raise it if long transactions hold the
      table.`),
    MIGRATION_STATEMENT_TIMEOUT: defaultsTo('60', seconds).says(`For a statement of a migration that locks others out. Raise it if the
      release notes say so.`),
    HEADERS_TIMEOUT: defaultsTo('10', seconds).says("For a request's headers. Raise it for clients on bad lines."),
    STALL_TIMEOUT: defaultsTo('30', seconds).says('How long a client may send nothing of a body, or read nothing of a response.'),
    RENDER_TIMEOUT: defaultsTo('5', seconds).says('For a page to be rendered, before 503. Rather than raising it, add a process.'),
    PAYMENT_TIMEOUT: defaultsTo('10', integer(3, 3600)).says('For an answer of the payment provider.'),
    SMTP_TIMEOUT: defaultsTo('15', seconds).says('To hand an email over to the mail server.'),
    STORAGE_TIMEOUT: defaultsTo('5', seconds).says('For an answer of the object store. Each call is tried three times.'),
    STORAGE_WRITE_TIMEOUT: defaultsTo('15', seconds).says('To store a file there. Raise it for images of many megabytes.'),
    BACKUP_TIMEOUT: defaultsTo('120', seconds).says(`To send or receive a part of a backup (16 MB). Raise it on a line of less than a
      megabit a second.`),
    CDN_PURGE_TIMEOUT: defaultsTo('2', seconds).says("How long an admin's change waits for the CDN to drop what it holds."),
    WEBHOOK_TIMEOUT: defaultsTo('15', integer(1, 50)).says(`For the answer of a webhook receiver. Shorter than a delivery is reserved for
      its process.`),
    SHUTDOWN_TIMEOUT: defaultsTo('10', integer(3, 3600)).says(`For requests and jobs that still run once no new connection is taken.
      Whatever stops the shop must allow for this and SHUTDOWN_DELAY.`),
    SHUTDOWN_DELAY: optional('5', integer(0, 300)).says(`How long a process serves on after SIGTERM, while /readyz says 503, so that a
      proxy sends requests elsewhere. Unset: 0 at a terminal and in development, otherwise 5.`),
  }),
};

/** What the settings hold once their texts are checked. */
export type Settings = { -readonly [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never };
