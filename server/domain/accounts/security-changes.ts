import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { SecurityChange } from '#shared/contracts/auth.ts';

/** Notifies the owner by email, at the address that the account has at this moment, that something about signing in changed. */
export function publishSecurityChange(
	tx: Tx,
	services: Services,
	userId: string,
	change: SecurityChange,
): Promise<void> {
	return services.facts.publish(
		tx,
		{ name: 'accounts.security-changed', organisationId: null, eventId: null, payload: { userId, change } },
		services,
	);
}
