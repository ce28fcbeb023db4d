import { plainArray } from '#server/db/statement.ts';
import { isUsableAccountSql } from '#server/domain/accounts/handing-on.ts';
import { type CallerMembership, rightsOf, type StaffScope } from '#server/http/handler.ts';
import { createPoolMemo } from '#server/platform/concurrency/memo.ts';
import { createRequestBatcher } from '#server/platform/concurrency/request-batcher.ts';
import type { Services } from '#server/services.ts';
import type { DoorAccessState } from '#shared/contracts/door-setup.ts';
import { withinRights } from '#shared/rules/handing-on.ts';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import { hashStaffToken, linkGrace } from './tokens.ts';

interface StaffTokenRow {
	wanted: string;
	id: string;
	organisation_id: string;
	event_id: string;
	label: string;
	abilities: StaffAbility[];
	list_ids: string[] | null;
	gate_id: string | null;
	device: string;
	device_id: string | null;
	touch: boolean;
	state: DoorAccessState;
	/** When the way is or will be closed, at the latest some time after the event. */
	ended_at: Date;
	/** Null: links that were made before their maker was noted. */
	created_by: string | null;
	/** What the maker may do at the event now; null: nothing. */
	maker: Pick<CallerMembership, 'role' | 'eventIds' | 'extra' | 'denied'> | null;
}

/**
 * A link's own token opens nothing when the link asks for a PIN or counts its devices: such a link is entered, which gives the
 * device a token of its own. A link of a series says when each of its dates is open. What was rotated away is stored by its hash, so that its devices can hand in what they scanned.
 */
const findByTokens = {
	name: 'staff.find-by-tokens',
	text: `
SELECT encode(wanted.token_hash, 'hex') AS wanted, l.id, l.organisation_id, l.event_id, l.label, l.abilities, l.list_ids, l.gate_id, found.device,
	found.device_id, found.touch, l.created_by, maker.rights AS maker,
	CASE
		WHEN coalesce(found.cut_at, l.revoked_at) IS NOT NULL THEN 'revoked'
		WHEN least(l.ends_at, s.ends_at, v.ends_at + make_interval(mins => s.closes_after_minutes)) <= now() THEN 'ended'
		WHEN greatest(l.starts_at, s.starts_at, v.starts_at - make_interval(mins => s.opens_before_minutes)) > now() THEN 'not_begun'
		WHEN v.ends_at + ${linkGrace} <= now() THEN 'event_over'
		ELSE 'open'
	END AS state,
	least(found.cut_at, l.revoked_at, l.ends_at, s.ends_at, v.ends_at + make_interval(mins => s.closes_after_minutes),
		v.ends_at + ${linkGrace}) AS ended_at
FROM unnest($1::bytea[]) AS wanted(token_hash)
JOIN names n ON n.kind = 'staff token' AND n.name = encode(wanted.token_hash, 'hex')
CROSS JOIN LATERAL (
	SELECT NULL::uuid AS device_id, ''::text AS device, NULL::timestamptz AS cut_at,
		(l.last_used_at IS NULL OR l.last_used_at < now() - interval '1 minute') AS touch
	FROM staff_links l WHERE l.organisation_id = n.organisation_id AND l.token_hash = wanted.token_hash AND l.pin_hash IS NULL AND l.device_limit IS NULL
	UNION ALL
	SELECT d.id, d.name, NULL, d.last_seen_at < now() - interval '1 minute'
	FROM staff_devices d WHERE d.organisation_id = n.organisation_id AND d.token_hash = wanted.token_hash
	UNION ALL
	SELECT NULL, e.device, e.ended_at, false
	FROM ended_staff_tokens e WHERE e.organisation_id = n.organisation_id AND e.token_hash = wanted.token_hash
	LIMIT 1
) found
JOIN staff_links l ON l.organisation_id = n.organisation_id AND l.id = n.target_id
JOIN events v ON v.organisation_id = l.organisation_id AND v.id = l.event_id
LEFT JOIN series_staff_links s ON s.organisation_id = l.organisation_id AND s.id = l.series_link_id
LEFT JOIN LATERAL (
	SELECT json_build_object('role', m.role, 'eventIds', m.event_ids, 'extra', m.extra_actions, 'denied', m.denied_actions) AS rights
	FROM memberships m JOIN users u ON u.id = m.user_id AND ${isUsableAccountSql}
	WHERE m.organisation_id = l.organisation_id AND m.user_id = l.created_by AND (m.event_ids IS NULL OR l.event_id = ANY (m.event_ids))
) maker ON true`,
};

/** Finds the row of a token by its hash (hex), together with all others that are requested while one question is under way: a door scans in bursts. */
const rowFinder = createPoolMemo(({ database: { pool } }: Services) =>
	createRequestBatcher<string, StaffTokenRow | undefined>(200, async (hashes) => {
		const { rows } = await pool.query<StaffTokenRow>({
			...findByTokens,
			values: [plainArray([...new Set(hashes)].map((hash) => `"\\\\x${hash}"`))],
		});
		const byHash = new Map(rows.map((row) => [row.wanted, row]));
		return hashes.map((hash) => byHash.get(hash));
	}),
);

const touching = new Set<string>();

/** Writes down that a link was used; once for all devices that use it now, so that they do not queue for its row. */
async function touch(services: Services, row: StaffTokenRow): Promise<void> {
	const { pool } = services.database;
	const who = row.device_id ?? row.id;
	if (touching.has(who)) return;
	touching.add(who);
	try {
		await pool.query(
			`UPDATE staff_links SET last_used_at = now()
			WHERE organisation_id = $2 AND id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
			[row.id, row.organisation_id],
		);
		if (row.device_id)
			await pool.query(
				'UPDATE staff_devices SET last_seen_at = now() WHERE organisation_id = $2 AND id = $1',
				[row.device_id, row.organisation_id],
			);
	} finally {
		touching.delete(who);
	}
}

/**
 * What a link may do now: no more than its maker. One that has ended keeps what it could do, so that its devices can hand in what they
 * scanned before.
 */
function abilitiesNow({ abilities, created_by: madeBy, maker, state }: StaffTokenRow): StaffAbility[] {
	if (madeBy === null || state !== 'open') return abilities;
	return withinRights('ability', abilities, maker && rightsOf(maker));
}

/** How long after its end a link still takes in what was scanned before. */
const afterEndMs = 7 * 86_400_000;

/**
 * The live link or device behind a token, by the database's clock; null for unknown, revoked, ended (with the event at the latest) and not
 * yet begun alike.
 * When it was last used is written at most once a minute, so that a busy door costs no writes.
 * @param options.isOpenAfterEnd also finds those that are not open, with their state, for a week after their end.
 */
export async function findStaff(
	services: Services,
	token: string,
	options: { isOpenAfterEnd?: boolean } = {},
): Promise<StaffScope | null> {
	const row = await rowFinder(services)(hashStaffToken(token).toString('hex'));
	if (!row) return null;
	const abilities = abilitiesNow(row);
	const isPowerless = row.state === 'open' && abilities.length === 0;
	const state = isPowerless ? 'revoked' : row.state;
	const endedAt = isPowerless ? services.clock.now() : row.ended_at;
	const isLive = state === 'open';
	if (!isLive) {
		if (!options.isOpenAfterEnd) return null;
		if (services.clock.now().getTime() - endedAt.getTime() > afterEndMs) return null;
	} else if (row.touch) await touch(services, row);
	return {
		staffLinkId: row.id,
		device: row.device === '' ? row.label : row.device,
		label: row.label,
		organisationId: row.organisation_id,
		eventId: row.event_id,
		abilities,
		staffDeviceId: row.device_id,
		listIds: row.list_ids,
		gateId: row.gate_id,
		state,
		endedAt: isLive ? null : endedAt,
		wipeAt: endedAt,
	};
}
