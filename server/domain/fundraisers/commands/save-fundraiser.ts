import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { fundraisers } from '#server/db/tables/fundraisers.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { setTakesMonthlyGifts } from '#server/domain/events/commands/set-takes-gifts.ts';
import { lockEvent } from '#server/domain/events/event-rows.ts';
import { settleCurrency } from '#server/domain/tickets/event-currency.ts';
import { takeTurnAlone } from '#server/domain/tickets/place-locks.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { saveFundraiser as contract } from '#shared/contracts/fundraisers.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { chargeProblem } from '#shared/rules/pricing/chargeable.ts';
import { type FundraiserRow, lockFundraiser, ofFundraiser } from '../rows.ts';

type Input = BodyOf<typeof contract>;

/**
 * Makes or changes the fundraiser of an event.
 * @param how.ifMatch the version that the author read; another current one refuses the change
 * @throws version conflict (412), VALIDATION_FAILED about an amount or the currency
 */
export async function saveFundraiser(
	services: Services,
	scope: EventScope,
	how: { input: Input; ifMatch?: number | undefined },
): Promise<void> {
	const { input } = how;
	checkAmounts(input);
	await services.database.transaction(async (tx) => {
		const event = await lockEvent(tx, scope);
		const before = await lockFundraiser(tx, scope);
		if (how.ifMatch !== undefined && how.ifMatch !== (before?.version ?? 0))
			throw versionConflict(before?.version ?? 0);
		const values = {
			goalMinor: input.goalMinor,
			currency: input.currency,
			story: input.story,
			...presetsOf(input),
			wall: input.wall,
			supporters: input.supporters,
		};
		if (before && before.currency !== input.currency) refuseOtherCurrency(before);
		await settleCurrency(tx, scope, event.currency, { kind: 'donation', currency: input.currency });
		if (before) {
			await tx
				.update(fundraisers)
				.set({
					...values,
					...goalReachedAt(before, input.goalMinor),
					version: before.version + 1,
					updatedAt: sql`now()`,
				})
				.where(ofFundraiser(scope));
		} else await insert(tx, scope, values);
		await setTakesMonthlyGifts(tx, scope, input.monthly);
	});
	stockStore(services).forget(scope.eventId);
}

/**
 * What a changed goal means for its announcement: one that is higher is to be reached again. One that was lowered to what is raised already
 * is reached, and not announced: nothing was given for it.
 */
function goalReachedAt(before: FundraiserRow, goalMinor: number) {
	if (goalMinor > Math.max(before.goalMinor, before.raisedMinor)) return { goalReachedAt: null };
	const isLowered = goalMinor < before.goalMinor && goalMinor <= before.raisedMinor;
	return isLowered && before.state !== 'draft' && before.goalReachedAt === null
		? { goalReachedAt: sql`now()` }
		: {};
}

/** The amounts that the form proposes, the lowest first and each once, with their texts. */
function presetsOf({ presetsMinor, presetTexts }: Input) {
	const texts = new Map(presetsMinor.map((minor, index) => [minor, presetTexts[index] ?? '']));
	const presets = [...texts].sort(([a], [b]) => a - b);
	return { presetsMinor: presets.map(([minor]) => minor), presetTexts: presets.map(([, text]) => text) };
}

/** Amounts that nobody could pay are refused where they are typed. */
function checkAmounts({ presetsMinor, currency }: Input): void {
	for (const [index, amount] of presetsMinor.entries()) {
		const field = `presetsMinor.${index}`;
		switch (chargeProblem(amount, currency)) {
			case 'amount-step':
				throw fieldError(field, message`Amounts in ${currency} are whole.`);
			case 'amount-too-small':
				throw fieldError(field, message`This amount is too small to be paid.`);
			case 'amount-too-large':
				throw fieldError(field, message`This amount is too large.`);
		}
	}
}

function refuseOtherCurrency(before: FundraiserRow): void {
	if (before.state === 'live')
		throw ruleViolation('fundraiser-live', message`Close the fundraiser before you change its currency.`);
	if (before.donors > 0 || before.raisedMinor > 0)
		throw fieldError('currency', message`Donations of this fundraiser are in ${before.currency}.`);
}

/** A new fundraiser counts what was given with tickets before; nobody confirms or refunds an order of the event meanwhile. */
async function insert(
	tx: Tx,
	scope: EventScope,
	values: Omit<typeof fundraisers.$inferInsert, 'organisationId' | 'eventId'>,
): Promise<void> {
	await takeTurnAlone(tx, scope);
	const { rows } = await tx.execute<{ raised: string; donors: number }>(sql`
		SELECT coalesce(sum(amount_minor - refunded_minor), 0) AS raised,
			count(*) FILTER (WHERE refunded_minor < amount_minor)::int AS donors
		FROM donations WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND currency = ${values.currency}`);
	await tx.insert(fundraisers).values({
		organisationId: scope.organisationId,
		eventId: scope.eventId,
		...values,
		raisedMinor: Number(rows[0]?.raised ?? 0),
		donors: rows[0]?.donors ?? 0,
	});
}
