import type { InvariantCheck } from '../module.ts';
import { createQueryCheck as check } from '../query-check.ts';

/** The uses of codes, recomputed from the orders. */
export const codeChecks: InvariantCheck[] = [
	check<{ id: string; used: number; saved: string; counted: number; sum: string }>(
		'codes.uses-match-orders',
		'A code has as many uses, and has saved as much, as its orders that hold places or are confirmed.',
		`WITH counted AS (
			SELECT u.organisation_id, u.code_id, count(*)::int AS uses, sum(u.saved_minor) AS saved
			FROM code_uses u JOIN orders o ON o.organisation_id = u.organisation_id AND o.event_id = u.event_id AND o.id = u.order_id
			WHERE o.status NOT IN ('expired', 'cancelled') GROUP BY 1, 2
		)
		SELECT c.id, c.used, c.saved_minor::text AS saved, coalesce(n.uses, 0) AS counted, coalesce(n.saved, 0)::text AS sum
		FROM codes c LEFT JOIN counted n ON n.organisation_id = c.organisation_id AND n.code_id = c.id
		WHERE c.used <> coalesce(n.uses, 0) OR c.saved_minor <> coalesce(n.saved, 0)`,
		(row) =>
			`code ${row.id} says ${row.used} uses that saved ${row.saved}, its orders say ${row.counted} and ${row.sum}`,
	),
	check<{ id: string; what: string }>(
		'codes.uses-belong',
		'Every use of a code is of an order of its event, and is given back exactly when that order has ended or was cancelled.',
		`SELECT u.order_id AS id, CASE WHEN o.id IS NULL THEN 'does not exist' WHEN c.id IS NULL THEN 'uses a code of another event'
				ELSE 'is ' || o.status END AS what
		FROM code_uses u
		LEFT JOIN orders o ON o.organisation_id = u.organisation_id AND o.event_id = u.event_id AND o.id = u.order_id
		LEFT JOIN codes c ON c.organisation_id = u.organisation_id AND c.id = u.code_id AND c.event_id = u.event_id
		WHERE o.id IS NULL OR c.id IS NULL OR (o.status IN ('expired', 'cancelled')) <> (u.given_back_at IS NOT NULL)`,
		(row) => `the use of a code by order ${row.id} is wrong: the order ${row.what}`,
	),
];
