import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { mails } from '#server/db/tables/notifications.ts';
import { newId } from '#shared/lib/ids.ts';
import type { MailRefs, SourceName } from '../sources/registry.ts';

/** An email to queue: a template and the ids from which its content is read when it is rendered. */
export type NewMail = {
	[N in SourceName]: {
		/** Of its row, where the caller has to know it. */
		id?: string;
		template: N;
		ref: MailRefs[N];
		recipient: string;
		/** Language of the mail; English without one. */
		locale?: string;
		organisationId?: string | null;
		eventId?: string | null;
		/** Not sent before this many seconds have passed, for what may still change. */
		delaySeconds?: number;
		/** Two mails with one key are one mail, however often they are requested. */
		dedupeKey: string;
	};
}[SourceName];

const chunk = 500;

/** Adds emails to the outbox in the caller’s transaction. From then on each is sent, stored or failed, never lost. */
export async function enqueueMails(db: DbOrTx, entries: NewMail[]): Promise<void> {
	for (let at = 0; at < entries.length; at += chunk) {
		await db
			.insert(mails)
			.values(
				entries.slice(at, at + chunk).map((mail) => ({
					id: mail.id ?? newId(),
					template: mail.template,
					props: mail.ref,
					recipient: mail.recipient,
					locale: mail.locale ?? 'en',
					organisationId: mail.organisationId ?? null,
					eventId: mail.eventId ?? null,
					dedupeKey: mail.dedupeKey,
					nextAttemptAt: sql`now() + make_interval(secs => ${mail.delaySeconds ?? 0})`,
				})),
			)
			.onConflictDoNothing({ target: mails.dedupeKey });
	}
}
