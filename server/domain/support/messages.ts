import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { hasWords } from '#server/db/search-words.ts';
import { contactMessages } from '#server/db/tables/support.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { ContactMessage, ContactTopic } from '#shared/contracts/support.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { newId } from '#shared/lib/ids.ts';
import { SUPPORT_YEARS } from '#shared/rules/periods.ts';
import { sourceOf } from '../accounts/network.ts';
import type { ScheduledJob } from '../module.ts';

/** Messages in an hour: from one address, from one network, and in all; the last keeps a flood out of the operator's mailbox. */
const mostFromAddress = 3;
const mostFromNetwork = 5;
const mostInAll = 100;

export interface NewMessage {
	name: string;
	email: string;
	topic: ContactTopic;
	message: string;
	/** Filled by programs only. */
	website: string;
}

/** Keeps a message and announces it. What a program filled in is thrown away without telling it so. */
export async function sendMessage(services: Services, input: NewMessage, address: string): Promise<void> {
	if (input.website !== '') return;
	const { website: _, ...message } = input;
	const source = sourceOf(services.secret, address);
	await services.database.transaction(async (tx) => {
		// One at a time, so that many at once cannot pass the count together.
		await tx.execute(sql`SELECT pg_advisory_xact_lock(7204119)`);
		const { rows } = await tx.execute<{ byAddress: number; byNetwork: number; inAll: number }>(sql`
			SELECT count(*) FILTER (WHERE lower(email) = lower(${input.email}))::int AS "byAddress",
				count(*) FILTER (WHERE source = ${source})::int AS "byNetwork", count(*)::int AS "inAll"
			FROM contact_messages WHERE created_at > now() - interval '1 hour'`);
		const [found] = rows;
		if (
			found &&
			(found.byAddress >= mostFromAddress || found.byNetwork >= mostFromNetwork || found.inAll >= mostInAll)
		) {
			throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 3600 });
		}
		const id = newId();
		await tx.insert(contactMessages).values({ id, ...message, source });
		await services.facts.publish(
			tx,
			{
				name: 'support.message-received',
				organisationId: null,
				eventId: null,
				payload: { messageId: id },
			},
			services,
		);
	});
}

/** Asks for the links of somebody's tickets. The same work for every address: who looks them up is the worker. */
export async function askForTickets(services: Services, email: string): Promise<void> {
	await services.database.transaction((tx) =>
		services.facts.publish(
			tx,
			{ name: 'support.tickets-asked-for', organisationId: null, eventId: null, payload: { email } },
			services,
		),
	);
}

export async function findMessage(db: DbOrTx, id: string) {
	const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
	return row ?? null;
}

function present(row: typeof contactMessages.$inferSelect): ContactMessage {
	const { source: _, topic, createdAt, answeredAt, ...rest } = row;
	return {
		...rest,
		topic: topic as ContactTopic,
		createdAt: createdAt.toISOString(),
		answeredAt: answeredAt?.toISOString() ?? null,
	};
}

export async function listMessages(
	services: Services,
	filters: {
		state: 'open' | 'answered' | 'all';
		q?: string | undefined;
		limit: number;
		cursor?: string | undefined;
	},
) {
	const conditions: (SQL | undefined)[] = [];
	if (filters.state === 'open') conditions.push(isNull(contactMessages.answeredAt));
	if (filters.state === 'answered') conditions.push(isNotNull(contactMessages.answeredAt));
	const q = filters.q?.replaceAll('\0', '').trim();
	if (q) {
		const { email, name, message } = contactMessages;
		conditions.push(hasWords(sql`${email}, ${name}, ${message}`, q));
	}
	if (filters.cursor) {
		const [at, id] = decodeCursor(filters.cursor, 2);
		conditions.push(
			sql`(${contactMessages.createdAt}, ${contactMessages.id}) < (${at}::timestamptz, ${id}::uuid)`,
		);
	}
	const rows = await services.database.db
		.select()
		.from(contactMessages)
		.where(and(...conditions))
		.orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
		.limit(filters.limit + 1);
	return pageOf(rows, filters.limit, present, (row) => [row.createdAt, row.id]);
}

export async function markAnswered(services: Services, id: string): Promise<ContactMessage> {
	const [row] = await services.database.db
		.update(contactMessages)
		.set({ answeredAt: sql`coalesce(answered_at, ${services.clock.now().toISOString()}::timestamptz)` })
		.where(eq(contactMessages.id, id))
		.returning();
	if (!row) throw notFound('Message');
	return present(row);
}

export async function deleteMessage(services: Services, id: string): Promise<void> {
	const rows = await services.database.db
		.delete(contactMessages)
		.where(eq(contactMessages.id, id))
		.returning({ id: contactMessages.id });
	if (rows.length === 0) throw notFound('Message');
}

export const supportJobs: ScheduledJob[] = [
	{
		// As the privacy policy says.
		name: 'support.remove-old-messages',
		cron: '21 4 * * *',
		async run({ database }) {
			await deleteInBatches(database.pool, {
				table: 'contact_messages',
				where: `created_at < now() - interval '${SUPPORT_YEARS} years'`,
			});
		},
	},
];
