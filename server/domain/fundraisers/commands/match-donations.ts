import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { fundraisers } from '#server/db/tables/fundraisers.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { post, reversed, type Transfer } from '#server/domain/ledger/post.ts';
import { newId } from '#shared/lib/ids.ts';
import { ofFundraiser } from '../rows.ts';

/** A donation that sponsors may add to. */
export interface MatchedDonation {
	id: string;
	amountMinor: number;
	currency: string;
}

const pledge = (amountMinor: number): Transfer => ({
	kind: 'match',
	debit: 'match_pledged',
	credit: 'gifts',
	amountMinor,
});

/**
 * Takes what sponsors add to a donation out of their caps: all of it, or what is left. The rows are locked and judged anew after the
 * lock, so what is read of a cap is what is taken of it, however many donations come at once.
 * @returns what each sponsor adds, in minor units
 */
export async function takeMatches(
	tx: Pick<Tx, 'execute'>,
	{ organisationId, eventId }: EventScope,
	donation: MatchedDonation,
): Promise<number[]> {
	const { rows } = await tx.execute<{ minor: string }>(sql`
		WITH open AS (
			SELECT id, least(cap_minor - used_minor,
				(${donation.amountMinor}::numeric * ratio_basis_points / 10000)::numeric(20, 4)) AS wanted
			FROM donation_matches
			WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND currency = ${donation.currency}
				AND used_minor < cap_minor AND starts_at <= now() AND (ends_at IS NULL OR ends_at > now())
			ORDER BY id FOR NO KEY UPDATE
		), taken AS (
			UPDATE donation_matches m SET used_minor = m.used_minor + floor(o.wanted)::bigint FROM open o
			WHERE m.organisation_id = ${organisationId} AND m.id = o.id AND floor(o.wanted) > 0
			RETURNING m.id, floor(o.wanted)::bigint AS minor
		)
		INSERT INTO donation_match_uses (organisation_id, event_id, donation_id, match_id, amount_minor)
		SELECT ${organisationId}::uuid, ${eventId}::uuid, ${donation.id}::uuid, id, minor FROM taken ORDER BY id
		RETURNING amount_minor AS minor`);
	return rows.map(({ minor }) => Number(minor));
}

async function countMatched(tx: Tx, scope: EventScope, minor: number): Promise<void> {
	await tx
		.update(fundraisers)
		.set({ matchedMinor: sql`${fundraisers.matchedMinor} + ${minor}` })
		.where(ofFundraiser(scope));
}

/** Adds what sponsors promise to donations that have just been made, in their caps, the books and the thermometer. */
export async function matchDonations(
	tx: Tx,
	scope: EventScope,
	donations: readonly MatchedDonation[],
): Promise<void> {
	for (const donation of donations) {
		const amounts = await takeMatches(tx, scope, donation);
		if (amounts.length === 0) continue;
		await post(tx, [
			{
				...scope,
				subjectId: donation.id,
				sourceKind: 'donation_match',
				sourceId: donation.id,
				currency: donation.currency,
				transfers: amounts.map(pledge),
			},
		]);
		await countMatched(
			tx,
			scope,
			amounts.reduce((sum, minor) => sum + minor, 0),
		);
	}
}

/** Gives back to the caps what was added to donations that were refunded: in proportion, and all with the last of it. */
export async function returnMatches(
	tx: Tx,
	scope: EventScope,
	donationIds: readonly string[],
): Promise<void> {
	const { organisationId, eventId } = scope;
	for (const donationId of donationIds) {
		const { rows } = await tx.execute<{ minor: string; currency: string }>(sql`
			WITH due AS (
				SELECT u.match_id, d.currency, u.returned_minor AS before,
					u.amount_minor - floor(u.amount_minor::numeric * (d.amount_minor - d.refunded_minor) / d.amount_minor)::bigint AS after
				FROM donation_match_uses u
				JOIN donations d ON d.organisation_id = u.organisation_id AND d.id = u.donation_id
				WHERE u.organisation_id = ${organisationId} AND u.donation_id = ${donationId}
				ORDER BY u.match_id FOR NO KEY UPDATE OF u
			), changed AS (
				UPDATE donation_match_uses u SET returned_minor = due.after FROM due
				WHERE u.organisation_id = ${organisationId} AND u.donation_id = ${donationId} AND u.match_id = due.match_id
					AND due.after > due.before
				RETURNING u.match_id, due.after - due.before AS minor, due.currency
			), freed AS (
				UPDATE donation_matches m SET used_minor = m.used_minor - c.minor FROM changed c
				WHERE m.organisation_id = ${organisationId} AND m.id = c.match_id
				RETURNING m.id
			)
			SELECT minor, currency FROM changed WHERE EXISTS (SELECT FROM freed) ORDER BY match_id`);
		const [first] = rows;
		if (!first) continue;
		const amounts = rows.map(({ minor }) => Number(minor));
		await post(tx, [
			{
				organisationId,
				eventId,
				subjectId: donationId,
				sourceKind: 'match_returned',
				// A donation may be refunded in parts.
				sourceId: newId(),
				currency: first.currency,
				transfers: reversed(amounts.map(pledge)),
			},
		]);
		await countMatched(tx, scope, -amounts.reduce((sum, minor) => sum + minor, 0));
	}
}
