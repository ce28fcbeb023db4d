import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { disputes, payments } from '#server/db/tables/payments.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { applyDispute } from './disputes.ts';
import type { AccountRow } from './queries.ts';

const pageSize = 100;

/**
 * Fetches the state of each open dispute of an account. A lost dispute moves no money, so if its event was lost, the balance doesn't
 * show it.
 * @throws GatewayError
 */
export async function syncOpenDisputes(services: Services, account: AccountRow): Promise<void> {
	const { organisationId, providerAccount } = account;
	if (providerAccount === null || account.gateway !== services.gateway.name) return;
	let after: string | undefined;
	do {
		const page = await services.database.db
			.select({ id: disputes.id, paymentId: disputes.paymentId, disputeId: disputes.providerId })
			.from(disputes)
			.innerJoin(
				payments,
				and(eq(payments.organisationId, disputes.organisationId), eq(payments.id, disputes.paymentId)),
			)
			.where(
				and(
					eq(disputes.organisationId, organisationId),
					isNull(disputes.closedAt),
					eq(payments.accountId, account.id),
					after === undefined ? sql`true` : gt(disputes.id, after),
				),
			)
			.orderBy(asc(disputes.id))
			.limit(pageSize);
		for (const { paymentId, disputeId } of page) {
			const object = await services.gateway
				.getDispute({ account: providerAccount, disputeId })
				.catch((error) => {
					const failure = error instanceof GatewayError ? error.failure : null;
					if (failure?.kind === 'refused' && failure.reason === 'not-found') return null;
					throw error;
				});
			if (object) await applyDispute(services, { organisationId, paymentId }, object);
		}
		after = page.length === pageSize ? page.at(-1)?.id : undefined;
	} while (after);
}
