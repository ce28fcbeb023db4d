import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { giftReceiptSettings } from '#server/db/tables/documents.ts';
import type { Services } from '#server/services.ts';
import type { GiftReceiptInput, GiftReceiptSettings } from '#shared/contracts/gift-receipts.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { GIFT_AID_CURRENCY } from '#shared/rules/gift-aid.ts';
import { missingFor, type ReceiptData } from '#shared/rules/gift-receipts.ts';
import { getOrganisationSettings } from '../settings/queries.ts';

const nothing: GiftReceiptInput & { version: number } = {
	regime: null,
	number: '',
	signatory: '',
	purpose: '',
	taxOffice: '',
	noticeDate: null,
	assessmentPeriod: '',
	excludesMembershipFees: false,
	isAutomatic: true,
	sendsSummary: true,
	version: 0,
};

/** The details of an organisation for receipts of donations, and those that are missing on the day of `now`. */
export async function readGiftReceiptSettings(
	db: DbOrTx,
	organisationId: string,
	now: Date,
): Promise<{ settings: GiftReceiptSettings; data: ReceiptData }> {
	const [row] = await db
		.select()
		.from(giftReceiptSettings)
		.where(eq(giftReceiptSettings.organisationId, organisationId));
	const { regime, isAutomatic, sendsSummary, version, ...rest } = row ?? nothing;
	const { number, signatory, purpose, taxOffice, noticeDate, assessmentPeriod, excludesMembershipFees } =
		rest;
	const own = { number, signatory, purpose, taxOffice, noticeDate, assessmentPeriod, excludesMembershipFees };
	const seller = await getOrganisationSettings(db, organisationId);
	const data = { ...own, name: seller.legalName || seller.name, address: seller.address };
	const missing = regime ? missingFor(regime, data, now.toISOString().slice(0, 10)) : [];
	return { settings: { regime, ...own, isAutomatic, sendsSummary, version, missing }, data };
}

/** The name of the charity to which Gift Aid declarations can be made; null: the organisation takes none, or not in this currency. */
export async function findGiftAidCharity(
	db: DbOrTx,
	{ organisationId, currency, now }: { organisationId: string; currency: string; now: Date },
): Promise<string | null> {
	if (currency !== GIFT_AID_CURRENCY) return null;
	const { settings, data } = await readGiftReceiptSettings(db, organisationId, now);
	return settings.regime === 'uk' && settings.missing.length === 0 ? data.name : null;
}

/** Null as country: no more receipts; those that were issued stay. @throws version conflict (412) */
export async function updateGiftReceiptSettings(
	services: Services,
	organisationId: string,
	{ input, ifMatch }: { input: GiftReceiptInput; ifMatch?: number | undefined },
): Promise<void> {
	await services.database.transaction(async (tx) => {
		// Two who save at the same time come one after the other, also while there is no row yet.
		await tx.execute(sql`SELECT FROM organisations WHERE id = ${organisationId} FOR NO KEY UPDATE`);
		const { settings } = await readGiftReceiptSettings(tx, organisationId, services.clock.now());
		if (ifMatch !== undefined && ifMatch !== settings.version) throw versionConflict(settings.version);
		const { regime, ...values } = input;
		if (regime === null) {
			await tx.delete(giftReceiptSettings).where(eq(giftReceiptSettings.organisationId, organisationId));
			return;
		}
		const set = { regime, ...values, version: settings.version + 1, updatedAt: sql`now()` };
		await tx
			.insert(giftReceiptSettings)
			.values({ organisationId, ...set })
			.onConflictDoUpdate({ target: giftReceiptSettings.organisationId, set });
		const fact = {
			...{ name: 'documents.gift-receipt-settings-changed' as const, organisationId },
			...{ eventId: null, payload: {} },
		};
		await services.facts.publish(tx, fact, services);
	});
}
