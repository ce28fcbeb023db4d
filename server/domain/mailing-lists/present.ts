import type { MailingList, MailingListContact } from '#shared/contracts/mailing-lists.ts';
import type { ContactCounts, ContactRow, MailingListRow } from './queries.ts';

/** A mailing list as its organisation sees it: of its key the end alone. */
export function presentMailingList(row: MailingListRow, contacts: ContactCounts): MailingList {
	return {
		id: row.id,
		service: row.service,
		host: row.host,
		keyEnding: row.keyEnding,
		listId: row.listId,
		listName: row.listName,
		state: row.state,
		problem: row.problem,
		failingSince: row.failingSince?.toISOString() ?? null,
		lastSentAt: row.lastSentAt?.toISOString() ?? null,
		isFilling: row.isFilling,
		contacts,
		createdAt: row.createdAt.toISOString(),
		version: row.version,
	};
}

export function presentContact({ contact, email }: ContactRow): MailingListContact {
	return {
		followerId: contact.followerId,
		email,
		state: contact.state,
		problem: contact.problem,
		attempts: contact.attempts,
		nextAt: contact.state === 'due' ? contact.nextAt.toISOString() : null,
		settledAt: contact.settledAt?.toISOString() ?? null,
	};
}
