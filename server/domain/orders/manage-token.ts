import { makeSignedIds, readSignedIds } from '#server/platform/signed-ids.ts';

/** What a manage token says: which order, and the version of its link. Raising the order's version voids older links. */
export interface ManageClaim {
	eventId: string;
	orderId: string;
	version: number;
}

const purpose = 'order-manage';

/** The signed link of an order: 71 characters that fit into a path. The same order gives the same token until its version rises. */
export const makeManageToken = (secret: Buffer, { eventId, orderId, version }: ManageClaim): string =>
	makeSignedIds(secret, purpose, { first: eventId, second: orderId, version });

/** Reads a manage token; null for anything that this secret did not sign. Takes the same time for every wrong signature. */
export function readManageToken(secret: Buffer, text: string): ManageClaim | null {
	const ids = readSignedIds(secret, purpose, text);
	return ids && { eventId: ids.first, orderId: ids.second, version: ids.version };
}
