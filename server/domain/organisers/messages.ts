import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { organiserMessages } from '#server/db/tables/organisers.ts';
import type { Services } from '#server/services.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { newId } from '#shared/lib/ids.ts';
import { emailKey } from '../accounts/email-identity.ts';
import { sourceOf } from '../accounts/network.ts';
import { getPublicOrganiser } from './page.ts';

/** Messages to one organiser in an hour: from one address, from one network, and in all. What is accepted is delivered. */
const mostFromAddress = 3;
const mostFromNetwork = 5;
const mostInAll = 30;

/**
 * Takes a message to an organiser, which goes to them by email.
 * @throws not-found where there is no contact form; RATE_LIMIT_EXCEEDED
 */
export async function writeToOrganiser(
	services: Services,
	command: { slug: string; name: string; email: string; text: string; address: string },
): Promise<void> {
	const organiser = await getPublicOrganiser(services, command.slug);
	if (!organiser.takesMessages || !services.mailer.canSend) throw notFound('Contact form');
	const messageId = newId();
	const source = sourceOf(services.secret, command.address);
	await services.database.transaction(async (tx) => {
		// One at a time, so that many at once cannot pass the count together.
		await tx.execute(sql`SELECT FROM organisations WHERE id = ${organiser.id} FOR NO KEY UPDATE`);
		const { rows } = await tx.execute<{ byAddress: number; byNetwork: number; inAll: number }>(sql`
			SELECT count(*) FILTER (WHERE email_key = ${emailKey(command.email)})::int AS "byAddress",
				count(*) FILTER (WHERE source = ${source})::int AS "byNetwork", count(*)::int AS "inAll"
			FROM organiser_messages WHERE organisation_id = ${organiser.id} AND created_at > now() - interval '1 hour'`);
		const [sent] = rows;
		if (
			sent &&
			(sent.byAddress >= mostFromAddress || sent.byNetwork >= mostFromNetwork || sent.inAll >= mostInAll)
		)
			throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 3600 });
		await tx.insert(organiserMessages).values({
			id: messageId,
			organisationId: organiser.id,
			name: command.name,
			email: command.email,
			emailKey: emailKey(command.email),
			message: command.text,
			source,
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
