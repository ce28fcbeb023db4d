import { and, eq } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { organiserMessages } from '#server/db/tables/organisers.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { newId } from '#shared/lib/ids.ts';
import { emailKey } from '../accounts/email-identity.ts';
import { getPublicOrganiser } from './page.ts';

/** Takes a message to an organiser, which goes to them by email. @throws not-found where there is no contact form */
export async function writeToOrganiser(
	services: Services,
	command: { slug: string; name: string; email: string; text: string },
): Promise<void> {
	const organiser = await getPublicOrganiser(services, command.slug);
	if (!organiser.takesMessages || !services.mailer.canSend) throw notFound('Contact form');
	const messageId = newId();
	await services.database.transaction(async (tx) => {
		await tx.insert(organiserMessages).values({
			id: messageId,
			organisationId: organiser.id,
			name: command.name,
			email: command.email,
			emailKey: emailKey(command.email),
			message: command.text,
		});
		await services.facts.publish(
			tx,
			{
				name: 'organisers.message-received',
				organisationId: organiser.id,
				eventId: null,
				payload: { messageId },
			},
			services,
		);
	});
}

export async function findOrganiserMessage(db: DbOrTx, which: { organisationId: string; messageId: string }) {
	const [row] = await db
		.select()
		.from(organiserMessages)
		.where(
			and(
				eq(organiserMessages.organisationId, which.organisationId),
				eq(organiserMessages.id, which.messageId),
			),
		);
	return row ?? null;
}
