import type { Tx } from '#server/db/client.ts';
import { type Fact, type Listener, listen } from '../facts.ts';
import { findPage } from '../fundraisers/supporters/page-record.ts';
import { listPagesOfOwner } from '../fundraisers/supporters/request-links.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';

type PageFact = Fact<'fundraisers.page-made'> | Fact<'fundraisers.page-moderated'>;

/** Queues an email for the owner of a page about its state, in the transaction of the change. */
async function notifyOwner(tx: Tx, { name, organisationId, eventId, payload }: PageFact): Promise<void> {
	if (organisationId === null || eventId === null) return;
	const { pageId, version } = payload;
	const page = await findPage(tx, { organisationId, eventId, pageId });
	if (!page || page.ownerEmail === '') return;
	await enqueueMails(tx, [
		{
			template: 'fundraisers/supporter-page',
			ref: { organisationId, eventId, pageId, version, isNew: name === 'fundraisers.page-made' },
			recipient: page.ownerEmail,
			locale: page.locale,
			organisationId,
			eventId,
			dedupeKey: `fundraisers/supporter-page:${pageId}:${version}`,
		},
	]);
}

/** Emails to supporters about their pages. */
export const supporterListeners: Listener[] = [
	listen({ fact: 'fundraisers.page-made', inTransaction: notifyOwner }),
	listen({ fact: 'fundraisers.page-moderated', inTransaction: notifyOwner }),
	listen({
		fact: 'fundraisers.page-links-requested',
		// Nothing is sent to an address that has no page.
		async afterCommit({ organisationId, eventId, payload }, services) {
			if (organisationId === null || eventId === null) return;
			const { db } = services.database;
			const pages = await listPagesOfOwner(db, { organisationId, eventId }, payload.email);
			const quarter = Math.floor(services.clock.now().getTime() / 900_000);
			await enqueueMails(
				db,
				pages.map(({ id: pageId, version, ownerEmail, locale }) => ({
					template: 'fundraisers/supporter-page' as const,
					ref: { organisationId, eventId, pageId, version, isNew: true },
					recipient: ownerEmail,
					locale,
					organisationId,
					eventId,
					dedupeKey: `fundraisers/supporter-page:${pageId}:link:${quarter}`,
				})),
			);
		},
	}),
];
