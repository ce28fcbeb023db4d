import { actOnAccount } from './accounts.ts';
import { settleRefund } from './refunds.ts';
import type { Session } from './session.ts';
import type { Task } from './tasks.ts';

/** Does what a task says. Its object may have changed meanwhile: then nothing happens. */
export async function runTask(session: Session, task: Task): Promise<void> {
	switch (task.type) {
		case 'settle-refund':
			return await settleRefund(session, task.refund, task.outcome);
		case 'restrict-overdue-account': {
			const stored = await session.find('account', task.account, '');
			if (stored?.object.state !== 'needs_information') return;
			if (stored.object.dueAt && new Date(stored.object.dueAt) > session.now) return;
			actOnAccount(session, stored.object, 'restrict');
			return;
		}
	}
}
