import { eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { giftCardSettings } from '#server/db/tables/gift-cards.ts';
import { currencyDigits } from '#shared/lib/currencies.ts';
import { isChargeable, leastCharge } from '#shared/lib/provider-amounts.ts';
import { type AccountRow, canCharge, findAccount } from '../payments/queries.ts';
import { getOrganisationSettings } from '../settings/queries.ts';

export type GiftCardSettingsRow = Omit<typeof giftCardSettings.$inferSelect, 'updatedAt'>;

const fallbackCurrency = 'EUR';

/** Amounts that are offered, and the bounds, in whole units of a currency such as EUR. */
const usual = { amounts: [25, 50, 100], least: 10, most: 500 };

/** Default amounts of an organisation that never saved its settings, in minor units: ten or a hundred times as much where money is smaller. */
function usualAmounts(currency: string) {
	const unit = 10 ** currencyDigits(currency);
	// The provider's least charge is about half a dollar everywhere.
	const scale = 10 ** Math.max(0, Math.round(Math.log10(leastCharge(currency) / (unit / 2))));
	const minor = (units: number) => units * scale * unit;
	return {
		amountsMinor: usual.amounts.map(minor),
		leastMinor: minor(usual.least),
		mostMinor: minor(usual.most),
	};
}

/** How an organisation sells gift cards: version 0 where it never said so, in its own currency, else that of its payment account. */
export async function readSettings(db: DbOrTx, organisationId: string): Promise<GiftCardSettingsRow> {
	const [row] = await db
		.select()
		.from(giftCardSettings)
		.where(eq(giftCardSettings.organisationId, organisationId));
	if (row) {
		const { updatedAt: _, ...settings } = row;
		return settings;
	}
	const [{ defaultCurrency }, account] = await Promise.all([
		getOrganisationSettings(db, organisationId),
		findAccount(db, organisationId),
	]);
	const currency =
		[defaultCurrency, account?.defaultCurrency ?? ''].find((one) => isChargeable(one)) ?? fallbackCurrency;
	return {
		organisationId,
		isOffered: false,
		currency,
		...usualAmounts(currency),
		validYears: null,
		details: '',
		version: 0,
	};
}

/**
 * Writes how an organisation sells gift cards; what is left out stays. Raises the version.
 * @param require called with the version that is replaced, with the row held: 0 of the first save. Of two first saves at once the second
 *   finds the version of the first.
 */
export async function writeSettings(
	tx: Tx,
	organisationId: string,
	changes: Partial<Omit<GiftCardSettingsRow, 'organisationId' | 'version'>>,
	require: (version: number) => void = () => undefined,
): Promise<GiftCardSettingsRow> {
	const { version: _, ...before } = await readSettings(tx, organisationId);
	// Made first, so that there is a row to hold.
	const [made] = await tx
		.insert(giftCardSettings)
		.values({ ...before, ...changes })
		.onConflictDoNothing()
		.returning();
	if (made) {
		require(0);
		return made;
	}
	const isIt = eq(giftCardSettings.organisationId, organisationId);
	const [held] = await tx
		.select({ version: giftCardSettings.version })
		.from(giftCardSettings)
		.where(isIt)
		.for('update');
	require(held?.version ?? 0);
	const [row] = await tx
		.update(giftCardSettings)
		.set({ ...changes, version: sql`${giftCardSettings.version} + 1`, updatedAt: sql`now()` })
		.where(isIt)
		.returning();
	return row as GiftCardSettingsRow;
}

/** The account through which cards are charged now; null: none can be. */
export async function findChargedAccount(
	services: { database: { db: DbOrTx }; gateway: { name: string } },
	organisationId: string,
): Promise<(AccountRow & { providerAccount: string }) | null> {
	const account = await findAccount(services.database.db, organisationId);
	if (!account || !canCharge(account) || account.gateway !== services.gateway.name) return null;
	const { providerAccount } = account;
	return providerAccount === null ? null : { ...account, providerAccount };
}
