import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { incidents, incidentUpdates } from '#server/db/tables/status.ts';
import { decodeCursor, encodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type * as contract from '#shared/contracts/status.ts';
import type { Incident } from '#shared/contracts/status.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { STATUS_DAYS } from '#shared/rules/periods.ts';

type IncidentRow = typeof incidents.$inferSelect;

/** Incidents with what was published about each. */
async function withUpdates(db: DbOrTx, rows: IncidentRow[]): Promise<Incident[]> {
	if (rows.length === 0) return [];
	const updates = await db
		.select()
		.from(incidentUpdates)
		.where(
			inArray(
				incidentUpdates.incidentId,
				rows.map(({ id }) => id),
			),
		)
		.orderBy(desc(incidentUpdates.createdAt), desc(incidentUpdates.id));
	return rows.map((row) => ({
		id: row.id,
		title: row.title,
		kind: row.kind,
		impact: row.impact,
		components: row.components,
		state: row.state,
		startsAt: row.startsAt.toISOString(),
		endsAt: row.endsAt?.toISOString() ?? null,
		resolvedAt: row.resolvedAt?.toISOString() ?? null,
		updates: updates
			.filter(({ incidentId }) => incidentId === row.id)
			.map(({ id, state, message, createdAt }) => ({
				id,
				state,
				message,
				createdAt: createdAt.toISOString(),
			})),
	}));
}

/** What is open or planned, and what ended within 90 days. */
export async function currentIncidents(db: DbOrTx): Promise<Incident[]> {
	const rows = await db
		.select()
		.from(incidents)
		.where(sql`state <> 'resolved' OR starts_at > now() - make_interval(days => ${STATUS_DAYS})`)
		.orderBy(sql`state = 'resolved'`, desc(incidents.startsAt), desc(incidents.id))
		.limit(50);
	return withUpdates(db, rows);
}

export async function listIncidents(
	services: Services,
	filters: { limit: number; cursor?: string | undefined },
) {
	const conditions: SQL[] = [];
	if (filters.cursor) {
		const [at, id] = decodeCursor(filters.cursor, 2);
		conditions.push(sql`(${incidents.startsAt}, ${incidents.id}) < (${at}::timestamptz, ${id}::uuid)`);
	}
	const { db } = services.database;
	const rows = await db
		.select()
		.from(incidents)
		.where(and(...conditions))
		.orderBy(desc(incidents.startsAt), desc(incidents.id))
		.limit(filters.limit + 1);
	const page = rows.slice(0, filters.limit);
	const last = page.at(-1);
	return {
		data: await withUpdates(db, page),
		nextCursor:
			last && rows.length > page.length ? encodeCursor([last.startsAt.toISOString(), last.id]) : null,
	};
}

async function getIncident(db: DbOrTx, id: string): Promise<Incident> {
	const rows = await db.select().from(incidents).where(eq(incidents.id, id));
	const [found] = await withUpdates(db, rows);
	if (!found) throw notFound('Incident');
	return found;
}

/** Creates an incident, or planned maintenance, which is scheduled until an update says that it has started. */
export async function createIncident(
	services: Services,
	input: BodyOf<typeof contract.createIncident>,
): Promise<Incident> {
	const id = newId();
	const now = services.clock.now();
	const startsAt = input.startsAt ? new Date(input.startsAt) : now;
	const endsAt = input.endsAt ? new Date(input.endsAt) : null;
	if (endsAt && endsAt <= startsAt)
		throw ruleViolation('ends-before-start', message`The end is before the start.`);
	const state = input.kind === 'maintenance' && startsAt > now ? 'scheduled' : 'investigating';
	return services.database.transaction(async (tx) => {
		const { title, kind, impact, components } = input;
		await tx.insert(incidents).values({ id, title, kind, impact, components, state, startsAt, endsAt });
		await tx
			.insert(incidentUpdates)
			.values({ id: newId(), incidentId: id, state, message: input.message, createdAt: now });
		return getIncident(tx, id);
	});
}

/** Says how it goes on. What is resolved stays so: a new trouble is a new incident. */
export async function addIncidentUpdate(
	services: Services,
	incidentId: string,
	input: BodyOf<typeof contract.addIncidentUpdate>,
): Promise<Incident> {
	return services.database.transaction(async (tx) => {
		const [row] = await tx.select().from(incidents).where(eq(incidents.id, incidentId)).for('update');
		if (!row) throw notFound('Incident');
		if (row.state === 'resolved')
			throw ruleViolation('incident-resolved', message`This incident is resolved. Create a new one.`);
		const now = services.clock.now();
		await tx
			.update(incidents)
			.set({ state: input.state, resolvedAt: input.state === 'resolved' ? now : null, updatedAt: now })
			.where(eq(incidents.id, incidentId));
		await tx.insert(incidentUpdates).values({ id: newId(), incidentId, ...input, createdAt: now });
		return getIncident(tx, incidentId);
	});
}

export async function deleteIncident(services: Services, incidentId: string): Promise<void> {
	const rows = await services.database.db
		.delete(incidents)
		.where(eq(incidents.id, incidentId))
		.returning({ id: incidents.id });
	if (rows.length === 0) throw notFound('Incident');
}
