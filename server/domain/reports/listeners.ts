import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { DatasetId } from '#shared/rules/report-query.ts';
import { getUser } from '../accounts/queries.ts';
import type { ErasedPerson } from '../fact-catalogue.ts';
import { type Listener, listen } from '../facts.ts';
import { datasets } from './datasets/catalogue.ts';
import type { ErasingFact } from './datasets/dataset.ts';

/** By dataset with people whom a fact erases: its personal columns that are shown without the right to see guests. */
export const openColumns = (fact: ErasingFact): Partial<Record<DatasetId, string[]>> =>
	Object.fromEntries(
		Object.values(datasets)
			.filter(({ erasedBy }) => erasedBy.includes(fact))
			.map(({ id, columns, needs }) => [
				id,
				Object.entries(columns)
					.filter(([, one]) => one.isPersonal && ![needs, one.needs].includes('attendees.view'))
					.map(([name]) => name),
			]),
	);

/** Takes people who have a ticket, order or donation out of the files and filters of an organisation's reports. */
async function forgetPeople(
	tx: Tx,
	fact: ErasingFact,
	organisationId: string | null,
	people: readonly ErasedPerson[],
): Promise<void> {
	// Where columns with names and addresses need this right, it is among those of every file that has one.
	const named = sql`organisation_id = ${organisationId}
		AND (needs @> ARRAY['attendees.view'] OR (coalesce(query->'columns', '[]') || coalesce(query->'groups', '[]'))
			?| ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(openColumns(fact))}::jsonb -> (query->>'dataset'))))`;
	await tx.execute(sql`UPDATE report_runs SET expires_at = now() WHERE ${named} AND state = 'done'`);
	// The worker that is writing it finds that it was taken away, removes what it wrote, and it is made again.
	await tx.execute(
		sql`UPDATE report_runs SET state = 'queued', lease_until = NULL WHERE ${named} AND state IN ('queued', 'running')`,
	);
	for (const { name, email } of people) {
		if (email !== '') {
			const typed = email.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
			const without = sql`query = regexp_replace(query::text, ${typed}, '', 'gi')::jsonb
				WHERE organisation_id = ${organisationId} AND query::text ~* ${typed}`;
			await tx.execute(sql`UPDATE reports SET ${without}`);
			await tx.execute(sql`UPDATE report_runs SET ${without}`);
		}
		if (name === '') continue;
		// A name may be a word that stands elsewhere in the query: only values of filters that are the name are taken away.
		const is = sql`lower(v #>> '{}') = lower(${name})`;
		const unnamed = sql`query = jsonb_set(query, '{filters}', (
				SELECT coalesce(jsonb_agg(jsonb_set(f, '{values}', (
					SELECT coalesce(jsonb_agg(CASE WHEN ${is} THEN '""'::jsonb ELSE v END ORDER BY n), '[]') FROM jsonb_array_elements(f->'values') WITH ORDINALITY AS w(v, n)))
					ORDER BY m), '[]') FROM jsonb_array_elements(query->'filters') WITH ORDINALITY AS g(f, m)))
			WHERE organisation_id = ${organisationId} AND EXISTS (
				SELECT FROM jsonb_array_elements(query->'filters') f, jsonb_array_elements(f->'values') v WHERE ${is})`;
		await tx.execute(sql`UPDATE reports SET ${unnamed}`);
		await tx.execute(sql`UPDATE report_runs SET ${unnamed}`);
	}
}

const forgetAccount =
	(name: ErasingFact) =>
	async (tx: Tx, fact: { organisationId: string | null; payload: { userId: string } }) => {
		const { email } = await getUser(tx, fact.payload.userId);
		await forgetPeople(tx, name, fact.organisationId, [{ name: '', email }]);
	};

const forgetting: Record<ErasingFact, Listener> = {
	'orders.account-erased': listen({
		fact: 'orders.account-erased',
		inTransaction: forgetAccount('orders.account-erased'),
	}),
	'fundraisers.donor-erased': listen({
		fact: 'fundraisers.donor-erased',
		inTransaction: forgetAccount('fundraisers.donor-erased'),
	}),
	'orders.guest-erased': listen({
		fact: 'orders.guest-erased',
		inTransaction: (tx, { organisationId, payload }) =>
			forgetPeople(tx, 'orders.guest-erased', organisationId, payload.people),
	}),
};

export const reportListeners: Listener[] = [
	...Object.values(forgetting),
	listen({
		fact: 'accounts.user-erased',
		async inTransaction(tx, { payload: { userId } }) {
			// Their files go with the next round of the job, their links and schedules at once; shared reports are the organisation's.
			await tx.execute(
				sql`UPDATE report_runs SET expires_at = now() WHERE asked_by = ${userId} AND state = 'done'`,
			);
			await tx.execute(
				sql`UPDATE report_links SET revoked_at = now() WHERE created_by = ${userId} AND revoked_at IS NULL`,
			);
			await tx.execute(sql`DELETE FROM reports WHERE owner_id = ${userId} AND sharing = 'private'`);
			await tx.execute(sql`DELETE FROM report_schedules WHERE runs_as = ${userId}`);
			// A schedule without recipients would send to nobody.
			await tx.execute(sql`DELETE FROM report_schedules
				WHERE recipients @> ARRAY[${userId}::uuid] AND cardinality(recipients) = 1`);
			await tx.execute(sql`UPDATE report_schedules SET recipients = array_remove(recipients, ${userId}::uuid)
				WHERE recipients @> ARRAY[${userId}::uuid]`);
		},
	}),
];
