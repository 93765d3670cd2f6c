/** Where the tables would be on Citus (docs/scale.md), and how many shards a statement would therefore go to. */

/**
 * A table's distribution column; `reference`: on every node; `coordinator`: on one. Orders would be distributed by a column of their own,
 * `buyer_id`, which is the person's id where there is one; today's statements name it as `user_id`.
 */
export const DISTRIBUTION: Readonly<Record<string, string>> = {
  users: 'id',
  sessions: 'user_id',
  known_devices: 'user_id',
  addresses: 'user_id',
  second_factors: 'user_id',
  recovery_codes: 'user_id',
  customer_notes: 'user_id',
  customers_with_orders: 'user_id',
  orders: 'user_id',
  order_lines: 'user_id',
  order_history: 'user_id',
  order_notes: 'user_id',
  order_requests: 'user_id',
  disputes: 'user_id',
  refunds: 'user_id',
  refund_lines: 'user_id',
  login_attempts: 'key',
  payments: 'user_id',
  payment_events: 'id',
  stock_movements: 'product_id',
  products: 'reference',
  product_variants: 'reference',
  product_images: 'reference',
  categories: 'reference',
  price_counts: 'reference',
  vocabulary: 'reference',
  settings: 'reference',
  pages: 'reference',
  redirects: 'reference',
  slug_history: 'reference',
  product_sources: 'reference',
  discount_codes: 'coordinator',
  discount_code_uses: 'coordinator',
  api_keys: 'coordinator',
  team_invitations: 'coordinator',
  audit_log: 'coordinator',
  audit_chain: 'coordinator',
  bulk_edits: 'coordinator',
  product_imports: 'coordinator',
  product_import_pieces: 'coordinator',
  product_import_errors: 'coordinator',
  import_mappings: 'coordinator',
  bulk_edit_items: 'coordinator',
  unattached_images: 'coordinator',
  webhook_endpoints: 'coordinator',
  webhook_events: 'coordinator',
  webhook_deliveries: 'coordinator',
  emails: 'coordinator',
  daily_stats: 'coordinator',
  daily_product_stats: 'coordinator',
  monthly_product_stats: 'coordinator',
  demo_sessions: 'coordinator',
  demo_events: 'coordinator',
  demo_refunds: 'coordinator',
};

export const SPREADS = {
  catalog: 'reads the catalogue: a copy on each node',
  'catalog-write': 'writes the catalogue or its stock: every node, by two-phase commit',
  one: 'names the key that its tables are distributed by: one shard',
  'by-order': 'names an order but not its person: one shard once `user_id` is named too',
  lookup:
    'finds a person or an order by another key (token, email, payment session, network of a guest): all shards, or a table of its own by that key',
  all: 'asks for everybody: all shards, added up',
  coordinator: 'the job queue, emails, webhooks, the audit log, codes, keys, statistics, the demo provider: one node',
} as const;
export type Spread = keyof typeof SPREADS;

const NAMES = Object.keys(DISTRIBUTION);
const WRITE = /\b(?:insert into|update|delete from)\s+(?:only\s+)?"?(?:public"?\.)?"?(\w+)"?/gi;
const INTERNAL =
  /\b(?:pg_stat_statements|pg_stat_activity|pg_notify|pg_class|pg_locks|pg_catalog|information_schema|drizzle|extract\(epoch from clock_timestamp)/i;

function listTables(text: string): string[] {
  const places = [
    ...text.matchAll(/\b(?:from|join|into|update|only|using)\s+"?(?:public"?\.)?"?(\w+)"?/gi),
    ...text.matchAll(/"(\w+)"\./g),
    ...text.matchAll(/,\s*(\w+)\b/g),
  ];
  const found = new Set(places.map(([, name]) => String(name).toLowerCase()));
  return NAMES.filter((it) => found.has(it));
}

/** One value of it; pg_stat_statements marks a list of several by a comment behind the first. */
const hasKey = (text: string, column: string) => new RegExp(`\\b${column}"?\\s*(?:=\\s*|in\\s*\\()\\$\\d+(?!\\s*/)`, 'i').test(text);
const hasKeys = (text: string, column: string) => new RegExp(`\\b${column}"?\\s*(?:=|in)\\s*\\(?\\$\\d`, 'i').test(text);

const LOOKUP_KEY =
  /\b(?:token_hash|provider_session|payment_id|guest_network)"?\s*=\s*\$|lower\("?(?:users"?\."?|orders"?\."?)?(?:guest_)?email"?\)\s*=/i;
/** Without a column for the person today. */
const OF_AN_ORDER = ['order_lines', 'order_history', 'order_notes', 'order_requests', 'refunds', 'refund_lines'];

function getSpreadOfPeople(statement: string, tables: readonly string[]): Spread {
  // What is set is no condition.
  const text = statement.replace(/\bset\b.*?\bwhere\b/is, 'where');
  const writesOrder = /\binsert into\b/i.test(text) && tables.some((it) => OF_AN_ORDER.includes(it));
  if (writesOrder) return 'by-order';
  // What is inserted has all columns, the key among them.
  if (/^\s*insert into/i.test(text)) return 'one';
  for (const table of tables) {
    const key = DISTRIBUTION[table] ?? '';
    // Each of these tables has an id; only that of its own name counts.
    if (hasKey(text, key === 'id' ? `${table}"?\\."?id` : key)) return 'one';
  }
  if (LOOKUP_KEY.test(text)) return 'lookup';
  if (hasKeys(text, 'order_id') || hasKeys(text, 'orders"?\\."?id') || hasKeys(text, 'refunds"?\\."?id') || hasKeys(text, 'refund_id'))
    return 'by-order';
  return 'all';
}

export function classifyStatement(text: string): { spread: Spread | 'none'; tables: string[] } {
  if (/\bpgboss\b/i.test(text)) return { spread: 'coordinator', tables: ['pgboss'] };
  const tables = listTables(text);
  if (!tables.length || INTERNAL.test(text)) return { spread: 'none', tables };
  const written = [...text.matchAll(WRITE)].map(([, name]) => String(name).toLowerCase());
  const people = tables.filter((it) => !['reference', 'coordinator'].includes(DISTRIBUTION[it] ?? ''));
  if (written.some((it) => DISTRIBUTION[it] === 'reference')) return { spread: 'catalog-write', tables };
  if (people.length) return { spread: getSpreadOfPeople(text, people), tables };
  return { spread: tables.some((it) => DISTRIBUTION[it] === 'coordinator') ? 'coordinator' : 'catalog', tables };
}
