import { readDoorLog } from '#shared/rules/door-log.ts';
import type { InvariantCheck } from '../module.ts';

/** Invariant 4: a ticket is accepted at most once per list; and every accepted scan points at a ticket of its event. */
export const checkInChecks: InvariantCheck[] = [
	{
		name: 'check-in.admitted-once',
		rule: 'A ticket is accepted at most once per list unless the earlier check-in was annulled, or the guest left and may re-enter.',
		async run(services) {
			const { rows } = await services.database.pool.query<{
				list_id: string;
				attendee_id: string;
				n: number;
			}>(`
				SELECT list_id, attendee_id, count(*)::int AS n FROM check_ins
				WHERE verdict = 'accepted' AND annulled_at IS NULL 
				GROUP BY list_id, attendee_id, visit HAVING count(*) > 1 LIMIT 200`);
			return rows.map(
				(row) => `attendee ${row.attendee_id} is accepted ${row.n} times on list ${row.list_id}`,
			);
		},
	},
	{
		name: 'check-in.own-guests',
		rule: 'Every scan that names a guest names one of its own event and organisation.',
		async run(services) {
			const { rows } = await services.database.pool.query<{ id: string }>(`
				SELECT c.id FROM check_ins c
				WHERE c.attendee_id IS NOT NULL AND NOT EXISTS (
					SELECT FROM attendees a
					WHERE a.organisation_id = c.organisation_id AND a.event_id = c.event_id AND a.id = c.attendee_id
				)
				LIMIT 200`);
			return rows.map((row) => `check-in ${row.id} names a guest of another event`);
		},
	},
	{
		name: 'check-in.accepted-names-a-guest',
		rule: 'Every accepted scan names a guest.',
		async run(services) {
			const { rows } = await services.database.pool.query<{ id: string }>(
				`SELECT id FROM check_ins WHERE verdict = 'accepted' AND attendee_id IS NULL LIMIT 200`,
			);
			return rows.map((row) => `check-in ${row.id} is accepted without a guest`);
		},
	},
	{
		name: 'check-in.log-means-what-it-says',
		rule: 'What every admission says (accepted, conflict, left, annulled) follows from the whole log of its guest, whatever came in when.',
		run: async (services) => compareLogs((await services.database.pool.query<StoredScan>(disputed)).rows),
	},
	{
		name: 'check-in.conflicts-are-named',
		rule: 'Every admission that something spoke against, or that named no guest, is on record as a conflict.',
		async run(services) {
			const { rows } = await services.database.pool.query<{ id: string }>(`
				SELECT id FROM check_ins
				WHERE decision = 'admitted' AND direction = 'in' AND annulled_at IS NULL AND conflict_kind IS NULL
					AND (objection IS NOT NULL OR verdict <> 'accepted')
				LIMIT 200`);
			return rows.map((row) => `admission ${row.id} is no accepted entry and names no conflict`);
		},
	},
	{
		name: 'check-in.undos-found-their-scans',
		rule: 'An undo whose scan is there took it back.',
		async run(services) {
			const { rows } = await services.database.pool.query<{ nonce: string }>(`
				SELECT u.nonce FROM check_in_undos u JOIN check_ins c ON c.organisation_id = u.organisation_id AND c.event_id = u.event_id AND c.nonce = u.target
				WHERE c.decision = 'admitted' AND c.annulled_at IS NULL LIMIT 200`);
			return rows.map((row) => `undo ${row.nonce} left its scan valid`);
		},
	},
];

interface StoredScan {
	list_id: string;
	attendee_id: string;
	allows_reentry: boolean;
	scans: {
		nonce: string;
		direction: 'in' | 'out';
		objection: null;
		at: string;
		verdict: string;
		kind: string | null;
		isAnnulled: boolean;
		visit: number;
	}[];
	undos: { nonce: string; target: string | null; at: string }[] | null;
}

/** Logs with more than one admission or with an undo: the only ones in which the meaning of a row hangs on another. */
const disputed = `
SELECT c.list_id, c.attendee_id, coalesce(bool_or(l.allows_reentry), false) AS allows_reentry,
	jsonb_agg(jsonb_build_object('nonce', coalesce(c.nonce, c.id::text), 'direction', c.direction, 'objection', c.objection,
		'at', c.occurred_at, 'verdict', c.verdict, 'kind', c.conflict_kind, 'isAnnulled', c.annulled_at IS NOT NULL,
		'visit', c.visit)) AS scans,
	(SELECT jsonb_agg(jsonb_build_object('nonce', u.nonce, 'target', u.target, 'at', u.occurred_at)) FROM check_in_undos u
		WHERE u.attendee_id = c.attendee_id AND u.list_id = c.list_id) AS undos
FROM check_ins c LEFT JOIN check_in_lists l ON l.organisation_id = c.organisation_id AND l.id = c.list_id
WHERE c.decision = 'admitted' AND c.attendee_id IS NOT NULL
GROUP BY c.list_id, c.attendee_id
HAVING count(*) > 1 OR EXISTS (SELECT FROM check_in_undos u WHERE u.attendee_id = c.attendee_id)
LIMIT 50000`;

function compareLogs(logs: StoredScan[]): string[] {
	const found: string[] = [];
	for (const log of logs) {
		// Annulled before undos were stored on their own: the row alone says so.
		const known = new Set((log.undos ?? []).map((undo) => undo.target));
		const isOld = (scan: StoredScan['scans'][number]) => scan.isAnnulled && !known.has(scan.nonce);
		const hasOpenUndo = (log.undos ?? []).some((undo) => undo.target === null);
		const scans = log.scans.filter((scan) => hasOpenUndo || !isOld(scan));
		const { meanings } = readDoorLog(
			scans.map((scan) => ({
				...scan,
				deviceId: '',
				isAdmitted: true,
				occurredAtMs: Date.parse(scan.at),
			})),
			(log.undos ?? []).map((undo) => ({ ...undo, occurredAtMs: Date.parse(undo.at) })),
			{ allowsReentry: log.allows_reentry },
		);
		for (const scan of scans) {
			const now = meanings.get(scan.nonce);
			const isAnnulled = now?.annulledBy != null;
			const isSame =
				now !== undefined &&
				isAnnulled === scan.isAnnulled &&
				(isAnnulled ||
					(now.outcome === scan.verdict &&
						(now.conflict?.kind ?? null) === scan.kind &&
						now.visit === scan.visit));
			if (!isSame && found.length < 200)
				found.push(
					`scan ${scan.nonce} of attendee ${log.attendee_id} says ${scan.verdict}, its log ${now?.outcome}`,
				);
		}
	}
	return found;
}
