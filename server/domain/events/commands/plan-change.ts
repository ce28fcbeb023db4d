import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { eventChangeSets } from '#server/db/tables/events.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { eventChanged } from '#server/emails/events/changed.ts';
import { writeMail } from '#server/emails/kit/render-mail.ts';
import type { Translator } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { ChangePlan } from '#shared/contracts/event-changes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { guestFields } from '#shared/rules/edit-rules.ts';
import { announcedFields } from '../changes/announced-fields.ts';
import { countGuests, notifyDelay } from '../changes/guest-notices.ts';
import { shortValue } from '../changes/present.ts';
import { lockEvent } from '../event-rows.ts';
import { toMailEvent } from '../mail-event.ts';
import { getWholeEvent } from '../queries.ts';
import {
	type EditOutcome,
	type EventEdit,
	editEvent,
	type FieldEffect,
	hashOf,
	onSlugTaken,
} from './update-event.ts';

/** Ends the transaction of a plan without writing anything. */
class RolledBack extends Error {}

/**
 * Preview of an edit, by doing it and rolling it back: so a plan knows every rule that the edit itself would meet.
 * @throws what `updateEvent` throws, but for refusals of the table of edit rules: these are part of the plan
 */
export async function planChange(
	services: Services,
	how: EventEdit,
	note: { translate: Translator },
): Promise<ChangePlan> {
	const scope = { organisationId: how.organisationId, eventId: how.eventId };
	const passwordHash = await hashOf(how.input);
	let plan: ChangePlan | undefined;
	try {
		await onSlugTaken(() =>
			services.database.transaction(async (tx) => {
				let guests = 0;
				const outcome = await editEvent(services, tx, {
					...how,
					passwordHash,
					notice: { notify: true, note: '' },
					async check(effects) {
						guests = await countConcerned(tx, scope, effects);
						return effects.every(({ rule }) => rule === null);
					},
				});
				plan = await describe(services, tx, scope, { outcome, guests, translate: note.translate });
				throw new RolledBack();
			}),
		);
	} catch (error) {
		if (!(error instanceof RolledBack)) throw error;
	}
	return plan as ChangePlan;
}

/**
 * Makes an edit as it was planned.
 * @throws `plan-outdated` (412) where it would do something else than the plan, beside what `updateEvent` throws
 */
export async function applyChange(
	services: Services,
	how: EventEdit & { planHash: string | undefined },
): Promise<EditOutcome> {
	const scope = { organisationId: how.organisationId, eventId: how.eventId };
	const passwordHash = await hashOf(how.input);
	return onSlugTaken(() =>
		services.database.transaction((tx) =>
			editEvent(services, tx, {
				...how,
				passwordHash,
				async check(effects, version) {
					const guests = await countConcerned(tx, scope, effects);
					if (how.planHash !== undefined && how.planHash !== hashOfPlan(effects, version, guests > 0))
						throw planOutdated(guests);
					return true;
				},
			}),
		),
	);
}

/** Guests are concerned by what they know of an event, while it is shown. */
async function countConcerned(tx: Tx, scope: EventScope, effects: readonly FieldEffect[]): Promise<number> {
	if (!effects.some(({ field }) => guestFields.includes(field))) return 0;
	const { status } = await lockEvent(tx, scope);
	return ['published', 'postponed'].includes(status) ? countGuests(tx, scope) : 0;
}

/** The number of guests is no part of it: a sale that goes on would never let a plan through. */
function hashOfPlan(effects: readonly FieldEffect[], version: number, hasGuests: boolean): string {
	const seen = effects.map(({ field, before, after, verdict, rule }) => [
		field,
		before,
		after,
		verdict,
		rule,
	]);
	return createHash('sha256')
		.update(JSON.stringify([version, hasGuests, seen]))
		.digest('base64url');
}

const planOutdated = (guests: number) =>
	new AppError('BUSINESS_RULE_VIOLATION', {
		status: 412,
		userMessage: message`Something changed in the meantime. Review the changes again.`,
		metadata: { rule: 'plan-outdated', guests },
	});

async function describe(
	services: Services,
	tx: Tx,
	scope: EventScope,
	known: { outcome: EditOutcome; guests: number; translate: Translator },
): Promise<ChangePlan> {
	const { outcome, guests, translate } = known;
	const { effects } = outcome;
	const version = outcome.changeSetId === null ? outcome.version : outcome.version - 1;
	const { startsAt } = await lockEvent(tx, scope);
	const formerStart = effects.find(({ field }) => field === 'startsAt')?.before;
	return {
		planHash: hashOfPlan(effects, version, guests > 0),
		version,
		effects: effects.map((effect) => ({
			...effect,
			before: shortValue(effect.before),
			after: shortValue(effect.after),
			message: effect.message && translate(effect.message),
		})),
		isRefused: effects.some(({ rule }) => rule !== null),
		guests,
		notifiesByDefault: guests > 0 && effects.some(({ verdict }) => verdict === 'notice'),
		notifiesAfterMinutes: await notifyDelay(
			tx,
			formerStart === undefined ? startsAt : new Date(Math.min(Date.parse(String(formerStart)), +startsAt)),
		),
		mail: await sampleMail(services, tx, scope, outcome.changeSetId),
	};
}

/** The mail of a change set that is rolled back afterwards. */
async function sampleMail(
	services: Services,
	tx: Tx,
	scope: EventScope,
	changeSetId: string | null,
): Promise<ChangePlan['mail']> {
	if (changeSetId === null) return null;
	const [set] = await tx
		.select({ summary: eventChangeSets.summary, notify: eventChangeSets.notify })
		.from(eventChangeSets)
		.where(
			and(eq(eventChangeSets.organisationId, scope.organisationId), eq(eventChangeSets.id, changeSetId)),
		);
	if (!set?.notify) return null;
	const row = await lockEvent(tx, scope);
	const event = { ...(await getWholeEvent(services, scope)), ...row };
	const { productName, appUrl, mailLocale } = services.config;
	const { subject, text } = await writeMail(
		eventChanged,
		{
			event: toMailEvent(services, event),
			...announcedFields(set.summary, event),
			note: '',
			orderCode: '',
			isForGuest: false,
			manageLink: null,
			calendar: '',
		},
		{ productName, appUrl },
		mailLocale,
	);
	return { subject, text };
}
