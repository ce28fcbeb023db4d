import { actOnAccount } from './accounts.ts';
import { closeOverdueDispute, decideDispute, openDispute } from './disputes.ts';
import { payOut, settlePayout } from './payouts.ts';
import { settleRefund } from './refunds.ts';
import type { Session } from './session.ts';
import type { Task } from './tasks.ts';

/** Does what a task says. Its object may have changed meanwhile: then nothing happens. */
export async function runTask(session: Session, task: Task): Promise<void> {
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
