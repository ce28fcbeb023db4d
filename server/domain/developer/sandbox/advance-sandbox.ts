import { moveOrganisationBack } from '#server/db/move-organisation.ts';
import { moveReminders } from '#server/domain/notifications/commands/move-reminders.ts';
import { findAccount } from '#server/domain/payments/queries.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { hastenAccount } from '#server/platform/payments/test-gateway/hasten.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { longestTotalHours, mostMovedRows } from '#shared/rules/sandbox.ts';
import { lockSandbox, noteSandboxAct } from './sandbox-log.ts';

/**
 * Moves time on in the sandbox of an organisation: all its instants go back, in one transaction, so what falls due by that is done by the
 * worker as ever. Days (a bank's booking day, days of figures) go back by whole days of all moves together.
 * @param how.hours at least 1, at most `longestMoveHours`
 * @throws `no-sandbox`, `sandbox-too-large`, `sandbox-too-far`, RATE_LIMIT_EXCEEDED
 */
export async function advanceSandbox(
	services: Services,
	how: { organisationId: string; userId: string; hours: number },
): Promise<void> {
	const { organisationId, userId: madeBy, hours } = how;
	const eventIds = await services.database.transaction(async (tx) => {
		const { id: sandboxId, totalHours: before } = await lockSandbox(tx, organisationId, 'moved');
		const totalHours = before + hours;
		if (totalHours > longestTotalHours)
			throw ruleViolation('sandbox-too-far', message`This sandbox was moved by ten years. Reset it first.`);
		const days = Math.floor(totalHours / 24) - Math.floor(before / 24);
		const moved = await moveOrganisationBack(tx, sandboxId, { hours, days, maxRows: mostMovedRows });
		if (!moved)
			throw ruleViolation(
				'sandbox-too-large',
				message`This sandbox has more than ${mostMovedRows} rows, too many to move in time. Reset it first.`,
			);
		await moveReminders(tx, sandboxId, hours);
		const account = await findAccount(tx, sandboxId);
		if (account?.gateway === 'test' && account.providerAccount)
			await hastenAccount(tx, account.providerAccount, hours);
		await noteSandboxAct(tx, { organisationId, kind: 'moved', hours, totalHours, madeBy });
		await services.facts.publish(
			tx,
			{
				name: 'developer.sandbox-moved',
				organisationId: sandboxId,
				eventId: null,
				payload: { hours },
			},
			services,
		);
		return moved;
	});
	for (const eventId of eventIds) stockStore(services).forget(eventId);
}
