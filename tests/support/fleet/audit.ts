import { listConflicts } from '#server/domain/check-in/figures/conflicts.ts';
import { invariantChecks } from '#server/domain/modules.ts';
import type { Services } from '#server/services.ts';
import { isPassage } from '#shared/rules/door-verdict.ts';
import { parseTicketPayload } from '#shared/rules/ticket-code.ts';
import type { Entry } from './ledger.ts';
import type { Simulation } from './simulate.ts';

interface Row {
	nonce: string;
	verdict: string;
	decision: 'admitted' | 'refused';
	conflict_kind: string | null;
	conflict_with: string | null;
	is_annulled: boolean;
	occurred_at: Date;
	device: string;
	is_replayed: boolean;
	attendee_id: string | null;
}

/** What the record should say of one passage, worked out from what happened and not by the product's rules. */
interface Expected {
	row: Row;
	verdict: 'accepted' | 'conflict';
	firstNonce: string | null;
}

export interface Audit {
	/** All that is not as it should be. */
	problems: string[];
	figures: { scans: number; admitted: number; conflicts: number; undone: number; disagreements: number };
}

/**
 * Compares the record with what happened at the doors: no scan is lost or there twice, who was let in is on record as let in, every
 * second admission is named with both doors and times, everything else is as a plain model has it, and `foyer verify` finds nothing.
 */
export async function auditFleet(services: Services, simulation: Simulation): Promise<Audit> {
	const { ledger, fleet, devices, clock } = simulation;
	const { pool } = services.database;
	const of = [fleet.event.eventId];
	const { rows } = await pool.query<Row>(
		`SELECT c.nonce, c.verdict, c.decision, c.conflict_kind, w.nonce AS conflict_with, c.annulled_at IS NOT NULL AS is_annulled,
			c.occurred_at, c.device, c.is_replayed, c.attendee_id
		FROM check_ins c LEFT JOIN check_ins w ON w.id = c.conflict_with WHERE c.event_id = $1`,
		of,
	);
	const undos = await pool.query<{ nonce: string; target: string | null }>(
		'SELECT nonce, target FROM check_in_undos WHERE event_id = $1',
		of,
	);
	const problems = [...ledger.faults];
	const undone = new Set(undos.rows.map(({ target }) => target));
	problems.push(...compareScans(simulation, rows));
	for (const { nonce, target } of undos.rows) {
		if (!ledger.entries.has(nonce.split(':')[0] as string)) problems.push(`undo ${nonce} is nobody's`);
		if (target === null) problems.push(`undo ${nonce} names no scan`);
	}
	const byNonce = new Map(rows.map((row) => [row.nonce, row]));
	for (const { scan } of ledger.entries.values()) {
		if (scan.kind !== 'undo') continue;
		const target = byNonce.get(scan.target ?? '');
		if (target?.decision === 'admitted' && !target.is_annulled)
			problems.push(`lost: undo ${scan.nonce} took nothing back`);
	}

	const expected = modelOf(rows, undone);
	for (const { row, verdict, firstNonce } of expected) {
		const kind = verdict === 'conflict' ? 'double_admission' : null;
		if (row.verdict !== verdict || row.conflict_kind !== kind || row.conflict_with !== firstNonce)
			problems.push(
				`unnamed: ${row.nonce} says ${row.verdict}, ${row.conflict_kind} with ${row.conflict_with}; it is ${verdict} with ${firstNonce}`,
			);
	}
	const conflicts = expected.filter(({ verdict }) => verdict === 'conflict');
	const listed = await listConflicts(services, fleet.event, { limit: 1_000_000 });
	const listedOf = new Map(listed.map((one) => [one.admitted.nonce, one]));
	if (listed.length !== conflicts.length)
		problems.push(`${listed.length} conflicts are listed, there were ${conflicts.length}`);
	for (const { row, firstNonce } of conflicts) {
		const one = listedOf.get(row.nonce);
		const first = byNonce.get(firstNonce ?? '');
		const isNamed =
			one?.admitted.at === row.occurred_at.toISOString() &&
			one.admitted.device === nameOf(ledger.entries.get(row.nonce)) &&
			one.standing?.at === first?.occurred_at.toISOString() &&
			one.standing?.device === nameOf(ledger.entries.get(firstNonce ?? ''));
		if (!isNamed) problems.push(`unnamed: the conflict of ${row.nonce} is listed as ${JSON.stringify(one)}`);
	}

	const inside = new Set(expected.map(({ row }) => row.attendee_id));
	for (const device of devices) {
		if (device.disk.queued.length > 0)
			problems.push(`${device.name} still holds ${device.disk.queued.length}`);
		const wrong = fleet.ids.filter((id) => device.isInside(id) !== inside.has(id));
		if (wrong.length > 0) problems.push(`${device.name} is wrong about ${wrong.length} guests`);
	}
	for (const check of invariantChecks)
		for (const line of await check.run(services)) problems.push(`verify: ${check.name}: ${line}`);
	if (clock.aheadMs < 47 * 3_600_000) problems.push('Fewer than 48 hours went by.');
	return {
		problems,
		figures: {
			scans: rows.length,
			admitted: inside.size,
			conflicts: conflicts.length,
			undone: undone.size,
			disagreements: [...ledger.entries.values()].filter(({ isDisagreed }) => isDisagreed).length,
		},
	};
}

const nameOf = (entry: Entry | undefined) => (entry ? `Door ${entry.device + 1}` : '');

/** Scan by scan: there once, of the right guest, at the right time, as what people saw. */
function compareScans({ ledger, fleet, clock }: Simulation, rows: Row[]): string[] {
	const problems: string[] = [];
	const seen = new Map<string, Row>();
	for (const row of rows) {
		if (seen.has(row.nonce)) problems.push(`twice: scan ${row.nonce}`);
		if (!ledger.entries.has(row.nonce)) problems.push(`scan ${row.nonce} is nobody's`);
		seen.set(row.nonce, row);
	}
	const guests = new Map(fleet.ids.map((id, guest) => [fleet.code(guest), id]));
	for (const entry of ledger.entries.values()) {
		const { scan, shown } = entry;
		if (scan.kind === 'undo') continue;
		const row = seen.get(scan.nonce);
		const what = `${scan.nonce} of ${nameOf(entry)}, shown as ${shown}${entry.isAnswered ? ', answered' : ''}`;
		if (!row) {
			problems.push(`lost: scan ${what}`);
			continue;
		}
		const guest = scan.text === null ? scan.guestId : guests.get(parseTicketPayload(scan.text) ?? '');
		if (row.attendee_id !== (guest ?? null)) problems.push(`${what} is on record for ${row.attendee_id}`);
		if (row.device !== nameOf(entry)) problems.push(`${what} is on record at ${row.device}`);
		if (!entry.isAnswered) problems.push(`${what} was never answered for`);
		if (shown !== null && isPassage(shown) && row.decision !== 'admitted')
			problems.push(`${what} passed, and is on record as ${row.verdict}`);
		if (shown !== null && !isPassage(shown) && row.decision === 'admitted' && !entry.isDisagreed)
			problems.push(`${what} was sent away, and is on record as ${row.verdict}`);
		const atMs = row.occurred_at.getTime();
		const isInTime = row.is_replayed
			? atMs === Date.parse(scan.scannedAt) + Math.round(scan.offsetMs ?? 0)
			: atMs > entry.storedAtMs - 1_000 && atMs < clock.nowMs();
		if (!isInTime) problems.push(`${what} is on record at ${row.occurred_at.toISOString()}`);
	}
	return problems;
}

/** Of each guest the first passage that nobody took back is the entry; each later one is a second person on the ticket. */
function modelOf(rows: Row[], undone: ReadonlySet<string | null>): Expected[] {
	const byGuest = new Map<string, Row[]>();
	for (const row of rows) {
		if (row.decision !== 'admitted' || row.attendee_id === null || undone.has(row.nonce)) continue;
		const others = byGuest.get(row.attendee_id);
		if (others) others.push(row);
		else byGuest.set(row.attendee_id, [row]);
	}
	return [...byGuest.values()].flatMap((passages) => {
		const inOrder = passages.toSorted(
			(a, b) => a.occurred_at.getTime() - b.occurred_at.getTime() || (a.nonce < b.nonce ? -1 : 1),
		);
		const first = inOrder[0]?.nonce ?? null;
		return inOrder.map((row, index) =>
			index === 0
				? { row, verdict: 'accepted' as const, firstNonce: null }
				: { row, verdict: 'conflict' as const, firstNonce: first },
		);
	});
}
