import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { paymentSettings } from '#server/db/tables/payments.ts';
import type { Services } from '#server/services.ts';
import type { PaymentSettings } from '#shared/contracts/payments.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { isIban } from '#shared/rules/bank-transfer.ts';

/** How an organisation takes money; without a row: cards alone. */
export async function getPaymentSettings(
	db: DbOrTx,
	organisationId: string,
): Promise<PaymentSettings & { version: number }> {
	const [row] = await db
		.select()
		.from(paymentSettings)
		.where(eq(paymentSettings.organisationId, organisationId));
	return {
		takesCards: row?.takesCards ?? true,
		takesTransfers: row?.takesTransfers ?? false,
		takesMoneyAtDoor: row?.takesMoneyAtDoor ?? false,
		transferHolder: row?.transferHolder ?? '',
		transferIban: row?.transferIban ?? '',
		transferBic: row?.transferBic ?? '',
		transferDays: row?.transferDays ?? 7,
		version: row?.version ?? 0,
	};
}

/** Sets how an organisation takes money. @throws VALIDATION_FAILED about a field, version conflict (412) */
export async function updatePaymentSettings(
	services: Services,
	organisationId: string,
	how: { input: PaymentSettings; ifMatch?: number | undefined },
): Promise<PaymentSettings & { version: number }> {
	const input = {
		...how.input,
		transferIban: how.input.transferIban.replaceAll(/\s/g, '').toUpperCase(),
		transferBic: how.input.transferBic.replaceAll(/\s/g, '').toUpperCase(),
	};
	if (input.takesTransfers && input.transferHolder === '')
		throw fieldError('transferHolder', message`Enter the account holder.`);
	if ((input.takesTransfers || input.transferIban !== '') && !isIban(input.transferIban))
		throw fieldError('transferIban', message`Please enter a valid IBAN.`);
	return services.database.transaction(async (tx) => {
		const before = await getPaymentSettings(tx, organisationId);
		if (how.ifMatch !== undefined && how.ifMatch !== before.version) throw versionConflict(before.version);
		const values = { ...input, version: before.version + 1, updatedAt: sql`now()` };
		await tx
			.insert(paymentSettings)
			.values({ organisationId, ...values })
			.onConflictDoUpdate({ target: paymentSettings.organisationId, set: values });
		return { ...input, version: before.version + 1 };
	});
}
