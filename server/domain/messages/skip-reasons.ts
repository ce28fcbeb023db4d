import type { DbOrTx } from '#server/db/client.ts';
import type { MessageCategory, SkipReason } from '#shared/rules/messages/messages.ts';
import { findOptedOut, hashOfAddress } from '../notifications/opt-outs.ts';
import { findSuppressed } from '../notifications/suppressions.ts';
import { findConfirmedFollowers } from '../organisers/follower-addresses.ts';

/**
 * Why some addresses get no message of an organisation: they bounced, opted out of such messages, or, for marketing, do not follow. The first
 * of these that holds.
 * @param emailKeys of `emailKey`, at most some thousands
 * @returns by the key; addresses that are missing in it get it
 */
export async function findSkipReasons(
	db: DbOrTx,
	{ organisationId, category }: { organisationId: string; category: MessageCategory },
	emailKeys: readonly string[],
): Promise<Map<string, SkipReason>> {
	const hashes = emailKeys.map(hashOfAddress);
	const suppressed = await findSuppressed(db, organisationId, hashes);
	const optedOut = await findOptedOut(db, { template: `messages/${category}`, organisationId }, hashes);
	const following =
		category === 'marketing' ? await findConfirmedFollowers(db, organisationId, emailKeys) : null;
	const reasons = new Map<string, SkipReason>();
	for (const [index, key] of emailKeys.entries()) {
		const hash = (hashes[index] as Buffer).toString('hex');
		if (suppressed.has(hash)) reasons.set(key, 'bounced');
		else if (optedOut.has(hash)) reasons.set(key, 'opted_out');
		else if (following && !following.has(key)) reasons.set(key, 'not_following');
	}
	return reasons;
}
