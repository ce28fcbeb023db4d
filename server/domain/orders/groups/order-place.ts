import type { ClaimScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';

/** Orders a place of a group whose guests pay for themselves. @returns the order, which is to be paid unless it cost nothing */
export async function orderPlace(
	_services: Services,
	_claim: ClaimScope,
	_guest: { name: string; email: string; locale?: string | undefined; address: string },
): Promise<{ orderId: string }> {
	throw new Error('not written yet');
}
