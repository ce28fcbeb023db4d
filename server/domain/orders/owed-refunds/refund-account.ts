import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { refundAccounts } from '#server/db/tables/orders.ts';
import type { Services } from '#server/services.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isBic, isIban } from '#shared/rules/bank-transfer.ts';
import { getOrder, type OrderScope } from '../order-record.ts';
import { readOwedRefunds } from './list.ts';

/** Where a buyer wants money back that no provider moves. */
export interface RefundAccount {
	holder: string;
	iban: string;
	bic: string;
}

/**
 * Stores the bank account to which a buyer wants an owed refund to be sent.
 * @throws VALIDATION_FAILED about a field; `no-refund-owed`; `refund-in-file`: the previous account is already in a transfer file
 */
export async function setRefundAccount(
	services: Services,
	scope: OrderScope,
	account: RefundAccount,
): Promise<void> {
	const compact = (text: string) => text.replaceAll(/[^A-Za-z\d]/g, '').toUpperCase();
	const values = { holder: account.holder, iban: compact(account.iban), bic: compact(account.bic) };
	if (!isIban(values.iban)) throw fieldError('iban', message`Please enter a valid IBAN.`);
	if (values.bic !== '' && !isBic(values.bic)) throw fieldError('bic', message`Please enter a valid BIC.`);
	const { organisationId, eventId, orderId } = scope;
	await getOrder(services, scope);
	await services.database.transaction(async (tx) => {
		// Held, as files for the bank hold them: an account does not change while it is put into one.
		await tx.execute(sql`
			SELECT FROM refunds WHERE organisation_id = ${organisationId} AND subject_id = ${orderId} ORDER BY id FOR UPDATE`);
		const owed = (
			await readOwedRefunds(tx, organisationId, sql`r.event_id = ${eventId} AND r.subject_id = ${orderId}`)
		).filter(({ state }) => state !== 'sent');
		if (owed.length === 0)
			throw ruleViolation('no-refund-owed', message`No refund of this order waits for bank details.`);
		if (owed.some(({ state }) => state === 'in_file'))
			throw ruleViolation(
				'refund-in-file',
				message`The organiser is sending the money already. Contact them to change the account.`,
			);
		await tx
			.insert(refundAccounts)
			.values({ organisationId, eventId, orderId, ...values })
			.onConflictDoUpdate({
				target: [refundAccounts.organisationId, refundAccounts.orderId],
				set: { ...values, updatedAt: sql`now()` },
			});
	});
}

/** The owed amount shown on an order’s page, with the end of the bank account it is sent to. */
export async function getOwedMoney(
	db: DbOrTx,
	scope: OrderScope,
): Promise<{ owedMinor: number; account: { holder: string; ibanEnd: string } | null; isInFile: boolean }> {
	const owed = (
		await readOwedRefunds(
			db,
			scope.organisationId,
			sql`r.event_id = ${scope.eventId} AND r.subject_id = ${scope.orderId} AND r.state = 'requested'`,
		)
	).filter(({ state }) => state !== 'sent');
	const account = owed[0]?.account;
	return {
		owedMinor: owed.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
		account: account ? { holder: account.holder, ibanEnd: account.iban.slice(-4) } : null,
		isInFile: owed.some(({ state }) => state === 'in_file'),
	};
}
