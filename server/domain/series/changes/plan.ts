import { createHash } from 'node:crypto';
import type { Tx } from '#server/db/client.ts';
import type { ChangedEvent } from '#server/domain/events/changes/change-many.ts';
import { countGuestsOfMany, notifyDelay } from '#server/domain/events/changes/guest-notices.ts';
import { shortValue } from '#server/domain/events/changes/present.ts';
import { changedSecret } from '#server/domain/events/changes/rows.ts';
import type { Services } from '#server/services.ts';
import type { changeDates as contract } from '#shared/contracts/series-changes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { z } from '#shared/lib/z.ts';
import { wallTimeOf } from '#shared/rules/event-times.ts';
import type { SeriesRow, SeriesScope } from '../series-record.ts';
import { insertSeriesChange, type NewChange } from './change-record.ts';
import type { DatesInScope } from './dates-in-scope.ts';
import type { DateResult, Effect, Refusal } from './follow-dates.ts';
import { sampleMail } from './sample-mail.ts';

type Answer = z.output<(typeof contract)['output']>;

/** The effect of a change on one date, or on one that it creates. */
export interface Outcome {
	eventId: string | null;
	key: string;
	keyBefore: string | null;
	startsAtLocal: string;
	startsAtLocalBefore: string | null;
	outcome: Answer['dates'][number]['outcome'];
	effects: Effect[];
	keeps: string[];
	guests: number;
	refusal: Refusal | null;
}

export interface Plan {
	planHash: string;
	guests: number;
	notifiesByDefault: boolean;
	notifiesAfterMinutes: number;
	mail: Answer['mail'];
}

export const isNotice = ({ effects, refusal }: Pick<Outcome, 'effects' | 'refusal'>): boolean =>
	refusal === null && effects.some(({ verdict }) => verdict === 'notice');

/** What an edit does to each date in its scope, in their order. */
export function outcomesOf(dates: DatesInScope, results: readonly DateResult[]): Outcome[] {
	const byId = new Map(results.map((result) => [result.ref.id, result]));
	return dates.refs.map((ref): Outcome => {
		const result = byId.get(ref.id);
		const known = { eventId: ref.id, key: ref.key, keyBefore: null };
		const local = wallTimeOf(ref.startsAt, ref.timeZone);
		if (!result)
			return {
				...known,
				startsAtLocal: local,
				startsAtLocalBefore: null,
				outcome: 'past',
				effects: [],
				keeps: [],
				guests: 0,
				refusal: null,
			};
		const times = result.effects.find(({ path }) => path === 'times')?.after as
			| { startsAtLocal: string }
			| undefined;
		const isMoved = times !== undefined && result.refusal === null;
		return {
			...known,
			startsAtLocal: isMoved ? times.startsAtLocal : local,
			startsAtLocalBefore: isMoved ? local : null,
			outcome: result.refusal ? 'refused' : result.effects.length > 0 ? 'changed' : 'same',
			effects: result.effects,
			keeps: result.keeps,
			guests: result.guests,
			refusal: result.refusal,
		};
	});
}

/** Describes what a change does and which guests are emailed, and applies it unless it is a preview. */
export async function planOf(
	services: Services,
	tx: Tx,
	scope: SeriesScope,
	of: {
		series: SeriesRow;
		outcomes: readonly Outcome[];
		change: NewChange;
		events: readonly ChangedEvent[];
		isChanged: boolean;
		isPreview: boolean;
	},
): Promise<Plan> {
	const { series, outcomes, change, events } = of;
	const inserted = of.isChanged ? await insertSeriesChange(tx, scope, series, change, events) : null;
	const changed = events.filter(({ changes }) => changes.length > 0).map(({ before }) => before.id);
	const guests = inserted?.notify
		? inserted.guests
		: (await countGuestsOfMany(tx, scope.organisationId, changed)).all;
	const earliest = events.reduce<Date | null>(
		(first, { before }) => (first === null || before.startsAt < first ? before.startsAt : first),
		inserted?.earliest ?? null,
	);
	return {
		planHash: hashOf(series.version, outcomes),
		guests,
		notifiesByDefault: guests > 0 && outcomes.some(isNotice),
		notifiesAfterMinutes: await notifyDelay(tx, earliest ?? services.clock.now()),
		mail:
			of.isPreview && inserted?.notify
				? await sampleMail(services, tx, scope.organisationId, {
						title: series.title,
						sets: inserted.sets.filter(({ notify }) => notify),
						isCancelled: change.kind === 'cancel',
					})
				: null,
	};
}

/** The number of guests is no part of it: a sale that goes on would never let a plan through. */
function hashOf(version: number, outcomes: readonly Outcome[]): string {
	const seen = outcomes.map(({ eventId, key, keyBefore, outcome, effects, keeps, guests, refusal }) => [
		// A date that is made has another id each time.
		outcome === 'new' ? null : eventId,
		key,
		keyBefore,
		outcome,
		effects.map(({ path, before, after, verdict }) => [path, before, after, verdict]),
		keeps,
		guests > 0,
		refusal?.rule ?? null,
	]);
	return createHash('sha256')
		.update(JSON.stringify([version, seen]))
		.digest('base64url');
}

/** @throws `plan-outdated` (412): by now it would do something else than the plan */
export function requirePlan(plan: Plan, planHash: string | undefined): void {
	if (planHash === undefined || planHash === plan.planHash) return;
	throw new AppError('BUSINESS_RULE_VIOLATION', {
		status: 412,
		userMessage: message`Something changed in the meantime. Review the changes again.`,
		metadata: { rule: 'plan-outdated', guests: plan.guests },
	});
}

const secretPaths = ['event.password', 'event.passwordHash'];

/** An outcome as answers have it. */
export function presentOutcome(
	{ refusal, ...outcome }: Outcome,
	translate: (text: TranslatableMessage) => string,
): Answer['dates'][number] {
	return {
		...outcome,
		effects: outcome.effects.map((effect) =>
			secretPaths.includes(effect.path)
				? { ...effect, before: changedSecret, after: changedSecret }
				: { ...effect, before: shortValue(effect.before), after: shortValue(effect.after) },
		),
		rule: refusal?.rule ?? null,
		message: refusal ? translate(refusal.message) : null,
	};
}
