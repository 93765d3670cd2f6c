/** Joins the two halves of every endpoint in the contract: its method, path and access with its schemas. */
import * as account from '../../../contract/account.ts';
import * as accountEmail from '../../../contract/account-email.ts';
import * as address from '../../../contract/address.ts';
import * as apiKey from '../../../contract/api-key.ts';
import * as audit from '../../../contract/audit.ts';
import * as auth from '../../../contract/auth.ts';
import * as bulkEdit from '../../../contract/bulk-edit.ts';
import * as cart from '../../../contract/cart.ts';
import * as category from '../../../contract/category.ts';
import * as categoryAdmin from '../../../contract/category-admin.ts';
import * as content from '../../../contract/content.ts';
import * as discountCode from '../../../contract/discount-code.ts';
import * as email from '../../../contract/email.ts';
import * as emailSettings from '../../../contract/email-settings.ts';
import type { Endpoint, EndpointSchemas } from '../../../contract/endpoint.ts';
import * as guestOrder from '../../../contract/guest-order.ts';
import { isRecord } from '../../../contract/is-record.ts';
import * as notifications from '../../../contract/notifications.ts';
import * as order from '../../../contract/order.ts';
import * as orderAdmin from '../../../contract/order-admin.ts';
import * as orderRequest from '../../../contract/order-request.ts';
import * as page from '../../../contract/page.ts';
import * as pricingSettings from '../../../contract/pricing-settings.ts';
import * as privacy from '../../../contract/privacy.ts';
import * as product from '../../../contract/product.ts';
import * as productAdmin from '../../../contract/product-admin.ts';
import * as productImport from '../../../contract/product-import.ts';
import * as productTable from '../../../contract/product-table.ts';
import * as redirect from '../../../contract/redirect.ts';
import * as reports from '../../../contract/reports.ts';
import * as resetPassword from '../../../contract/reset-password.ts';
import * as accountSchemas from '../../../contract/schemas/account.ts';
import * as addressSchemas from '../../../contract/schemas/address.ts';
import * as apiKeySchemas from '../../../contract/schemas/api-key.ts';
import * as auditSchemas from '../../../contract/schemas/audit.ts';
import * as authSchemas from '../../../contract/schemas/auth.ts';
import * as bulkEditSchemas from '../../../contract/schemas/bulk-edit.ts';
import * as cartSchemas from '../../../contract/schemas/cart.ts';
import * as categorySchemas from '../../../contract/schemas/category.ts';
import * as contentSchemas from '../../../contract/schemas/content.ts';
import * as discountCodeSchemas from '../../../contract/schemas/discount-code.ts';
import * as emailSchemas from '../../../contract/schemas/email.ts';
import * as emailSettingsSchemas from '../../../contract/schemas/email-settings.ts';
import * as guestOrderSchemas from '../../../contract/schemas/guest-order.ts';
import * as notificationsSchemas from '../../../contract/schemas/notifications.ts';
import * as orderSchemas from '../../../contract/schemas/order.ts';
import * as orderAdminSchemas from '../../../contract/schemas/order-admin.ts';
import * as orderRequestSchemas from '../../../contract/schemas/order-request.ts';
import * as pageSchemas from '../../../contract/schemas/page.ts';
import * as pricingSettingsSchemas from '../../../contract/schemas/pricing-settings.ts';
import * as privacySchemas from '../../../contract/schemas/privacy.ts';
import * as productSchemas from '../../../contract/schemas/product.ts';
import * as productAdminSchemas from '../../../contract/schemas/product-admin.ts';
import * as productImportSchemas from '../../../contract/schemas/product-import.ts';
import * as productTableSchemas from '../../../contract/schemas/product-table.ts';
import * as redirectSchemas from '../../../contract/schemas/redirect.ts';
import * as reportsSchemas from '../../../contract/schemas/reports.ts';
import * as secondFactorSchemas from '../../../contract/schemas/second-factor.ts';
import * as sessionSchemas from '../../../contract/schemas/session.ts';
import * as settingsSchemas from '../../../contract/schemas/settings.ts';
import * as shopDetailsSchemas from '../../../contract/schemas/shop-details.ts';
import * as synonymsSchemas from '../../../contract/schemas/synonyms.ts';
import * as teamSchemas from '../../../contract/schemas/team.ts';
import * as webhookSchemas from '../../../contract/schemas/webhook.ts';
import * as secondFactor from '../../../contract/second-factor.ts';
import * as session from '../../../contract/session.ts';
import * as settings from '../../../contract/settings.ts';
import * as shopDetails from '../../../contract/shop-details.ts';
import * as synonyms from '../../../contract/synonyms.ts';
import * as team from '../../../contract/team.ts';
import * as webhook from '../../../contract/webhook.ts';

/** For each endpoint of a noun, schemas of the same name and of the types that the endpoint declares. */
type SchemasOf<Noun> = {
  [Name in keyof Noun as Noun[Name] extends Endpoint ? Name : never]: Noun[Name] extends Endpoint<infer S> ? S : never;
};

const schemasByEndpoint = new Map<Endpoint, EndpointSchemas>();
const namesByEndpoint = new Map<Endpoint, string>();

function isEndpoint(value: unknown): value is Endpoint {
  return isRecord(value) && 'method' in value && 'path' in value && 'access' in value;
}

/** Doesn't compile if an endpoint has no schemas, or others than it declares. */
function join<Noun extends object>(noun: Noun, schemas: SchemasOf<Noun>): Endpoint[] {
  const schemasByName = new Map<string, EndpointSchemas>(Object.entries(schemas));
  return Object.entries(noun).flatMap(([name, value]) => {
    const found = schemasByName.get(name);
    if (!isEndpoint(value) || !found) return [];
    schemasByEndpoint.set(value, found);
    namesByEndpoint.set(value, name);
    return [value];
  });
}

export const endpoints: readonly Endpoint[] = [
  join(auth, authSchemas),
  join(resetPassword, authSchemas),
  join(accountEmail, authSchemas),
  join(account, accountSchemas),
  join(session, sessionSchemas),
  join(secondFactor, secondFactorSchemas),
  join(address, addressSchemas),
  join(category, categorySchemas),
  join(categoryAdmin, categorySchemas),
  join(product, productSchemas),
  join(productAdmin, productAdminSchemas),
  join(productTable, productTableSchemas),
  join(productImport, productImportSchemas),
  join(bulkEdit, bulkEditSchemas),
  join(cart, cartSchemas),
  join(order, orderSchemas),
  join(orderAdmin, orderAdminSchemas),
  join(discountCode, discountCodeSchemas),
  join(pricingSettings, pricingSettingsSchemas),
  join(guestOrder, guestOrderSchemas),
  join(orderRequest, orderRequestSchemas),
  join(settings, settingsSchemas),
  join(shopDetails, shopDetailsSchemas),
  join(notifications, notificationsSchemas),
  join(synonyms, synonymsSchemas),
  join(content, contentSchemas),
  join(page, pageSchemas),
  join(redirect, redirectSchemas),
  join(reports, reportsSchemas),
  join(email, emailSchemas),
  join(emailSettings, emailSettingsSchemas),
  join(team, teamSchemas),
  join(apiKey, apiKeySchemas),
  join(webhook, webhookSchemas),
  join(privacy, privacySchemas),
  join(audit, auditSchemas),
].flat();

export function getSchemas<S extends EndpointSchemas>(endpoint: Endpoint<S>): S {
  const schemas = schemasByEndpoint.get(endpoint);
  if (!schemas) throw new Error(`${endpoint.method} ${endpoint.path} has no schemas: join its noun in platform/http/endpoints.ts`);
  // `join` has checked that they are of this type.
  return schemas as S;
}

/** The endpoint's name in the contract, which is unique. */
export const getOperationId = (endpoint: Endpoint): string => namesByEndpoint.get(endpoint) ?? '';
