import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { GiftCardSettings, getGiftCardSettings } from '#shared/contracts/organiser-gift-cards.ts';
import { type AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { chargeStep, isChargeable, leastCharge } from '#shared/lib/provider-amounts.ts';
import type { z } from '#shared/lib/z.ts';
import { freshRefundMinor } from '#shared/rules/refund-limits.ts';
import { getOrganisation } from '../accounts/queries.ts';
import { canCharge, findAccount } from '../payments/queries.ts';
import { readSettings, writeSettings } from './settings-rows.ts';

/** Settings as members see them; those that were never saved have version 0. */
export type ReadSettings = z.output<typeof getGiftCardSettings.output>;

/** The currency of the cards that an organisation made; null: none yet. */
async function findIssuedCurrency(db: DbOrTx, organisationId: string): Promise<string | null> {
	const { rows } = await db.execute<{ currency: string }>(sql`
		SELECT currency FROM gift_cards WHERE organisation_id = ${organisationId} ORDER BY id DESC LIMIT 1`);
	return rows[0]?.currency ?? null;
}

/** How an organisation sells gift cards, with the address of its page and whether a card can be charged now. */
export async function getSettings(
	services: Services,
	organisationId: string,
	db: DbOrTx = services.database.db,
): Promise<ReadSettings> {
	const { organisationId: _, ...saved } = await readSettings(db, organisationId);
	const account = await findAccount(db, organisationId);
	const { slug } = await getOrganisation(db, organisationId);
	return {
		...saved,
		validYears: saved.validYears as GiftCardSettings['validYears'],
		url: saved.isOffered ? `${services.config.appUrl}/gift-cards/${slug}` : null,
		takesPayments: account !== undefined && account.gateway === services.gateway.name && canCharge(account),
	};
}

const invalidAmount = (field: string): AppError => fieldError(field, message`Please enter a valid amount.`);

/** @throws VALIDATION_FAILED for amounts that no card can be charged for, or that the page could not sell */
function requireAmounts(settings: GiftCardSettings): void {
	const { currency, amountsMinor, leastMinor, mostMinor } = settings;
	if (!isChargeable(currency))
		throw fieldError('currency', message`Cards can’t be charged in this currency. Choose another one.`);
	const step = chargeStep(currency);
	if (leastMinor % step !== 0) throw invalidAmount('leastMinor');
	if (leastMinor < leastCharge(currency))
		throw fieldError(
			'leastMinor',
			message`This is less than the minimum card payment. Enter a higher amount.`,
		);
	if (mostMinor % step !== 0) throw invalidAmount('mostMinor');
	if (mostMinor < leastMinor) throw fieldError('mostMinor', message`Enter at least the minimum amount.`);
	if (mostMinor > mostPerCard(currency))
		throw fieldError(
			'mostMinor',
			message`This is more than the maximum balance of a gift card. Enter a lower amount.`,
		);
	for (const [index, amount] of amountsMinor.entries()) {
		if (amount % step !== 0) throw invalidAmount(`amountsMinor.${index}`);
		if (amount < leastMinor || amount > mostMinor)
			throw fieldError(
				`amountsMinor.${index}`,
				message`Enter an amount between the minimum and the maximum.`,
			);
	}
}

/** The most that one card can hold, in minor units: about 5,000 euros, so that 20 of them can be charged at once. */
export const mostPerCard = (currency: string): number => 10 * freshRefundMinor(currency);

/**
 * Saves how an organisation sells gift cards, of the version that was read.
 * @throws a version conflict, `gift-cards-issued` for another currency, VALIDATION_FAILED
 */
export async function updateSettings(
	services: Services,
	how: { organisationId: string; ifMatch: number | undefined; settings: GiftCardSettings },
): Promise<ReadSettings> {
	const { organisationId, ifMatch } = how;
	const settings = { ...how.settings, amountsMinor: [...new Set(how.settings.amountsMinor)] };
	requireAmounts(settings);
	return services.database.transaction(async (tx) => {
		await requireCurrency(tx, organisationId, settings.currency);
		await writeSettings(tx, organisationId, settings, (version) => {
			if (ifMatch !== undefined && ifMatch !== version) throw versionConflict(version);
		});
		return getSettings(services, organisationId, tx);
	});
}

/** @throws `gift-cards-issued` for another currency than that of cards that are there */
async function requireCurrency(tx: Tx, organisationId: string, currency: string): Promise<void> {
	const issued = await findIssuedCurrency(tx, organisationId);
	if (issued !== null && issued !== currency)
		throw ruleViolation(
			'gift-cards-issued',
			message`Gift cards were issued in ${issued}, so the currency can’t change. Choose ${issued}.`,
			{ currency: issued },
		);
}
