import { and, inArray, sql } from 'drizzle-orm';
import { giftCards } from '#server/db/tables/gift-cards.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairJob, findDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { post } from '../ledger/post.ts';
import { type CardScope, ofCard } from './card-rows.ts';

/** SQL: today where days end last, at UTC-12. POSIX names of zones count westwards. */
const lastToday = `(now() AT TIME ZONE 'Etc/GMT+12')::date`;
const perRound = 200;
const name = 'gift-cards.lapse';

/** Ends a card whose last day is over everywhere: what was left of it is income. @returns whether it had not ended before */
async function lapse(services: Services, scope: CardScope): Promise<boolean> {
	return services.database.transaction(async (tx) => {
		const [card] = await tx
			.select()
			.from(giftCards)
			.where(
				and(
					ofCard(scope),
					inArray(giftCards.state, ['active', 'blocked']),
					sql`expires_on < ${sql.raw(lastToday)}`,
				),
			)
			.for('update');
		if (!card) return false;
		const { organisationId, id, currency, balanceMinor: amountMinor } = card;
		await tx
			.update(giftCards)
			.set({
				...{ state: 'lapsed', blockedBy: null, balanceMinor: 0 },
				lapsedMinor: sql`${giftCards.lapsedMinor} + ${amountMinor}`,
				version: sql`${giftCards.version} + 1`,
				updatedAt: sql`now()`,
			})
			.where(ofCard(scope));
		await post(tx, [
			{
				...{ organisationId, eventId: null, subjectId: id, sourceKind: 'gift_card_lapsed', currency },
				sourceId: newId(),
				transfers: [{ kind: 'gift_card_lapsed', debit: 'gift_cards', credit: 'breakage', amountMinor }],
			},
		]);
		return true;
	});
}

const lapsed = findDue<CardScope>(
	name,
	`SELECT organisation_id AS "organisationId", id AS "giftCardId" FROM gift_cards
		WHERE expires_on IS NOT NULL AND state IN ('active', 'blocked') AND expires_on < ${lastToday}
			AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
		ORDER BY expires_on LIMIT ${perRound}`,
);

/** Ends cards after their last day. */
export const lapseJob = createFairJob<CardScope>({
	name,
	cron: '20 12 * * *',
	createFind: () => lapsed.find,
	ownerOf: lapsed.ownerOf,
	keyOf: ({ giftCardId }) => giftCardId,
	atOnce: 1,
	run: async (services, [scope]) => ((await lapse(services, scope)) ? 1 : 0),
});
