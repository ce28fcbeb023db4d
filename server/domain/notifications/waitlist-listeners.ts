import { type Listener, listen } from '../facts.ts';
import { getEntry } from '../waitlist/rows.ts';
import { enqueueMails, type NewMail } from './commands/enqueue-mail.ts';

/** A link that is requested again is sent once in so many minutes. */
const REPEAT_MINUTES = 15;

/** Emails to people on waitlists. */
export const waitlistListeners: Listener[] = [
	listen({
		fact: 'waitlist.entry-changed',
		async afterCommit({ id, organisationId, eventId, payload }, services) {
			if (organisationId === null || eventId === null) return;
			const { entryId, change, offerId } = payload;
			const scope = { organisationId, eventId, entryId };
			const { db } = services.database;
			const { email: recipient, locale } = await getEntry(db, scope);
			if (recipient === '') return;
			const to = { recipient, locale, organisationId, eventId };
			const part = Math.floor(services.clock.now().getTime() / (REPEAT_MINUTES * 60_000));
			const mail: NewMail =
				change === 'offered' && offerId !== undefined
					? {
							template: 'waitlist/offered',
							ref: { ...scope, offerId },
							...to,
							dedupeKey: `waitlist/offered:${offerId}`,
						}
					: {
							template: 'waitlist/entry',
							ref: { ...scope, change: change === 'repeated' || change === 'offered' ? 'joined' : change },
							...to,
							dedupeKey: `waitlist/entry:${entryId}:${change}:${change === 'repeated' ? part : (offerId ?? id)}`,
						};
			await enqueueMails(db, [mail]);
		},
	}),
];
