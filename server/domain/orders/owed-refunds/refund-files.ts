import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { plainArray } from '#server/db/statement.ts';
import { refundFileItems, refundFiles } from '#server/db/tables/orders.ts';
import { refuseFutureDay } from '#server/domain/payments/booked-day.ts';
import { recordSentRefund } from '#server/domain/payments/sent-refund.ts';
import { getPaymentSettings } from '#server/domain/payments/settings.ts';
import type { Services } from '#server/services.ts';
import type { OwedRefund, RefundFile } from '#shared/contracts/owed-refunds.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import type { RefundWay } from '#shared/rules/payment-states.ts';
import { accountOf } from '../transfer-account.ts';
import { creditTransfers } from './credit-transfers.ts';
import { readOwedRefunds } from './list.ts';

const among = (ids: readonly string[]) => sql`r.id = ANY(${plainArray(ids)}::uuid[])`;

/**
 * Creates a SEPA transfer file for owed refunds.
 * @throws not-found; `refund-sent`; `refund-in-file`: one of them is in a file; `refund-not-in-euros`, `refund-account-missing` of a
 * buyer, `transfer-account-missing` of the organisation
 */
export async function createRefundFile(
	services: Services,
	organisationId: string,
	wanted: { refundIds: readonly string[]; userId: string },
): Promise<RefundFile> {
	const id = newId();
	const ids = [...new Set(wanted.refundIds)];
	try {
		return await services.database.transaction(async (tx) => {
			const settings = await getPaymentSettings(tx, organisationId);
			if (settings.transferIban === '')
				throw ruleViolation(
					'transfer-account-missing',
					message`Add your organisation’s bank details first, so the bank knows which account pays.`,
				);
			const refunds = await holdOwed(tx, organisationId, ids);
			if (refunds.some(({ fileId }) => fileId !== null)) throw inFile();
			if (refunds.some(({ currency }) => currency !== 'EUR'))
				throw ruleViolation(
					'refund-not-in-euros',
					message`A file of SEPA transfers holds euros only. Leave out refunds in other currencies.`,
				);
			if (refunds.some(({ account }) => account === null))
				throw ruleViolation(
					'refund-account-missing',
					message`A buyer hasn’t entered their bank details yet. Leave out their refund.`,
				);
			const [file] = await tx
				.insert(refundFiles)
				.values({
					...{ id, organisationId, createdBy: wanted.userId },
					debtorHolder: settings.transferHolder,
					debtorIban: settings.transferIban,
					debtorBic: settings.transferBic,
				})
				.returning();
			await tx
				.insert(refundFileItems)
				.values(ids.map((refundId) => ({ organisationId, refundId, fileId: id })));
			return {
				id,
				count: refunds.length,
				amountMinor: refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
				createdAt: (file as typeof refundFiles.$inferSelect).createdAt.toISOString(),
			};
		});
	} catch (error) {
		// Two at once: the second waits for the first, and finds its refund in that file.
		if (isUniqueViolation(error, 'refund_file_items_pkey')) throw inFile();
		throw error;
	}
}

const inFile = () =>
	ruleViolation('refund-in-file', message`One of these refunds is in another file for the bank already.`);

/** Refunds that are owed, held in the order of their ids. @throws not-found, `refund-sent` */
async function holdOwed(tx: Tx, organisationId: string, ids: readonly string[]): Promise<OwedRefund[]> {
	await tx.execute(sql`
		SELECT FROM refunds r WHERE r.organisation_id = ${organisationId} AND ${among(ids)} ORDER BY r.id FOR UPDATE`);
	const refunds = await readOwedRefunds(tx, organisationId, among(ids));
	if (refunds.length < ids.length) throw notFound('Refund');
	if (refunds.some(({ state }) => state === 'sent')) throw sent();
	return refunds;
}

const sent = () => ruleViolation('refund-sent', message`One of these refunds is recorded as sent already.`);

/**
 * Renders a transfer file. The result is the same for every call.
 * @throws not-found
 */
export async function renderRefundFile(
	services: Services,
	{ organisationId, fileId }: { organisationId: string; fileId: string },
): Promise<string> {
	const { db } = services.database;
	const [file] = await db
		.select()
		.from(refundFiles)
		.where(and(eq(refundFiles.organisationId, organisationId), eq(refundFiles.id, fileId)));
	if (!file) throw notFound('File');
	const refunds = await readOwedRefunds(db, organisationId, sql`i.file_id = ${fileId} ORDER BY r.id`);
	const { debtorHolder: holder, debtorIban: iban, debtorBic: bic } = file;
	return creditTransfers({
		id: file.id,
		createdAt: file.createdAt,
		debtor: iban === '' ? accountOf(await getPaymentSettings(db, organisationId)) : { holder, iban, bic },
		transfers: refunds.flatMap(({ id, amountMinor, account, reference, order }) =>
			account === null ? [] : [{ id, amountMinor, account, text: `Refund ${reference} ${order.eventTitle}` }],
		),
	});
}

/** Discards a file; what of it was not sent is to be sent again. @throws not-found, `refund-sent`: some of it was */
export async function deleteRefundFile(
	services: Services,
	{ organisationId, fileId }: { organisationId: string; fileId: string },
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const [file] = await tx
			.select({ id: refundFiles.id })
			.from(refundFiles)
			.where(and(eq(refundFiles.organisationId, organisationId), eq(refundFiles.id, fileId)))
			.for('update');
		if (!file) throw notFound('File');
		// Held, as recording them as sent holds them: none is sent from a file that is being discarded.
		await tx.execute(sql`
			SELECT FROM refunds r WHERE r.organisation_id = ${organisationId} AND r.id IN (
				SELECT refund_id FROM refund_file_items WHERE organisation_id = ${organisationId} AND file_id = ${fileId})
			ORDER BY r.id FOR UPDATE`);
		const refunds = await readOwedRefunds(tx, organisationId, sql`i.file_id = ${fileId}`);
		if (refunds.some(({ state }) => state === 'sent')) throw sent();
		await tx
			.delete(refundFiles)
			.where(and(eq(refundFiles.organisationId, organisationId), eq(refundFiles.id, fileId)));
	});
}

/**
 * Records that owed refunds were sent: all of them, or none.
 * @throws not-found, `refund-sent`, VALIDATION_FAILED: a date in the future
 */
export async function recordSentRefunds(
	services: Services,
	organisationId: string,
	how: { refundIds: readonly string[]; way: RefundWay; sentOn: string; userId: string },
): Promise<number> {
	// In one order, so that two at once do not wait for each other.
	const ids = [...new Set(how.refundIds)].sort();
	const { way, sentOn, userId } = how;
	refuseFutureDay('sentOn', sentOn, services.clock.now());
	await services.database.unitOfWork(async (unit) =>
		unit.transaction(async (tx) => {
			const inUnit = { ...services, database: unit };
			for (const refundId of ids)
				await recordSentRefund(inUnit, tx, { organisationId, refundId, way, sentOn, userId });
		}),
	);
	return ids.length;
}
