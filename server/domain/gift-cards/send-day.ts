import type { DbOrTx } from '#server/db/client.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { resolveWallTime } from '#shared/rules/event-times.ts';
import { getOrganisationSettings } from '../settings/queries.ts';

const hour = '08:00';
const mostDaysAhead = 366;

/**
 * When a card is sent whose buyer chose a day: in the morning of their zone. Null: as soon as possible, as without a day or for one that has
 * begun.
 * @throws `send-day-too-far`
 */
export function sendAtOf(sendOn: string | null | undefined, timeZone: string, now: Date): Date | null {
	if (!sendOn) return null;
	const at = new Date(resolveWallTime(`${sendOn}T${hour}`, timeZone).instant);
	if (at.getTime() > now.getTime() + mostDaysAhead * 86_400_000)
		throw ruleViolation('send-day-too-far', message`Choose a day within the next 12 months.`);
	return at > now ? at : null;
}

/** The zone of a buyer who names none: that of the organisation. */
export async function zoneFor(
	db: DbOrTx,
	organisationId: string,
	timeZone: string | undefined,
): Promise<string> {
	if (timeZone !== undefined) return timeZone;
	return (await getOrganisationSettings(db, organisationId)).defaultTimeZone || 'UTC';
}
