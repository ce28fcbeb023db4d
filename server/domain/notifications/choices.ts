import { and, eq } from 'drizzle-orm';
import { mailOptOuts, notificationChoices } from '#server/db/tables/notifications.ts';
import type { Caller } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import {
	type NotificationChannel,
	type NotificationKind,
	notificationChannels,
	notificationKinds,
} from '#shared/contracts/settings.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { hashOfAddress, hasOptedOut } from './opt-outs.ts';

const reminder = 'events/reminder';

/** The default for people who have made no choice. */
export const usualChoice: Record<NotificationKind, Record<NotificationChannel, boolean>> = {
	reminders: { mail: true, app: true },
	registrations: { mail: false, app: true },
	'door-conflicts': { mail: true, app: true },
	money: { mail: true, app: true },
};

/** The notification settings of a user. Reminder emails are set per address, since their unsubscribe link has no account. */
export async function listChoices(services: Services, caller: Caller) {
	const [rows, isWithoutReminders] = await Promise.all([
		services.database.db
			.select()
			.from(notificationChoices)
			.where(eq(notificationChoices.userId, caller.userId)),
		caller.isEmailVerified ? hasOptedOut(services, caller.email, reminder) : false,
	]);
	const chosen = new Map(rows.map(({ kind, channel, isOn }) => [`${kind}:${channel}`, isOn]));
	return {
		choices: notificationKinds.flatMap((kind) =>
			notificationChannels.map((channel) => ({
				kind,
				channel,
				isOn:
					kind === 'reminders' && channel === 'mail'
						? !isWithoutReminders
						: (chosen.get(`${kind}:${channel}`) ?? usualChoice[kind][channel]),
			})),
		),
	};
}

/**
 * Turns one kind of notification on or off in one channel.
 * @throws for reminder emails to an unverified address, which may belong to another person
 */
export async function choose(
	services: Services,
	caller: Caller,
	choice: { kind: NotificationKind; channel: NotificationChannel; isOn: boolean },
): Promise<void> {
	const { db } = services.database;
	const { kind, channel, isOn } = choice;
	if (kind === 'reminders' && channel === 'mail') {
		if (!caller.isEmailVerified) {
			throw ruleViolation('address-not-confirmed', message`Verify your email first.`);
		}
		const emailHash = hashOfAddress(caller.email);
		if (isOn) {
			await db
				.delete(mailOptOuts)
				.where(and(eq(mailOptOuts.emailHash, emailHash), eq(mailOptOuts.template, reminder)));
		} else await db.insert(mailOptOuts).values({ emailHash, template: reminder }).onConflictDoNothing();
		return;
	}
	await db
		.insert(notificationChoices)
		.values({ userId: caller.userId, kind, channel, isOn, updatedAt: services.clock.now() })
		.onConflictDoUpdate({
			target: [notificationChoices.userId, notificationChoices.kind, notificationChoices.channel],
			set: { isOn, updatedAt: services.clock.now() },
		});
}
