import type { Services } from '#server/services.ts';
import type { MessagePreview } from '#shared/contracts/messages.ts';
import { FEW_ADDRESSES } from '#shared/rules/messages/messages.ts';
import type { Segment } from '#shared/rules/messages/segments.ts';
import type { MessagePlace } from '../place.ts';
import { readAddress } from './read-address.ts';

type Counts = MessagePreview['counts'];

/**
 * Counts for members who may not see guests: by conditions that fit few people they would learn of one what is not theirs to know. So fewer
 * than five addresses are only said to be fewer, and fewer than five that are left out are not said.
 */
export function hideFew(counts: Counts): Counts {
	const many = (count: number) => (count < FEW_ADDRESSES ? 0 : count);
	const isFewer = counts.addresses < FEW_ADDRESSES;
	return {
		addresses: isFewer ? FEW_ADDRESSES - 1 : counts.addresses,
		...{ bounced: many(counts.bounced), optedOut: many(counts.optedOut) },
		...{ notFollowing: many(counts.notFollowing), withoutAddress: many(counts.withoutAddress) },
		isFewer,
	};
}

/**
 * Whether members who may not see guests may read a message as one of these: among five at least, and not by what guests answered.
 * @throws BUSINESS_RULE_VIOLATION `segment-too-large`; SERVER_OVERLOADED
 */
export async function mayShowOne(
	services: Pick<Services, 'database'>,
	place: MessagePlace,
	segment: Segment,
): Promise<boolean> {
	if (segment.conditions.some(({ kind }) => kind === 'answer')) return false;
	const last = FEW_ADDRESSES - 1;
	return (await readAddress(services, place, segment, { at: last, q: '' }))?.at === last;
}
