import { eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { paymentSettings } from '#server/db/tables/payments.ts';
import type { Services } from '#server/services.ts';
import type { PaymentSettings } from '#shared/contracts/payments.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { isIban } from '#shared/rules/bank-transfer.ts';
import { bankDetailsHours, type PaymentDetailsChange } from '#shared/rules/payment-details.ts';
import { refuseStale } from '../accounts/sessions.ts';
import { type Changer, publishDetailsChange } from './payment-details.ts';

export type SettingsRow = typeof paymentSettings.$inferSelect;

/** How an organisation takes money, with the bank details that are in use; without a row: cards alone. */
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

/** The settings of an organisation, made if there are none, and held until the transaction ends. */
export async function lockSettings(tx: Tx, organisationId: string): Promise<SettingsRow> {
	await tx.insert(paymentSettings).values({ organisationId, version: 0 }).onConflictDoNothing();
	const [row] = await tx
		.select()
		.from(paymentSettings)
		.where(eq(paymentSettings.organisationId, organisationId))
		.for('update');
	return row as SettingsRow;
}

const compact = (text: string) => text.replaceAll(/\s/g, '').toUpperCase();

/**
 * Updates the payment methods of an organisation. A changed IBAN takes effect after a day, or when another member confirms it
 * (pending-details.ts). Changing bank details requires a recent login and notifies the owners.
 * @throws VALIDATION_FAILED about a field, version conflict (412), AUTH_REQUIRED (`confirm-sign-in`)
 */
export async function updatePaymentSettings(
	services: Services,
	organisationId: string,
	how: { input: PaymentSettings; ifMatch?: number | undefined; by: Changer },
): Promise<void> {
	const { by } = how;
	const input = {
		...how.input,
		transferIban: compact(how.input.transferIban),
		transferBic: compact(how.input.transferBic),
	};
	if (input.takesTransfers && input.transferHolder === '')
		throw fieldError('transferHolder', message`Enter the account holder.`);
	if ((input.takesTransfers || input.transferIban !== '') && !isIban(input.transferIban))
		throw fieldError('transferIban', message`Please enter a valid IBAN.`);
	await services.database.transaction(async (tx) => {
		const row = await lockSettings(tx, organisationId);
		if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
		const change = changeOf(row, input);
		if (change) refuseStale(by, services.clock.now());
		const { transferHolder, transferIban, transferBic, ...ways } = input;
		const details =
			change === 'transfer-requested'
				? {
						pendingHolder: transferHolder,
						pendingIban: transferIban,
						pendingBic: transferBic,
						pendingBy: by.userId,
						pendingAt: sql`now()`,
						pendingDueAt: sql`now() + make_interval(hours => ${bankDetailsHours})`,
					}
				: isPending(row, input)
					? {}
					: { transferHolder, transferIban, transferBic };
		await tx
			.update(paymentSettings)
			.set({ ...ways, ...details, version: row.version + 1, updatedAt: sql`now()` })
			.where(eq(paymentSettings.organisationId, organisationId));
		if (change) await publishDetailsChange(tx, services, organisationId, { change, by, iban: transferIban });
	});
}

type Details = Pick<PaymentSettings, 'transferHolder' | 'transferIban' | 'transferBic'>;

/** Whether these are the bank details that wait already: sent again, they wait no longer. */
const isPending = (row: SettingsRow, input: Details): boolean =>
	row.pendingAt !== null &&
	row.pendingIban === input.transferIban &&
	row.pendingHolder === input.transferHolder &&
	row.pendingBic === input.transferBic;

/** What new bank details change; null: nothing, or nothing that money follows. */
function changeOf(row: SettingsRow, input: Details): PaymentDetailsChange | null {
	if (isPending(row, input)) return null;
	// The first IBAN waits for nobody: until then no buyer was shown one.
	if (row.transferIban !== input.transferIban)
		return row.transferIban === '' ? 'transfer-set' : 'transfer-requested';
	const isSame = row.transferHolder === input.transferHolder && row.transferBic === input.transferBic;
	return isSame || input.transferIban === '' ? null : 'transfer-set';
}
