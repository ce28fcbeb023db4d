import { and, eq } from 'drizzle-orm';
import type { NotificationKind } from '#shared/contracts/settings.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { say } from '#shared/errors/sentence.ts';
import { mailOptOuts } from '../../db/tables/notifications.ts';
import { notificationChoices } from '../../db/tables/settings.ts';
import type { Caller } from '../../http/handler.ts';
import type { Services } from '../../services.ts';
import { hashOfAddress, hasOptedOut } from './opt-outs.ts';

const reminder = 'events/reminder';

/** What holds for whoever has not chosen. */
export const usualChoice: Record<Exclude<NotificationKind, 'reminders'>, boolean> = {
	registrations: false,
	'door-conflicts': true,
};

type OrganiserKind = keyof typeof usualChoice;
export const organiserKinds = Object.keys(usualChoice) as OrganiserKind[];

/** Which mails somebody gets. Reminders hang on the address, as the link under each of them does. */
export async function listChoices(services: Services, caller: Caller) {
	const [rows, isWithoutReminders] = await Promise.all([
		services.database.db
			.select()
			.from(notificationChoices)
			.where(eq(notificationChoices.userId, caller.userId)),
		caller.isEmailVerified ? hasOptedOut(services, caller.email, reminder) : false,
	]);
	const chosen = new Map(rows.map(({ kind, isOn }) => [kind, isOn]));
	return {
		choices: [
			{ kind: 'reminders' as const, channel: 'mail' as const, isOn: !isWithoutReminders },
			...organiserKinds.map((kind) => ({
				kind,
				channel: 'mail' as const,
				isOn: chosen.get(kind) ?? usualChoice[kind],
			})),
		],
	};
}

/** Turns one kind on or off. @throws about reminders of an address that is not confirmed: it may be somebody else's */
export async function choose(
	services: Services,
	caller: Caller,
	choice: { kind: NotificationKind; channel: 'mail'; isOn: boolean },
): Promise<void> {
	const { db } = services.database;
	const { kind, channel, isOn } = choice;
	if (kind === 'reminders') {
		if (!caller.isEmailVerified) {
			throw ruleViolation('address-not-confirmed', say`Confirm your email address first.`);
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
