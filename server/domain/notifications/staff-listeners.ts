import { type Listener, listen } from '../facts.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';

/** Queues the email that shares a staff link. */
export const staffListeners: Listener[] = [
	listen({
		fact: 'staff.link-shared',
		async inTransaction(tx, { organisationId, eventId, payload }) {
			if (!organisationId || !eventId) return;
			const { staffLinkId, shortCode, email, note, shareId } = payload;
			await enqueueMails(tx, [
				{
					template: 'staff/link-shared',
					ref: { organisationId, eventId, staffLinkId, shortCode, note },
					recipient: email,
					organisationId,
					eventId,
					dedupeKey: `staff/link-shared:${shareId}`,
				},
			]);
		},
	}),
];
