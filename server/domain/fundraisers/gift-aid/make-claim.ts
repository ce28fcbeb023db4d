import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { giftAidClaims } from '#server/db/tables/fundraisers.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { listDueGifts } from './due-gifts.ts';
import { countRows } from './schedule.ts';

/** More are left for the next claim. */
const mostGifts = 10_000;

interface Claiming {
	organisationId: string;
	userId: string;
	now: Date;
}

/**
 * Claims what is due, in a transaction of the caller who holds the organisation: whoever claims beside it would take the same gifts. Gifts
 * in test mode have claims of their own, once no real gift is due.
 * @returns its id
 * @throws `nothing-to-claim`
 */
export async function claimDue(tx: Tx, { organisationId, userId, now }: Claiming): Promise<string> {
	const due = await listDueGifts(tx, organisationId, { now, limit: mostGifts, order: 'real-first' });
	const [first] = due;
	if (!first)
		throw ruleViolation(
			'nothing-to-claim',
			message`There is nothing to claim: no donation with a declaration is unclaimed.`,
		);
	const taken = due.filter(({ isTest }) => isTest === first.isTest);
	const claimed = taken.filter(({ amountMinor }) => amountMinor > 0);
	const sum = (gifts: typeof taken) => gifts.reduce((total, { amountMinor }) => total + amountMinor, 0);
	const id = newId();
	await tx.insert(giftAidClaims).values({
		...{ id, organisationId, isTest: first.isTest, madeBy: userId, createdAt: now },
		...{ gifts: claimed.length, amountMinor: sum(claimed), returnedMinor: sum(claimed) - sum(taken) },
		scheduleRows: 0,
	});
	await tx.execute(sql`
		INSERT INTO gift_aid_rows (organisation_id, claim_id, donation_id, declaration_id, given_on, amount_minor)
		SELECT ${organisationId}::uuid, ${id}::uuid, t.* FROM jsonb_to_recordset(${JSON.stringify(taken)}::jsonb)
			AS t(id uuid, "declarationId" uuid, "givenOn" date, "amountMinor" bigint)`);
	await tx
		.update(giftAidClaims)
		.set({ scheduleRows: await countRows(tx, { organisationId, claimId: id }) })
		.where(and(eq(giftAidClaims.organisationId, organisationId), eq(giftAidClaims.id, id)));
	return id;
}

/** Makes a claim of what is due. Two that are made at once come one after the other. @throws `nothing-to-claim` */
export function makeClaim(
	services: Services,
	claiming: { organisationId: string; userId: string },
): Promise<string> {
	return services.database.transaction(async (tx) => {
		await tx.execute(sql`SELECT FROM organisations WHERE id = ${claiming.organisationId} FOR NO KEY UPDATE`);
		return claimDue(tx, { ...claiming, now: services.clock.now() });
	});
}
