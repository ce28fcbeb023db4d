import { and, eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { transferAccounts } from '#server/db/tables/orders.ts';
import type { PaymentSettings } from '#shared/contracts/payments.ts';
import type { OrderScope } from './order-record.ts';
import type { BankAccount } from './owed-refunds/credit-transfers.ts';

/** The organisation's bank details as its settings have them. */
export const accountOf = (
	settings: Pick<PaymentSettings, 'transferHolder' | 'transferIban' | 'transferBic'>,
): BankAccount => ({
	holder: settings.transferHolder,
	iban: settings.transferIban,
	bic: settings.transferBic,
});

/** Notes the bank details that a buyer who chose to pay by transfer is shown. Who chooses it again is shown those of then. */
export async function writeTransferAccount(
	tx: Tx,
	scope: OrderScope,
	settings: Parameters<typeof accountOf>[0],
): Promise<void> {
	const { organisationId, eventId, orderId } = scope;
	const account = accountOf(settings);
	await tx
		.insert(transferAccounts)
		.values({ organisationId, eventId, orderId, ...account })
		.onConflictDoUpdate({
			target: [transferAccounts.organisationId, transferAccounts.orderId],
			set: account,
		});
}

/** The bank details that the buyer of an order was shown; undefined for one that an older process took. */
export async function findTransferAccount(
	db: DbOrTx,
	{ organisationId, orderId }: Pick<OrderScope, 'organisationId' | 'orderId'>,
): Promise<BankAccount | undefined> {
	const [row] = await db
		.select({ holder: transferAccounts.holder, iban: transferAccounts.iban, bic: transferAccounts.bic })
		.from(transferAccounts)
		.where(and(eq(transferAccounts.organisationId, organisationId), eq(transferAccounts.orderId, orderId)));
	return row;
}
