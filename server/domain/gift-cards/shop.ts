import type { Services } from '#server/services.ts';
import type { GiftCardShop } from '#shared/contracts/gift-cards.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isChargeable } from '#shared/lib/provider-amounts.ts';
import { hasWithdrawalRight } from '#shared/rules/withdrawals.ts';
import { logoUrl } from '../accounts/present.ts';
import { getOrganisationSettings } from '../settings/queries.ts';
import { endOfNew } from './issue.ts';
import { findChargedAccount, type GiftCardSettingsRow, readSettings } from './settings-rows.ts';

/** An organisation whose gift cards can be bought. */
export interface Seller {
	id: string;
	name: string;
	slug: string;
	logoFile: string | null;
}

/** @param which of what the organisation is known by: its slug on public pages, its id otherwise */
async function findSeller(
	services: Services,
	which: { slug: string } | { organisationId: string },
): Promise<(Seller & { isLocked: boolean }) | null> {
	const isBySlug = 'slug' in which;
	const { rows } = await services.database.pool.query<Seller & { isLocked: boolean }>({
		name: isBySlug ? 'gift-cards.seller-by-slug' : 'gift-cards.seller-by-id',
		text: `SELECT o.id, o.name, o.slug, o.logo_file AS "logoFile", k.suspended_at IS NOT NULL AS "isLocked"
			FROM organisations o LEFT JOIN organisation_marks k ON k.organisation_id = o.id
			WHERE ${isBySlug ? 'o.slug = $1 AND o.sandbox_of IS NULL' : 'o.id = $1'}`,
		values: [isBySlug ? which.slug : which.organisationId],
	});
	return rows[0] ?? null;
}

/** The name and address of the page of an organisation. @throws not-found */
export async function getSeller(services: Services, organisationId: string): Promise<Seller> {
	const seller = await findSeller(services, { organisationId });
	if (!seller) throw notFound('Organiser');
	return seller;
}

/** An organiser that sells gift cards now, and how. @throws not-found */
export async function getSellerOfCards(
	services: Services,
	slug: string,
): Promise<{ seller: Seller; settings: GiftCardSettingsRow }> {
	const seller = await findSeller(services, { slug });
	if (!seller || seller.isLocked) throw notFound('Organiser');
	const settings = await readSettings(services.database.db, seller.id);
	if (!settings.isOffered) throw notFound('Gift cards');
	return { seller, settings };
}

/** @throws `gift-cards-not-offered` where an organisation sells none any more */
export async function refuseUnlessSold(services: Services, organisationId: string): Promise<Seller> {
	const [seller, { isOffered }] = await Promise.all([
		findSeller(services, { organisationId }),
		readSettings(services.database.db, organisationId),
	]);
	if (!seller || seller.isLocked || !isOffered)
		throw ruleViolation(
			'gift-cards-not-offered',
			message`This organiser no longer sells gift cards. Contact them with your questions.`,
		);
	return seller;
}

/** The shop details of an organiser’s gift cards. @throws not-found */
export async function getShop(services: Services, slug: string): Promise<GiftCardShop> {
	const { seller, settings } = await getSellerOfCards(services, slug);
	const account = await findChargedAccount(services, seller.id);
	const { countryCode } = await getOrganisationSettings(services.database.db, seller.id);
	const { currency, amountsMinor, leastMinor, mostMinor, details } = settings;
	return {
		organiser: { name: seller.name, slug: seller.slug, logoUrl: logoUrl(seller.logoFile) },
		...{ currency, amountsMinor, leastMinor, mostMinor, details },
		expiresOn: endOfNew(services, settings),
		hasWithdrawal: hasWithdrawalRight(countryCode),
		takesPayments: account !== null && isChargeable(currency),
		isTest: services.gateway.name === 'test',
	};
}
