import type { AppError } from '#shared/errors/app-error.ts';
import { networksOf } from '../platform/network.ts';
import type { Services } from '../services.ts';

/** Names of the lines, by which an operator counts and bans. */
function lineOf({ code, status }: AppError, isRefusedByAccess: boolean): string | undefined {
	if (status === 429) return 'security.limited';
	if (code === 'AUTH_INVALID_CREDENTIALS') return 'security.sign-in-failed';
	if (code === 'AUTH_ACCOUNT_LOCKED') return 'security.locked';
	return isRefusedByAccess || status === 403 || code === 'AUTH_TOKEN_INVALID'
		? 'security.refused'
		: undefined;
}

/**
 * Writes one line for a failed sign-in, a lock, a limit that was met, and what somebody may not reach, also where the answer says
 * that it does not exist. It names the network of the caller (a /24, or a /48 of IPv6) and the endpoint, never what was sent.
 */
export function logRefusal(
	services: Services,
	error: AppError,
	call: {
		endpoint: string;
		requestId: string;
		address: string;
		userId: string | undefined;
		isRefusedByAccess: boolean;
	},
): void {
	const line = lineOf(error, call.isRefusedByAccess);
	if (line === undefined) return;
	const { code, status } = error;
	const { endpoint, requestId, userId } = call;
	services.log.warn(
		{ code, status, endpoint, requestId, network: networksOf(call.address).wide, ...(userId && { userId }) },
		line,
	);
}
