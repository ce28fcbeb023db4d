import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import { messageLimits } from '#shared/rules/messages/messages.ts';
import type { Segment } from '#shared/rules/messages/segments.ts';
import type { MessagePlace } from '../place.ts';
import { everyAddress } from '../segments/addresses.ts';
import { isLimited, reviewReasonOf } from './review-reason.ts';

/** Counted further only to say how many an administrator decides about. */
const mostCounted = 100 * messageLimits.unverifiedMessage;

const dayMs = 24 * 3_600_000;

/** The subject of a review. */
interface Reviewed {
	subject: string;
	body: string;
	segment: Segment;
	/** An administrator let it pass as it is. */
	releasedAt: Date | null;
}

/**
 * Why a message must be reviewed, with its number of addresses; null if it needs no review. Addresses are counted for new organisers
 * only.
 */
export async function checkReview(
	services: Services,
	tx: Tx,
	place: MessagePlace,
	message: Reviewed,
	sendAt: Date | null = null,
): Promise<{ reviewReason: string; total: number } | null> {
	const { organisationId } = place;
	if (message.releasedAt !== null || !(await isLimited(tx, organisationId))) return null;
	let total = 0;
	for await (const rows of everyAddress(tx, place, message.segment)) {
		total += rows.length;
		if (total >= mostCounted) break;
	}
	const reviewReason = await reviewReasonOf(tx, organisationId, {
		...{ subject: message.subject, body: message.body },
		addresses: total,
		appUrl: services.config.appUrl,
		isLater: sendAt !== null && sendAt.getTime() > services.clock.now().getTime() + dayMs,
	});
	return reviewReason === '' ? null : { reviewReason, total };
}
