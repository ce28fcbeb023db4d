import { isAdmissionTicket } from '#server/db/admissions.ts';
import { findSandbox } from '#server/domain/accounts/sandbox.ts';
import type { Services } from '#server/services.ts';
import type { Sandbox } from '#shared/contracts/sandbox.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

const shownEvents = 20;
const shownActs = 10;
const countedMails = 1_000;

/** The sandbox of an organisation, or null. */
export async function readSandbox(services: Services, organisationId: string): Promise<Sandbox | null> {
	const { db, pool } = services.database;
	const found = await findSandbox(db, organisationId);
	if (!found) return null;
	const [events, mails, acts, moves] = await Promise.all([
		pool.query<Omit<Sandbox['events'][number], 'startsAt'> & { startsAt: Date }>(
			`SELECT e.id, e.slug, e.title, e.status, e.starts_at AS "startsAt", e.time_zone AS "timeZone",
				(SELECT count(*)::int FROM attendees a WHERE a.organisation_id = e.organisation_id AND a.event_id = e.id
					AND a.status = 'active' AND ${isAdmissionTicket('a')}) AS guests
			FROM events e WHERE e.organisation_id = $1 ORDER BY e.starts_at DESC, e.id DESC LIMIT ${shownEvents}`,
			[found.id],
		),
		pool.query<{ count: number }>(
			`SELECT count(*)::int AS count FROM (
				SELECT FROM mails WHERE organisation_id = $1 AND status = 'kept' LIMIT ${countedMails}) AS counted`,
			[found.id],
		),
		pool.query<
			Omit<Sandbox['acts'][number], 'at' | 'hours'> & { at: Date; totalMinutes: number; minutes: number }
		>(
			`SELECT s.id, s.kind, coalesce(s.minutes, s.hours * 60) AS minutes,
				coalesce(s.total_minutes, s.total_hours * 60) AS "totalMinutes", s.created_at AS at,
				coalesce(trim(concat(u.first_name, ' ', u.last_name)), '') AS by
			FROM sandbox_acts s LEFT JOIN users u ON u.id = s.made_by
			WHERE s.organisation_id = $1 ORDER BY s.id DESC LIMIT ${shownActs}`,
			[organisationId],
		),
		pool.query<{ underWay: number; leftMinutes: number }>(
			`SELECT count(*)::int AS "underWay", coalesce(sum(left_minutes), 0)::int AS "leftMinutes"
			FROM sandbox_acts WHERE organisation_id = $1 AND kind = 'moved' AND settled_at IS NULL`,
			[organisationId],
		),
	]);
	const { underWay = 0, leftMinutes = 0 } = moves.rows[0] ?? {};
	return {
		...found,
		movedHours: ((acts.rows[0]?.totalMinutes ?? 0) - leftMinutes) / 60,
		leftHours: leftMinutes / 60,
		isSettled: underWay === 0,
		events: events.rows.map((row) => ({ ...row, startsAt: row.startsAt.toISOString() })),
		keptMails: mails.rows[0]?.count ?? 0,
		acts: acts.rows.map(({ totalMinutes: _, minutes, at, ...act }) => ({
			...act,
			hours: minutes / 60,
			at: at.toISOString(),
		})),
	};
}

/** @throws `no-sandbox` */
export async function getSandbox(services: Services, organisationId: string): Promise<Sandbox> {
	const sandbox = await readSandbox(services, organisationId);
	if (!sandbox) throw noSandbox();
	return sandbox;
}

export const noSandbox = () =>
	ruleViolation('no-sandbox', message`There is no sandbox yet. Create one, or create a test key.`);
