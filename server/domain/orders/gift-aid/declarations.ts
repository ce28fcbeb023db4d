import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { giftAidDeclarations } from '#server/db/tables/orders.ts';
import type { ScheduledJob } from '#server/domain/module.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import {
	type DonorAddress,
	declarationText,
	type GiftAidDeclaration,
	type OralRecord,
	tidyPostcode,
} from '#shared/rules/gift-aid.ts';
import { GIFT_AID_RECORD_YEARS } from '#shared/rules/periods.ts';
import type { SaleOrder } from '../sale/sale-order.ts';

/** Refuses a declaration that nobody can claim with. */
export const giftAidClosed = () =>
	ruleViolation(
		'gift-aid-closed',
		message`This organiser doesn’t take Gift Aid declarations. Continue without one.`,
	);

/** Writes the Gift Aid declarations of orders, in the transaction that writes them. @param charity to whom they are made */
export async function declareGiftAid(tx: Tx, orders: readonly SaleOrder[], charity: string): Promise<void> {
	const made = orders.flatMap(({ id: orderId, organisationId, eventId, buyer, gift }) => {
		const declared = gift?.giftAid;
		if (!declared) return [];
		const { wording, scope, title, firstName, lastName, house, postcode } = declared;
		return {
			...{ id: newId(), organisationId, eventId, orderId, email: buyer.email },
			...{ wording, scope, title, firstName, lastName, house, postcode: tidyPostcode(postcode) },
			statement: declarationText(scope, charity),
		};
	});
	if (made.length > 0) await tx.insert(giftAidDeclarations).values(made);
}

/** A declaration on paper or by word of mouth, and the donation that it was made for. */
export interface EnteredDeclaration extends GiftAidDeclaration {
	organisationId: string;
	eventId: string;
	donationId: string;
	/** Null: of an offline donation. */
	orderId: string | null;
	email: string;
	/** To whom it was made. */
	charity: string;
	madeOn: string;
	enteredBy: string;
	/** Null: on paper. */
	oralRecord: OralRecord | null;
	recordSentOn: string | null;
}

/** Enters a declaration on paper or by word of mouth. @returns its id; null: the donation or its order has one that holds */
export async function enterDeclaration(tx: Tx, entered: EnteredDeclaration): Promise<string | null> {
	const { charity, ...values } = entered;
	const [made] = await tx
		.insert(giftAidDeclarations)
		.values({
			...values,
			id: newId(),
			postcode: tidyPostcode(entered.postcode),
			statement: declarationText(entered.scope, charity),
		})
		.onConflictDoNothing()
		.returning({ id: giftAidDeclarations.id });
	return made?.id ?? null;
}

/** Cancels a declaration at its donor’s request: nothing more is claimed with it. Idempotent. @throws not-found */
export async function cancelDeclaration(
	{ database, clock }: Services,
	{
		organisationId,
		declarationId,
		userId,
	}: { organisationId: string; declarationId: string; userId: string },
): Promise<void> {
	const named = and(
		eq(giftAidDeclarations.organisationId, organisationId),
		eq(giftAidDeclarations.id, declarationId),
	);
	await database.db
		.update(giftAidDeclarations)
		.set({ cancelledAt: clock.now(), cancelledBy: userId })
		.where(and(named, isNull(giftAidDeclarations.cancelledAt)));
	const found = await database.db
		.select({ id: giftAidDeclarations.id })
		.from(giftAidDeclarations)
		.where(named);
	if (found.length === 0) throw notFound('Declaration');
}

/** Moves are rare, and schedules read all of them. */
const mostChanges = 50;

/**
 * Changes the name and address of a declaration, as its donor said. It stays valid, and keeps those of before for the schedules of earlier
 * claims.
 * @throws not-found, `declaration-cancelled`, `too-many-address-changes`
 */
export function changeDonorAddress(
	{ database, clock }: Services,
	scope: { organisationId: string; declarationId: string },
	to: DonorAddress,
): Promise<void> {
	return database.transaction(async (tx) => {
		const named = and(
			eq(giftAidDeclarations.organisationId, scope.organisationId),
			eq(giftAidDeclarations.id, scope.declarationId),
		);
		const [row] = await tx.select().from(giftAidDeclarations).where(named).for('no key update');
		if (!row) throw notFound('Declaration');
		if (row.cancelledAt)
			throw ruleViolation('declaration-cancelled', message`This declaration is cancelled. Add a new one.`);
		const { title, firstName, lastName, house, postcode, earlier } = row;
		const before: DonorAddress = { title, firstName, lastName, house, postcode };
		const after: DonorAddress = {
			...{ title: to.title, firstName: to.firstName, lastName: to.lastName },
			...{ house: to.house, postcode: tidyPostcode(to.postcode) },
		};
		const isSame = Object.entries(after).every(
			([name, value]) => before[name as keyof DonorAddress] === value,
		);
		if (isSame) return;
		if (earlier.length >= mostChanges)
			throw ruleViolation(
				'too-many-address-changes',
				message`This declaration was changed too often. Cancel it and add a new one.`,
			);
		const until = clock.now().toISOString();
		await tx
			.update(giftAidDeclarations)
			.set({ ...after, earlier: [...earlier, { ...before, until }] })
			.where(named);
	});
}

/** Until when a declaration `x` is retained: six years after the one of the last claim with it, or in which it was made. */
export const retainedUntil = `(date_trunc('year', greatest(x.created_at, (SELECT max(c.created_at)
	FROM gift_aid_rows r JOIN gift_aid_claims c ON c.organisation_id = r.organisation_id AND c.id = r.claim_id
	WHERE r.organisation_id = x.organisation_id AND r.declaration_id = x.id))) + interval '${GIFT_AID_RECORD_YEARS + 1} years')::date`;

export const giftAidJobs: ScheduledJob[] = [
	{
		name: 'orders.erase-declarations',
		cron: '45 3 * * *',
		/** Declarations go once they no longer have to be retained, and those of orders that were never paid after 30 days. */
		async run({ database, clock }) {
			const now = clock.now().toISOString();
			for (const isOver of [
				sql`x.created_at < ${now}::timestamptz - make_interval(years => ${GIFT_AID_RECORD_YEARS}) AND ${sql.raw(retainedUntil)} <= ${now}::date`,
				sql`x.created_at BETWEEN ${now}::timestamptz - interval '60 days' AND ${now}::timestamptz - interval '30 days'
					AND x.donation_id IS NULL AND NOT EXISTS (SELECT FROM orders o WHERE o.organisation_id = x.organisation_id AND o.event_id = x.event_id
						AND o.id = x.order_id AND o.confirmed_at IS NOT NULL)`,
			])
				for (;;) {
					const { rows } = await database.db.execute<{ id: string }>(sql`
						DELETE FROM gift_aid_declarations WHERE (organisation_id, id) IN (
							SELECT x.organisation_id, x.id FROM gift_aid_declarations x WHERE ${isOver} LIMIT 1000)
						RETURNING id`);
					if (rows.length === 0) break;
				}
		},
	},
];
