import type { Tx } from '#server/db/client.ts';
import type { Caller, RequestContext } from '#server/http/handler.ts';
import { networksOf } from '#server/platform/network.ts';
import type { Services } from '#server/services.ts';
import { describeUserAgent } from '#shared/lib/user-agent.ts';
import type { PaymentDetailsChange } from '#shared/rules/payment-details.ts';

/** The member who changes payment details, with their network. */
export interface Changer {
	userId: string;
	/** When they last proved who they are. */
	confirmedAt: Date;
	address: string;
	userAgent: string;
}

export const changerOf = (caller: Caller, context: RequestContext): Changer => ({
	userId: caller.userId,
	confirmedAt: caller.confirmedAt,
	address: context.address,
	userAgent: context.userAgent,
});

/** Notifies the owners of an organisation of changed payment details (docs/decisions/267-bank-statements.md). */
export function publishDetailsChange(
	tx: Tx,
	services: Services,
	organisationId: string,
	{ change, by, iban = '' }: { change: PaymentDetailsChange; by: Changer; iban?: string },
): Promise<void> {
	const payload = {
		change,
		ibanEnd: iban.slice(-4),
		byId: by.userId,
		at: services.clock.now().toISOString(),
		network: networksOf(by.address).near,
		...describeUserAgent(by.userAgent),
	};
	return services.facts.publish(
		tx,
		{ name: 'payments.details-changed', organisationId, eventId: null, payload },
		services,
	);
}
