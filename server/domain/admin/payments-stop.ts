import type { Services } from '#server/services.ts';
import type { PaymentsStop } from '#shared/contracts/admin-payments.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { listOwners } from '../accounts/owners.ts';
import { enqueueMails } from '../notifications/commands/enqueue-mail.ts';
import { getPaymentsStop, stopPayments } from '../payments/payments-stop.ts';

/**
 * Stops payments to an organisation, or resumes them, and notifies its owners. Idempotent.
 * @throws VALIDATION_FAILED without a reason; `no-payment-account`
 */
export async function setPaymentsStop(
	services: Services,
	organisationId: string,
	wanted: { isStopped: boolean; reason: string },
): Promise<PaymentsStop> {
	const { isStopped, reason } = wanted;
	if (isStopped && reason === '') throw fieldError('reason', message`This field is required.`);
	return services.database.transaction(async (tx) => {
		const mark = await stopPayments(tx, organisationId, wanted);
		const owners = mark === null ? [] : await listOwners(tx, organisationId);
		await enqueueMails(
			tx,
			owners.map(({ email }) => ({
				template: 'organisers/payments-stopped' as const,
				ref: { organisationId, isStopped },
				recipient: email,
				organisationId,
				dedupeKey: `organisers/payments-stopped:${organisationId}:${mark}:${email}`,
			})),
		);
		return getPaymentsStop(tx, organisationId);
	});
}
