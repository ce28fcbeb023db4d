import type { PurchaseScope } from '#server/http/handler.ts';
import { makeSignedIds, readSignedIds } from '#server/platform/signed-ids.ts';
import type { Services } from '#server/services.ts';

const purpose = 'gift-card-purchase';

/** The signed link of a gift card purchase: 71 characters that are valid in a path. A new version invalidates older ones. */
export const purchaseTokenOf = (
	{ secret }: Pick<Services, 'secret'>,
	purchase: { organisationId: string; id: string; linkVersion: number },
): string =>
	makeSignedIds(secret, purpose, {
		...{ first: purchase.organisationId, second: purchase.id, version: purchase.linkVersion },
	});

/** The page of a gift card purchase. */
export const purchaseLinkOf = (
	services: Services,
	purchase: { organisationId: string; id: string; linkVersion: number },
): string => `${services.config.appUrl}/gift-card-orders/${purchaseTokenOf(services, purchase)}`;

/** The purchase behind a signed link of its last version; null for anything else. */
export async function findPurchaseByToken(
	{ secret, database }: Services,
	token: string,
): Promise<PurchaseScope | null> {
	const ids = readSignedIds(secret, purpose, token);
	if (!ids) return null;
	const { rows } = await database.pool.query<PurchaseScope>({
		name: 'gift-cards.purchase-by-token',
		text: `SELECT organisation_id AS "organisationId", id AS "purchaseId" FROM gift_card_purchases
			WHERE organisation_id = $1::uuid AND id = $2::uuid AND link_version = $3`,
		values: [ids.first, ids.second, ids.version],
	});
	return rows[0] ?? null;
}
