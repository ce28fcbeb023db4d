import { type Listener, listen } from '../facts.ts';
import { findStatusChange } from '../feedback/queries.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';

/** A status that is set wrong is mostly set right within a minute; the reporter hears of the last one only. */
const delaySeconds = 60;

export const feedbackListeners: Listener[] = [
	listen({
		fact: 'feedback.status-changed',
		async inTransaction(tx, { payload }) {
			const found = await findStatusChange(tx, payload);
			if (!found || found.report.email === '') return;
			await enqueueMails(tx, [
				{
					template: 'feedback/status-changed',
					ref: payload,
					recipient: found.report.email,
					delaySeconds,
					dedupeKey: `feedback/status-changed:${payload.activityId}`,
				},
			]);
		},
	}),
];
