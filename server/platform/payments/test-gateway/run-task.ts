import { and, eq, lte } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { testGatewayObjects } from '#server/db/tables/platform.ts';
import { actOnAccount } from './accounts.ts';
import { closeOverdueDispute, decideDispute, openDispute } from './disputes.ts';
import { payOut, settlePayout } from './payouts.ts';
import { settleRefund } from './refunds.ts';
import { type Session, taskId } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { Task } from './tasks.ts';

/** Does what a task says. Its object may have changed meanwhile: then nothing happens. */
async function runTask(session: Session, task: Task): Promise<void> {
	switch (task.type) {
		case 'settle-refund':
			return await settleRefund(session, task.refund, task.outcome);
		case 'open-dispute':
			await openDispute(session, task.charge, task);
			return;
		case 'decide-dispute':
			return await decideDispute(session, task.dispute, task.outcome);
		case 'close-overdue-dispute':
			return await closeOverdueDispute(session, task.dispute);
		case 'pay-out': {
			const account = await session.find('account', task.account, '');
			if (!account || account.object.state === 'closed') return;
			await payOut(session);
			session.schedule(
				{ type: 'pay-out', account: task.account },
				Math.max(60, session.controls.payoutIntervalSeconds),
			);
			return;
		}
		case 'settle-payout':
			return await settlePayout(session, task.payout, task.outcome);
		case 'restrict-overdue-account': {
			const stored = await session.find('account', task.account, '');
			if (stored?.object.state !== 'needs_information') return;
			if (stored.object.dueAt && new Date(stored.object.dueAt) > session.now) return;
			actOnAccount(session, stored.object, 'restrict');
			return;
		}
	}
}

/** Does the tasks that are due, at most so many. @returns how many were done */
export async function runDueTasks(tx: Tx, sessions: Sessions, limit: number): Promise<number> {
	const { now } = await sessions.settingsIn(tx, '');
	const rows = await tx
		.select({ id: testGatewayObjects.id, data: testGatewayObjects.data })
		.from(testGatewayObjects)
		.where(
			and(
				eq(testGatewayObjects.account, ''),
				eq(testGatewayObjects.type, 'task'),
				lte(testGatewayObjects.id, taskId(now, '~')),
			),
		)
		.orderBy(testGatewayObjects.id)
		.limit(limit)
		.for('update', { skipLocked: true });
	for (const row of rows) {
		const task = (row.data as { object: Task }).object;
		await sessions.runIn(tx, task.account, async (session) => {
			session.remove(row.id);
			await runTask(session, task);
		});
	}
	return rows.length;
}
