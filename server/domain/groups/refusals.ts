import { type AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

/** No place of the group is open now. */
export const groupFull = (): AppError =>
	ruleViolation(
		'group-full',
		message`All spots of this group are taken. Ask the person who invited you whether another spot opens.`,
	);

/** The group has ended, or the order that had its places was cancelled. */
export const groupEnded = (): AppError =>
	ruleViolation(
		'group-ended',
		message`This group has ended, so its spots can no longer be changed. Ask the organiser of the event.`,
	);

/** Refuses what can only be done until an event is over. @throws `event-closed` */
export function refuseClosedEvent(event: { status: string; endsAt: Date }, now: Date): void {
	if (event.status === 'cancelled')
		throw ruleViolation(
			'event-closed',
			message`This event is cancelled, so its groups can no longer be changed.`,
		);
	if (event.endsAt <= now)
		throw ruleViolation('event-closed', message`This event is over, so its groups can no longer be changed.`);
}
