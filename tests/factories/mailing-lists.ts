import { sql } from 'drizzle-orm';
import { askForList, createMailingList } from '#server/domain/mailing-lists/commands/save-list.ts';
import type { MailingListRow } from '#server/domain/mailing-lists/queries.ts';
import type { Reach } from '#server/domain/mailing-lists/services/adapters.ts';
import type { Contact, Failure, ServiceAdapter } from '#server/domain/mailing-lists/services/service.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import type { TestUser } from './accounts.ts';

/** A service in memory: one account with lists, whose key can be refused, and whose calls can wait or fail. */
export function createMemoryService() {
	const contacts = new Map<string, { id: string; email: string; isOn: boolean }>();
	const leftThere = new Set<string>();
	const calls: string[] = [];
	const service = {
		key: 'a-good-key-of-the-account',
		lists: [{ id: '7', name: 'Newsletter', contacts: null as number | null }],
		/** Every call that was made, as `add ada@example.org`. */
		calls,
		leftThere,
		/** Before a call has its effect. */
		before: async (_what: 'add' | 'remove' | 'find', _email: string): Promise<Failure | undefined> =>
			undefined,
		/** After the effect and before the answer. */
		after: async (_what: 'add' | 'remove' | 'find', _email: string): Promise<Failure | undefined> =>
			undefined,
		/** Who is on the list. */
		members: () =>
			[...contacts.values()]
				.filter(({ isOn }) => isOn)
				.map(({ email }) => email)
				.toSorted(),
		reach: null as unknown as Reach,
	};
	const emailOf = (remoteId: string) => [...contacts.values()].find(({ id }) => id === remoteId)?.email ?? '';
	async function around<T>(
		what: 'add' | 'remove' | 'find',
		email: string,
		key: string,
		act: () => T,
	): Promise<T | Failure> {
		calls.push(`${what} ${email}`);
		if (key !== service.key) return { kind: 'stopped', problem: 'key-refused' };
		const refusal = await service.before(what, email);
		if (refusal) return refusal;
		const done = act();
		return (await service.after(what, email)) ?? done;
	}
	const adapter: ServiceAdapter = {
		baseUrl: () => 'https://api.lists.example',
		findLists: async (_call, { apiKey }) =>
			apiKey === service.key
				? { kind: 'done', lists: service.lists }
				: { kind: 'stopped', problem: 'key-refused' },
		add: (_call, { apiKey }, _list, { email }: Contact) =>
			around('add', email, apiKey, () => {
				if (leftThere.has(email)) return { kind: 'refused', problem: 'left-there' } as const;
				const contact = contacts.get(email) ?? { id: newId(), email, isOn: true };
				contact.isOn = true;
				contacts.set(email, contact);
				return { kind: 'done', remoteId: contact.id } as const;
			}),
		remove: (_call, { apiKey }, _list, remoteId) =>
			around('remove', emailOf(remoteId), apiKey, () => {
				const contact = contacts.get(emailOf(remoteId));
				if (contact) contact.isOn = false;
				return { kind: 'done' } as const;
			}),
		find: (_call, { apiKey }, _list, email) =>
			around(
				'find',
				email,
				apiKey,
				() => ({ kind: 'done', remoteId: contacts.get(email)?.id ?? null }) as const,
			),
	};
	service.reach = {
		adapterOf: () => adapter,
		callOf: () => async () => ({ status: null, json: undefined, retryAfterSeconds: null }),
	};
	return service;
}
export type MemoryService = ReturnType<typeof createMemoryService>;

/** A list of an owner at a service in memory. */
export async function makeMailingList(
	services: Services,
	owner: Pick<TestUser, 'userId' | 'organisationId'>,
	service: MemoryService = createMemoryService(),
	listId = '7',
): Promise<MailingListRow> {
	const { organisationId, userId } = owner;
	const found = await askForList(
		services,
		{
			...{ organisationId, rights: { role: 'owner', isLimited: false } },
			input: { service: 'brevo', settings: { apiKey: service.key }, listId },
		},
		service.reach,
	);
	return createMailingList(services, { organisationId, userId, found });
}

/** Followers with a confirmed consent, who are there before any list. @returns their ids in order */
export async function makeFollowers(
	services: Services,
	organisationId: string,
	emails: readonly string[],
): Promise<string[]> {
	const ids = emails.map(() => newId());
	await services.database.pool.query(
		`INSERT INTO followers (id, organisation_id, email, email_key, state, consent_text, consented_at, confirmed_at)
		SELECT f.id, $1, f.email, f.email, 'confirmed', 'News by email', now(), now() FROM unnest($2::uuid[], $3::text[]) AS f(id, email)`,
		[organisationId, ids, emails],
	);
	return ids;
}

/** Changes a consent as the module of organisers does: the row and the fact in one transaction. */
export async function changeConsent(
	services: Services,
	follower: { organisationId: string; id: string },
	to: 'confirmed' | 'left' | 'erased',
): Promise<void> {
	const { organisationId, id } = follower;
	await services.database.transaction(async (tx) => {
		const own = sql`organisation_id = ${organisationId} AND id = ${id}`;
		await tx.execute(
			to === 'erased'
				? sql`DELETE FROM followers WHERE ${own}`
				: sql`UPDATE followers SET state = ${to}, left_at = ${to === 'left' ? new Date() : null} WHERE ${own}`,
		);
		await services.facts.publish(
			tx,
			{
				name: 'organisers.consent-changed',
				organisationId,
				eventId: null,
				payload: {
					followerId: id,
					change: to === 'confirmed' ? 'given' : 'ended',
					isErased: to === 'erased',
				},
			},
			services,
		);
	});
}
